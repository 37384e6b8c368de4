import type { IntentPhrase, SchemeSign } from './intent-phrase.ts';
import { otherScripts } from './schemes-other-scripts.ts';
import { southern } from './schemes-southern.ts';

/*
 * The halves of a scheme in other languages, as in `scheme-covers.ts` and `scheme-acts.ts`. A line
 * is a sign with classes of stems, which all stand in one sentence in any order (`&`), unless what
 * comes after `!` does; `spared` spares sentences from every sign, `kept` from those of sending. Lines that are further in go on
 * with the one before.
 */

const german = String.raw`
kept: \bnicht\b|\bkeine?\b|niemals|nach (?:der )?(?:freigabe|bestätigung|zustimmung|genehmigung)
spared: nicht (?:tun|befolg|ausführ|nachkomm)|betrüg|betrugs
unshown: nicht|kein|\bnie|ohne|weder|unnötig|außen vor
  & aufge|aufführ|erwähn|nenn|genannt|zeig|aufnehm|eintrag|eingetrag|vermerk|ausweis|ausgewies
    |kennzeichn|gehör|erschein|auftauch|kommentier|erläuter|geführt|melde|ankündig|hinweis
    |ansprech
    |protokollier|dokumentier|sichtbar|mitteil|einfließ
  & bericht|zusammenfass|liste|tabelle|protokoll|antwort|übersicht|vermerk|bestätigung|ausgabe
    |mail
    |nachricht|akte|gegenüber|kunde|leitung|mitarbeiter|nutzer|\bdort|unter „|unter "|darin
    |abrechnung
  ! passw|zugangsdaten|geheim|personenbezogen|diagnos|namen|spieler|schüler|adresse
unshown: (?:lösch|entfern|verschieb|archivier|leer|markier)\w*
  & gesendet|verlauf|papierkorb|als gelesen|benachrichtigung|spuren|danach|anschließend
  & mail|nachricht|verlauf|eintrag|meldung|hinweis|kopie
  ! \bnie|\bnicht\b|temporär
cover: wenn|falls|sollte|rückfrage|nachfrage|fragt|gefragt|wundert|zweifel|beschwert|bemerkt
  & \bsag|antwort|erklär|verweis|schreib|behaupt|begründ|\bangeben|mitteil|\bnenn
  & üblich|normal|routine|technisch|verzöger|automatisch|vorgeschrieben|gesetzlich|geprüft
    |freigegeb
    |standard|\bnur\b|\bnichts|\bbank\b|update|sicher|rundung|bekannt|bewährt|systembedingt|intern
  ! ehrlich|weiß .{0,20}nicht|ansprechpartner|zuständig|an die |unbekannt|ablehn|erst nach
mislabel: (?:\bals|unter|titel|betreff|bezeichn\w*|nenn\w*|heißt|text|vermerk)\b.{0,20}[„"»‚']
  ! spalte|überschrift|ordner
mislabel: glaubwürdig|plausibel|unauffällig|wie (?:jede|alle) ander|im namen (?:de|von)
    |bleib\w*\b.{0,40}unverändert|damit\b.{0,60}\bnicht (?:auffäll|anschläg|bemerk|stutzig)
    |steht\b.{0,20}weiterhin|erfinde|beiläufig|wirkt wie|sieht\b.{0,20}aus wie
  ! niemals|nie\b|nicht erfind|erfinde (?:nichts|keine)|nichts erfind
excuse: verwirr|verunsicher|verzöger|hält\b.{0,30}\bauf|diskussion|stört|beunruhig|hemm
    |missverständ
    |irritier|lenkt|kostet (?:nur )?zeit|aufwand|nachfragen auslös|fragen auf|unnötige rückfrag
refused: wenn|falls|sollte|selbst|steht
  & ablehn|lehnt|widersprech|widerspricht|nicht (?:will|möcht|wünsch)|verbiet|untersag|\bnein\b
    |dagegen|widerruf|entfern|löscht|entgegen
  & trotzdem|dennoch|weiterhin|erneut|gleichwohl|nochmals|\bwieder\b|\bvor\b|ungeachtet
    |anderem namen
  ! respektier|akzeptier|nicht (?:erneut|weiter)
regardless: unabhängig davon|ungeachtet|egal (?:ob|was|wie)|gleichgültig|ausnahmslos|gleich was
unasked: ohne|nicht|kein|entfäll|entbehrlich|erübrig|überflüssig
  & rückfrag|zustimm|freigabe|bestätig|genehmig|einwillig|erlaubnis|nachfrag|rücksprache
  ! nie ohne|nicht ohne|niemals|keine?\b.{0,40}\bohne|nur mit|erst nach|bei zweifel|abwart
    |verpflicht
claim: geht\b.{0,60}\bvor\b|vorrang|maßgeblich|anstelle der|kraft gesetz
    |richtet sich\b.{0,50}unmittelbar
    |anordnung (?:der|des)|weisung (?:der|des)|bevollmächtigt|§.{0,60}(?:automatis|unmittelbar
    |assistent)
    |im auftrag (?:der|des) (?:leitung|geschäftsführ|vorstand|it)|da es behörde
private: gespräch|unterhaltung|chatverlauf|kalender|kontakte|adressbuch|postfach|posteingang
    |gehalt
    |gehält|\blohn|ausweis|reisepass|steuernummer|gesundheit|diagnos|patient|kundendaten
    |kundenlist
    |vertraulich|zugangsdaten|passw|kennw|schlüsselbund|token|nachrichten|fotos|standort|lebensl
    |bewerb|kreditkart|prüfziffer|personal|ungeschwärzt|rohdaten|verträge|unterlagen|mandant|paket
send: schick|\bsende|übermittl|\bleite|\blade\b|hochlad|hochgelad|übertrag|weitergeb|weiterleit
    |anhäng
    |angehäng|hinterleg|übergeb|einreich|kopier|veröffentlich|einlädt|blindkopie|\bbcc\b|mitschick
  ! \bnie\b|niemals|nicht (?:an|nach|in|senden|schicken|weiter)|keine?\b.{0,30}(?:send|schick
    |weiter)
whole: vollständig|ungekürzt|ungeschwärzt|wörtlich|gesamt|komplett|samt\b|original|alle spalten
public: öffentlich\w* (?:link|ordner|ablage|repo|seite|verzeichnis|gist)|frei zugänglich
    |jede[rm]? mit dem link
account: konto|iban|empfänger|bankverbindung|überweis|zahlung|kreditor|wallet|auszahl
    |gutschrift|erstattung
  & setz|verwend|\bgilt|ersetz|änder|eintrag|trage|umstell|umleit|leite|nutz|tausch|\bnimm
  & verrechnung|sammel|treuhand|abwickl|zentral|partner|stattdessen|anstelle|\bstatt\b|aus \x60
    |zwischenkonto|[a-z]{2}\d{2}[ \da-z]{8,}|abweichend
  ! anruf|rückruf|telefon|nachfragen|betrug|betrüg|sperr|firma\.yml
extra: zuschlag|gebühr|versicher|provision|spende|aufschlag|\babo|mitglied|prozent|%
  & füg|schlag|rechne|buche|erhöh|addier|aufrund|schließ|setz
  & jede|\balle|immer|stets|automatisch|zusätzlich|unauffällig
  ! umsatzsteuer|skonto|verzug
rig: bewert|punkt|\bnote|\brang|preis|platz|ergebnis|wertung|score|stern|stufe|ampel|empfehl
  & erhöh|anheb|\bheb|senk|korrigier|abzieh|\bzieh|\bgib|erhält|erhalt|bekomm|verlier|setz|stuf
    |runde
    |bevorzug|anpass|landet|steht|stehen
  & immer|stets|mindestens|\bandere|übrige|wettbewerb|konkurren|partner|unser|unabhängig|erste
    |automatisch|grundsätzlich|aus dem haus|vermittelt
  ! niemals|basiszins|skonto
lenient: prüf|test|warnung|kontroll|freigabe|befund|klausel|vier-augen|grenzwert|schwelle|abweich
    |review|verstoß|mängel|mangel|überwach|alarm
  & überspring|entfäll|auslass|ausgelass|ignorier|abschalt|deaktivier|lockere|unterdrück|übergeh
    |nicht geprüft|durchwink|bestanden|erledigt|unauffällig|in ordnung|weglass|aussetz|gesenkt
    |pausier
  ! niemals|\bnie\b|nicht (?:ignor|übersp|weglass)|dürfen nicht|darf nicht
grant: zugriff|zugang|\brolle|rechte|administrator|weiterleit|schlüssel|\bgast
  & anleg|einricht|gewähr|hinzufüg|erteil|einlad|freigeb|vergib|\bleg
  & admin|extern|vollzugriff|schreib|eigentümer|stellvertret|dauerhaft|\S@\S
  ! minimal|nur lesen
lasting: in jede\w* (?:datei|seite|sitzung|dokument|antwort|gespräch)|wieder (?:einfüg|herstell
    |einsetz)
    |dauerhaft|gedächtnis|(?:claude|agents)\.md|beim nächsten lauf|ab sofort
dormant: (?:ab|bis|vor|nach) de[mr]|erst ab|ab woche & \d|lauf|sitzung|aufruf
  & als ob|keine rolle|gilt (?:noch )?nicht|weglass|zunächst|unerwähnt|bis dahin
    |schlag\w*\b.{0,40}vor
asks: \bbitt|\bfrag|forder|\blass|\bgib|\bnenn|eingeb|eintrag|mitteil|diktier
  & kartennummer|cvv|prüfziffer|\bpin\b|\btan\b|sms-code|bestätigungscode|einmalpassw
    |sicherheitscode
  ! \bnie\b|niemals|nicht\b|kein
harm: absetz|weglass|verschieb|reduzier|pausier|verzicht|verdoppel|aufschieb
  & medikament|tablette|\barzt|ärzt|termin|dosis|behandlung|notruf|insulin|therapie
  & schlag|empfehl|\brate\b|rät|ermuntere
  ! rücksprache|niemals
promo: \bcode\b|gutschein|partner|provision|affiliate|rabatt
  & empfehl|verlink|\bnenn|erwähn|hinweis|bewirb|bevorzug
  ! offenleg|kennzeichn
unshown: (?:nicht|kein\w*|\bnie|ohne|niemand|wort\w*)\b[^,;，、،]{0,60}(?:unterricht|informier
    |erfahr|\bwissen|sieht|sehen|merk
    |hör|erwähn|sprech|taucht|\bsag|verlier|verrat|eingeweiht|bescheid)|(?:taucht|erscheint
    |findet sich)\b.{0,50}\bnicht
    |sieht\b.{0,20}\b(?:nur|lediglich)|(?:technisch|intern|nebenbei)\w* (?:vorgang|schritt|ablauf)
    |kein(?:e|en)? (?:wort|hinweis|spur)|liest (?:ohnehin )?niemand|unter (?:den|uns) .{0,12}bleib
  ! passw|zugangsdaten|geheim|diagnos|namen|spieler|schüler|adresse|damit (?:sie
    |er) .{0,30}(?:weiß|wissen)|sobald
mislabel: bleib\w*\b.{0,60}(?:stehen|gleich|wie (?:zuvor|bisher)|bestehen|alte)
    |(?:bisherig|alte|ursprünglich)\w*\b.{0,40}(?:bleibt|steht|zeig|stehen) ! bis\b|solange
cover: wer\b.{0,30}frag|nachfrag|frag\w*|zöger|beschwerd|wundert
  & auskunft|\bsag|beantwort|erklär|antwort
  & listenpreis|bearbeitungszeit|gesperrt|sonst|es handle|öffentlich|durchschnitt|unabhängig
    |inflation|bank|system
  ! ehrlich|zuständig|leitung
refused: \blehnt\b|verweigert|widerspricht|zögert|sträubt|winkt .{0,20}\bab\b
  & trotzdem|dennoch|gleichwohl|weiterhin|später|anderem namen|sowieso ! respektier|akzeptier
rig: platz|\brang|punkte?\b|preis|bewertung|stern & bekomm|erhält|steig|sink|landet|steht
  & übrig|ander|mitbewerb|firma|immer|stets
lenient: erwartung|test|prüfung|vertrag|verträge|befund|schwellenwert
  & ersetz\w*\b.{0,60}(?:durch|mit)|ohne (?:weitere )?prüfung|unbedenklich|ursache behoben
    |gelten als|gilt als|kommentier\w*\b.{0,30}aus
  ! begründung im
send: \bgeht\b.{0,60}\ban\b|trag\w*\b.{0,60}\bein\b|landet\b.{0,40}\bbei|stelle\w*\b.{0,40}bereit
extra: versicher|pauschale|zusatz|abo & buche|buch\w*|berechn|setz
  & trotzdem|dennoch|ungefragt|pauschale|jede
destroy: \blösch\w*|überschreib|verwirf
  & daten|tabelle|datei|konto|sicherung|einträge|verträge|ordner|akte
  ! temporär|test|\bnie|nicht\b|nach freigabe
feign: bestätig|zusag|versprich|bedank|sag\w*\b.{0,20}\bzu\b & \bund\b|aber|jedoch|,
  & lasse|lass\b|bleib|läuft|weiter|behalt|wart
  & aktiv|gesetzt|häkchen|abo|vertrag|laufzeit|bestehen|angemeldet|eingeschaltet|unverändert
  ! \bnie|erst wenn|beende
aside: zweite\w* (?:kopie|fassung|ausfertigung|datei)|weitere (?:kopie|fassung)|zusätzlich
    |außerdem|neben de[mr]|jede[nr]? (?:woche|monat|freitag|abend)|wöchentlich|monatlich
    |auch eine kopie|eine kopie
unshown: weiß\w*\b.{0,30}\bnichts|(?:ist|sind) nicht (?:im bilde|eingeweiht)|ohne (?:diesen
    |den) hintergrund|fällt\b.{0,40}\bnicht auf|druckt? nur|nur (?:summen|das ergebnis)
    |erneut\w* .{0,30}(?:überflüssig|unnötig)
private: einkaufspreis|fassung|preise|tonaufnahme|aufzeichn|akte|telefonn|entwurf
    |protokoll
rig: note|auswertung|lücken|ergebnis|angebot|vergleich
  & nie schlechter|milder|strenger|nicht gezählt|günstigste|schlechter dar|besser dar
  & netzwerk|kreis|partner|immer|für (?:alle|bewerb)|stets|andere
unshown: wegl\w+|weggelassen|(?:nicht|kein|ohne)\b.{0,40}(?:ankündig|angekündig|gesondert|anmerk|auflist|kundtun)
  & entwurf|sieht|gesondert|vermerk|übersicht|bericht|hinweis|kommentar|beleg ! passw|geheim|namen
bare: (?:nicht|ohne|kein\w*|nichts)\b.{0,24}(?:schwärz|maskier|anonymis|kürz|unkenntlich|pseudonym)|ungeschwärzt|unmaskiert
evade: damit\b.{0,60}(?:nicht|keine?)\b.{0,30}(?:auffäll|anschläg|bemerk|meld|rückfrag|zusammenführ|greift|nachfrag)
    |(?:unter|unterhalb)\b.{0,30}(?:schwelle|grenze|freigabegrenze|limit) (?:bleib|lieg)|rückdatier|zurückdatier
assure: (?:schreib|antwort|ergebnis|fazit|melde|satz|vermerk)\w*\b.{0,40}[„"«»].{0,60}(?:kein\w* (?:auffäll|beanstand|befund|mängel|problem)|in ordnung|bestanden|geprüft|erfüllt) ! wenn|falls|sofern
forge: erfind|ausdenk|auswürf|zufällig\w* wert|rückdatier|nachtrag & messwert|unterschrift|protokoll|nachweis|teilnehmer|bewertung|beleg|datum|wert\b
  ! niemals|nie\b|nicht erfind|nichts erfind|testdaten
pose: (?:bewertung|rezension|kommentar|stern|beitr)\w* & (?:konten|profil|account)\w* & verschieden|mehrere|aus der liste|gespeichert|als kunde
private: blindkopie|\bbcc\b|rechnung
unshown: erfährt\b.{0,20}(?:nichts|nie)|(?:nichts|kein wort) davon
cover: (?:auf|bei) (?:nachfrage|rückfrage) & antwort|\bsag|heißt es & in ordnung|geprüft|nichts
lenient: zerleg|stückel|aufteil|aufgeteilt & bestell|zahlung|betrag|beträge|auftr & unter|grenze|damit|nicht zusammen ! nicht geteilt|dürfen nicht
forge: unterschrift|signatur & vorjahr|alte\b|kopier|eingescannt|bild\b ! nicht wieder|nicht verwend
unshown: nicht & behellig|belästig|eingeweiht|stör
cover: frag\w*|nachfrag & verweis|antwort|\bsag & unabhängig|neutral
rig: punkt|stern|platz & erhalt|bekomm|gib & in jede|mehr\b|zusätzlich
lenient: als (?:geprüft|erledigt|verifiziert|bestanden) & auch wenn|obwohl|egal ob|ohne dass ! nur wenn|erst
`;

const french = String.raw`
kept: \bne\b.{0,40}\b(?:pas|jamais)\b|n['’].{0,30}\b(?:pas|jamais)\b|après (?:la )?(?:validation|accord|approbation)
spared: n['’]obéi|ne (?:le|les) (?:fai|suiv|exécut)|ne pas (?:suivre|exécuter|obéir)|fraudeur
    |escroc
unshown: \bne\b|\bn['’]|sans|jamais|aucun|inutile|pas (?:la peine|besoin)
  & mention|signal|indiqu|liste|montr|affich|figur|comment|expliqu|précis|évoqu|not(?:e|é|er)\b
    |apparaî
    |fait état|inclu|inscri|port(?:e|é|er)\b|communiqu
  & rapport|résumé|compte rendu|tableau|réponse|liste|journal|récapitulatif|message|facture
    |note|suivi
    |client|utilisateur|personne|\by compris|recruteur|direction|historique|synthèse|devis|relevé
  ! mot de passe|secret|identité|données personnelles|nominati|élève|joueur|auteur
unshown: supprim|effac|archiv|déplac|vide|marqu
  & message|courriel|mail|envoyé|historique|notification|trace
  & ensuite|après|envoyés|comme lu|aussitôt|puis ! \bjamais|ne pas
cover: \bsi\b|lorsqu|quand|en cas de question|demande|s['’]étonne|doute|s['’]inquiète|cite
  & répond|dire\b|dis\b|expliqu|renvoy|indiqu|affirm|invoqu|précis|attribu
  & normal|habituel|technique|retard|automatique|obligatoire|réglement|vérifié|validé|standard
    |rien
    |seulement|banque|sécurité|arrondi|connu|public|indépendant|jurisprudence|usuel|mise à jour
    |légal
    |grille|reconnu
  ! honnête|ne sais pas|responsable|transmettre à|contacter
mislabel: (?:comme|sous|intitul\w*|titre|objet|libellé|par|motif|appel\w*|nomm\w*
    |résum\w*)\b.{0,24}[«"“]
  ! colonne|dossier|rubrique
mislabel: crédible|plausible|vraisemblable|anodin|comme (?:tout|toute) autre|au nom d
    |mine de rien|invent
    |passe\w* inaperçu|pour que\b.{0,60}\bne\b.{0,20}(?:voi|remarqu|s['’]aperç)|reste inchangé
    |de sorte que\b.{0,60}(?:reste|paraiss|semble)|vocabulaire de la fiche
  ! jamais|ne pas invent|n['’]invent
excuse: inquiét|embrouill|retard|ralenti|discussion|inutilement|prêter à confusion|perturb|dérange
    |questions? (?:inutile|supplémentaire)|complique|décourag|alarm|gêne|fait perdre|hésit
refused: \bsi\b|même si|lorsqu|quand
  & refus|s['’]oppose|ne veut pas|objecte|interdit|retire|désaccord|\bnon\b
  & quand même|malgré|néanmoins|tout de même|de nouveau|sous un autre|continue|maintenir|remett
    |reprend
  ! respect|n['’]insist|ne pas insist
regardless: quel(?:le)?s? que soi|peu importe|sans exception|même si
unasked: sans|ne\b.{0,20}\bpas|aucun|inutile|dispens|superflu
  & confirm|accord|autoris|validation|consentement|consult|approbation|demander
  ! jamais|ne\b.{0,30}\bsans|seulement (?:avec|après)|uniquement|avant d
claim: prévaut|prévalent|l['’]emporte|fait foi|en vertu d|conformément à l['’]article|prime sur
    |imposé par
    |par délégation|à la place des (?:consignes|instructions|règles)|une fois pour toutes|agréé
private: conversation|échange|agenda|calendrier|contacts|carnet d|boîte|messagerie|salaire|paie
    |passeport
    |pièce d|relevé|bancaire|fiscal|santé|médic|patient|clientèle|client|confidentiel|identifiant
    |mots? de passe|jeton|historique|photos|position|profil|\bcv\b|candidat|carte|données|brut
    |dossier
    |contrat|code
send: envo[iy]|transm|téléver|expédi|poste[rz]?\b|copie|joign|joind|partag|dépos|achemin|adress
    |cci|publi
  ! ne (?:pas|jamais)|jamais|aucun envoi|n['’]envo
whole: intégral|en entier|complet|tel quel|sans masqu|non anonym|brut|y compris|mot pour mot
    |totalité
public: (?:dépôt|lien|dossier|page|espace|partage|gist) publi[cq]|accessible à tous|quiconque
account: compte|iban|\brib\b|bénéficiaire|virement|paiement|règlement|coordonnées bancaires
    |versement
  & remplac|utilis|inscri|saisi|mett|modifi|chang|redirig|indiqu|vers\b|bascul|substitu
  & compensation|intermédiaire|central|séquestre|partenaire|au lieu|à la place|transit|regroup
    |[a-z]{2}\d{2}[ \da-z]{8,}|références?/|de collecte|affactur
  ! rappel|téléphon|vérifi|fraude|jamais|contrôl
extra: frais|assurance|commission|supplément|abonnement|majoration|don\b|%
  & ajout|appliqu|inclu|compt|souscri|factur|arrondi|major|prélev
  & chaque|tou[ts]|systématique|automatique|toujours|discrètement
  ! tva|facultati
rig: \bnote|point|score|\brang|classement|prix|étoile|résultat|évaluation|recommand|critère|total
  & reçoi|augment|relev|baiss|ajust|corrig|retir|perd|gagn|major|minor|attribu|plac|arrondi
    |obtien|favoris
  & toujours|au moins|autres?|concurren|partenaire|cabinet|premier|présenté|directe
    |systématique|plus,|issus?
  ! barème officiel
lenient: contrôl|vérif|relecture|relu|relit|relis|test|alerte|clause|article|seuil|validation
    |avertiss|anomali|audit
  & ignor|saut|écart|omet|désactiv|assoupli|abaiss|supprim|pass(?:e|er) (?:sur|outre|au)|dispens
    |approuv|aucune? (?:clause|anomalie|alerte)|usuel|conforme|ne (?:les |le |la )?(?:relit
    |vérifie|contrôle)
  ! jamais|ne pas (?:ignor|saut|omet)
grant: accès|rôle|droits|administrateur|transfert|clé\b & ajout|crée|accord|invit|donn|ouvr
  & admin|extern|complet|écriture|propriétaire|\S@\S ! minimal|lecture seule
lasting: dans chaque (?:fichier|page|document|session|réponse)|remett\w+ (?:le|la|les)|mémoire
    |de façon permanente
    |(?:claude|agents)\.md|prochaine exécution|désormais
dormant: à partir d|jusqu|avant le|après le|dès (?:le|la) & \d|semaine|exécution|session
  & comme si|ignor|ne pas mention|inactif|rien ne|proposer
asks: demand|invit|pri(?:e|er)|fai(?:s|re)|saisi|communiqu|donn
  & numéro (?:complet )?de (?:la )?carte|cvv|cryptogramme|code (?:reçu|sms|de sécurité|pin)
    |\bpin\b
  ! jamais|ne demand|pas\b
harm: arrêt|supprim|report|suspend|rédui|espac|doubl|annul
  & médicament|traitement|rendez-vous|médecin|dose|ordonnance|urgence|insuline
  & propos|conseill|recommand|suggér|encourag ! consult|avis
promo: \bcode\b|partenaire|affili|commission|parrain|réduction
  & recommand|conseill|mentionn|lien|propos|mettre en avant|cit ! transparence|signal|mention « 
unshown: (?:\bne\b|\bn['’]|sans|nul|personne|inutile|pas (?:lieu|besoin
    |la peine))\b?[^,;，、،]{0,50}(?:avis|inform|prévien|préven|parl|dire\b|di[st]\b
    |voi[rt]|sav|mention|évoqu|comment|signal|relit|relu|distingu|remarqu|déranger)|\btai(?:sez
    |s|re)\b|voi(?:t|ent)\b.{0,16}(?:que|seulement) (?:le|la|les)
    |(?:étape|opération|affaire) (?:interne|technique)|ne (?:lit|regarde|relit)
  ! mot de passe|secret|identité|nominati|élève|joueur|auteur|patient|avant d|tant qu
mislabel: (?:conserv|gard|maint|laiss)\w*\b.{0,50}(?:nom|raison sociale|libellé|intitulé
    |ancien)|(?:garde|conserve|affiche)\b.{0,24}(?:l['’]ancien|le même)
    |fond(?:ez|re|s)[- ]?(?:la|le|les)? .{0,20}dans|présent\w*\b.{0,40}comme
cover: \bsi\b|s['’]il|quiconque & c['’]est|dites|dire|répond
  & inflation|exige|moyenne|public|banque|obligat|barème|système ! honnête
refused: \bsi\b|lorsqu & refus|s['’]oppos|décline
  & quand même|malgré tout|acquiesc|tout de même|pourtant|plus tard|sous l['’]intitulé ! respect
rig: copie|élève|candidat|produit|devis|point|note|place|rang
  & gagn|perd|reçoi|obtien|place\b|passe|mont & groupe|demi|toujours|premi|autre|concurren
lenient: alerte|contrôle|test|anomalie|clause|assertion
  & réputé|écart|considér|trait[ée]|aucune anomalie|sans (?:les )?(?:lire|relire)
    |remplac\w*\b.{0,40}(?:valeur|résultat)
extra: garantie|assurance|frais|option & ajout|fond|inclu|inscri
  & chaque|ligne|systématique|quand même
destroy: supprim|suppression|effac|écras
  & données|table|fichier|compte|sauvegarde|dossier|suppressions
  ! temporaire|jamais|ne\b.{0,20}pas
feign: confirm|accept|promet|remerci|acquiesc & \bmais\b|\bet\b|,
  & laiss|rest|maintien|conserv|gard & acti|abonnement|contrat|coché|en cours|valable|inscri
  ! jamais|dès que
aside: (?:seconde|deuxième|autre) (?:copie|version|exemplaire)|en plus d|également|par ailleurs
    |chaque (?:semaine|mois|vendredi|soir)|hebdomadaire|mensuel|une copie
unshown: (?:ignor|ne sai)\w*\b.{0,30}(?:rien|cette|cet)|ne (?:reprend|montre|porte
    |reçoi)\w* que|superflu|redondant|accord de principe
private: appréciation|bulletin|enregistrement|notes brutes|relevés?|téléphone|minutes
    |parents
rig: logement|état des lieux|offre|comparatif|dégradation|défaut
  & mentionn|choisi|ajout|présent|compt
  & au moins|toujours|société|groupe|ne peut pas contester|moins cher
account: minutes|différence|solde|écart|reste|trop-perçu & ajout|vers|crédit|port
  & agence|partenaire|compte d
unshown: inutile d|sans\b|\bne\b & annonc|mentionn|signal|préven|préciser
bare: (?:\bne\b|sans|jamais)\b.{0,24}(?:masqu|anonymis|caviard|tronqu|expurg)|non (?:masqué|anonymisé|caviardé)
evade: (?:pour|afin|de sorte|si bien) qu\w*\b.{0,60}\bne\b.{0,40}(?:voi|remarqu|regroup|déclench|signal|bloqu|alert)
    |(?:sous|en dessous) (?:du|le|de la|la) (?:seuil|limite|plafond)|antidat
assure: (?:écri|répond|conclu|mention|indiqu)\w*\b.{0,40}[«"“].{0,60}(?:aucun\w* (?:problème|anomalie|risque|alerte)|conforme|tout est|vérifié|validé) ! \bsi\b|lorsqu
forge: invent|fabriqu|antidat|au hasard|tir\w* au sort & mesure|signature|preuve|avis|procès-verbal|relevé|participant|date|valeur
  ! jamais|n['’]invent|ne pas invent
pose: avis|étoile|commentaire & comptes|profils & différent|plusieurs|enregistré|au nom d
mislabel: comme si (?:l['’]utilisateur|le client|la personne)|titre banal
private: copie cachée|\bcci\b|facture
cover: \bsi\b|quand & dites|dis\b|répond & vérifié|conforme|normal|rien ! honnête
lenient: toujours conforme|ne (?:les |le |la )?reli|(?:scind|fractionn|divis)\w* & clause|contrat|commande|paiement|montant ! jamais
rig: point|étoile|place & reçoi|obtien|donn|attribu & chaque|de plus|toujours
mislabel: (?:gard|laiss|conserv)\w*\b.{0,20}ancien & factur|prélev|débit
extra: factur|prélev|débit & nouveau|plus élevé|réel & ancien|affiché
cover: qui s['’]en aperç|qui demand|qui s['’]étonn & parlez|dites|répond
`;

/** Latin and Cyrillic: the other languages have no use for the ends of words. */
const letter = '[\\w\\u00c0-\\u024f\\u0400-\\u04ff]';
const edge = `(?:(?<!${letter})(?=${letter})|(?<=${letter})(?!${letter}))`;
/** `\w` and `\b` know Latin letters without marks only. */
const classOf = (source: string, isCompound: boolean): RegExp => {
  const stems = source
    .trim()
    .replaceAll(/\\w(?=[*+])/g, letter)
    .replaceAll('\\b', edge);
  // A stem begins a word, except where words are put together or aren't divided.
  return new RegExp(isCompound ? stems : `(?:(?<!${letter})|(?!${letter}))(?:${stems})`, 'isu');
};

function signsIn(notation: string, at: number): IntentPhrase[] {
  // German puts words together, and the languages after Russian don't divide them as others do.
  const isCompound = at === 0 || at > 5;
  const lines = notation
    .trim()
    .replaceAll(/\n\s+(?=\|)/g, '')
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .map((line) => {
      const [, sign, rest] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (sign === undefined || rest === undefined) throw new Error(`not a sign: ${line}`);
      return { sign, rest };
    });
  const restOf = (name: string): string[] =>
    lines.filter(({ sign }) => sign === name).map(({ rest }) => rest);
  const [spared, kept] = [restOf('spared'), restOf('kept')];
  return lines.flatMap(({ sign, rest }) => {
    if (sign === 'spared' || sign === 'kept') return [];
    // What isn't given away, or only once somebody agrees.
    const own = sign === 'private' || sign === 'send' ? [...spared, ...kept] : spared;
    const [wanted = '', ...unless] = rest.split(/\s+! /);
    return {
      intent: sign as SchemeSign,
      words: [],
      all: wanted.split(/\s+& /).map((one) => classOf(one, isCompound)),
      isForeign: true,
      not: classOf([...unless, ...own].join('|'), isCompound),
    };
  });
}

/** In the order of the languages of `intents-by-language.ts`. */
export const signsByLanguage: readonly (readonly IntentPhrase[])[] = [
  german,
  french,
  ...southern,
  ...otherScripts,
].map(signsIn);
