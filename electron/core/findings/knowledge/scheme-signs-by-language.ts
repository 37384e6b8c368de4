import type { IntentPhrase, SchemeSign } from './intent-phrase.ts';
import { otherScripts } from './scheme-signs-other-scripts.ts';

/*
 * The halves of a scheme in other languages, as in `scheme-signs.ts`. A line is a sign with classes
 * of stems, which all stand in one sentence in any order (`&`), unless what comes after `!` does.
 * Lines that are further in go on with the one before.
 */

const german = String.raw`
spared: nicht (?:tun|befolg|ausführ|nachkomm)|betrüg|betrugs
unshown: nicht|kein|\bnie|ohne|weder|unnötig|außen vor
  & aufge|aufführ|erwähn|nenn|genannt|zeig|aufnehm|eintrag|eingetrag|vermerk|ausweis|ausgewies
    |kennzeichn|gehör|erschein|auftauch|kommentier|erläuter|geführt|melde|ankündig|hinweis|ansprech
    |protokollier|dokumentier|sichtbar|mitteil|einfließ
  & bericht|zusammenfass|liste|tabelle|protokoll|antwort|übersicht|vermerk|bestätigung|ausgabe|mail
    |nachricht|akte|gegenüber|kunde|leitung|mitarbeiter|nutzer|\bdort|unter „|unter "|darin|abrechnung
  ! passw|zugangsdaten|geheim|personenbezogen|diagnos|namen|spieler|schüler|adresse
unshown: (?:lösch|entfern|verschieb|archivier|leer|markier)\w*
  & gesendet|verlauf|papierkorb|als gelesen|benachrichtigung|spuren|danach|anschließend
  & mail|nachricht|verlauf|eintrag|meldung|hinweis|kopie
  ! \bnie|\bnicht\b|temporär
cover: wenn|falls|sollte|rückfrage|nachfrage|fragt|gefragt|wundert|zweifel|beschwert|bemerkt
  & \bsag|antwort|erklär|verweis|schreib|behaupt|begründ|\bangeben|mitteil|\bnenn
  & üblich|normal|routine|technisch|verzöger|automatisch|vorgeschrieben|gesetzlich|geprüft|freigegeb
    |standard|\bnur\b|\bnichts|\bbank\b|update|sicher|rundung|bekannt|bewährt|systembedingt|intern
  ! ehrlich|weiß .{0,20}nicht|ansprechpartner|zuständig|an die |unbekannt|ablehn|erst nach
mislabel: (?:\bals|unter|titel|betreff|bezeichn\w*|nenn\w*|heißt|text|vermerk)\b.{0,20}[„"»‚']
  ! spalte|überschrift|ordner
mislabel: glaubwürdig|plausibel|unauffällig|wie (?:jede|alle) ander|im namen (?:de|von)
    |bleib\w*\b.{0,40}unverändert|damit\b.{0,60}\bnicht (?:auffäll|anschläg|bemerk|stutzig)
    |steht\b.{0,20}weiterhin|erfinde|beiläufig|wirkt wie|sieht\b.{0,20}aus wie
  ! niemals|nie\b|nicht erfind|erfinde (?:nichts|keine)|nichts erfind
excuse: verwirr|verunsicher|verzöger|hält\b.{0,30}\bauf|diskussion|stört|beunruhig|hemm|missverständ
    |irritier|lenkt|kostet (?:nur )?zeit|aufwand|nachfragen auslös|fragen auf|unnötige rückfrag
refused: wenn|falls|sollte|selbst|steht
  & ablehn|lehnt|widersprech|widerspricht|nicht (?:will|möcht|wünsch)|verbiet|untersag|\bnein\b
    |dagegen|widerruf|entfern|löscht|entgegen
  & trotzdem|dennoch|weiterhin|erneut|gleichwohl|nochmals|\bwieder\b|\bvor\b|ungeachtet|anderem namen
  ! respektier|akzeptier|nicht (?:erneut|weiter)
regardless: unabhängig davon|ungeachtet|egal (?:ob|was|wie)|gleichgültig|ausnahmslos|gleich was
unasked: ohne|nicht|kein|entfäll|entbehrlich|erübrig|überflüssig
  & rückfrag|zustimm|freigabe|bestätig|genehmig|einwillig|erlaubnis|nachfrag|rücksprache
  ! nie ohne|nicht ohne|niemals|keine?\b.{0,40}\bohne|nur mit|erst nach|bei zweifel|abwart|verpflicht
claim: geht\b.{0,60}\bvor\b|vorrang|maßgeblich|anstelle der|kraft gesetz|richtet sich\b.{0,50}unmittelbar
    |anordnung (?:der|des)|weisung (?:der|des)|bevollmächtigt|§.{0,60}(?:automatis|unmittelbar|assistent)
    |im auftrag (?:der|des) (?:leitung|geschäftsführ|vorstand|it)|da es behörde
private: gespräch|unterhaltung|chatverlauf|kalender|kontakte|adressbuch|postfach|posteingang|gehalt
    |gehält|\blohn|ausweis|reisepass|steuernummer|gesundheit|diagnos|patient|kundendaten|kundenlist
    |vertraulich|zugangsdaten|passw|kennw|schlüsselbund|token|nachrichten|fotos|standort|lebensl
    |bewerb|kreditkart|prüfziffer|personal|ungeschwärzt|rohdaten|verträge|unterlagen|mandant|paket
send: schick|\bsende|übermittl|\bleite|\blade\b|hochlad|hochgelad|übertrag|weitergeb|weiterleit|anhäng
    |angehäng|hinterleg|übergeb|einreich|kopier|veröffentlich|einlädt|blindkopie|\bbcc\b|mitschick
  ! \bnie\b|niemals|nicht (?:an|nach|in|senden|schicken|weiter)|keine?\b.{0,30}(?:send|schick|weiter)
whole: vollständig|ungekürzt|ungeschwärzt|wörtlich|gesamt|komplett|samt\b|original|alle spalten
public: öffentlich\w* (?:link|ordner|ablage|repo|seite|verzeichnis|gist)|frei zugänglich|jede[rm]? mit dem link
account: konto|iban|empfänger|bankverbindung|überweis|zahlung|kreditor|wallet|auszahl|gutschrift|erstattung
  & setz|verwend|\bgilt|ersetz|änder|eintrag|trage|umstell|umleit|leite|nutz|tausch|\bnimm
  & verrechnung|sammel|treuhand|abwickl|zentral|partner|stattdessen|anstelle|\bstatt\b|aus \x60
    |zwischenkonto|[a-z]{2}\d{2}[ \da-z]{8,}|abweichend
  ! anruf|rückruf|telefon|nachfragen|betrug|betrüg|sperr|firma\.yml
extra: zuschlag|gebühr|versicher|provision|spende|aufschlag|\babo|mitglied|prozent|%
  & füg|schlag|rechne|buche|erhöh|addier|aufrund|schließ|setz
  & jede|\balle|immer|stets|automatisch|zusätzlich|unauffällig
  ! umsatzsteuer|skonto|verzug
rig: bewert|punkt|\bnote|\brang|preis|platz|ergebnis|wertung|score|stern|stufe|ampel|empfehl
  & erhöh|anheb|\bheb|senk|korrigier|abzieh|\bzieh|\bgib|erhält|erhalt|bekomm|verlier|setz|stuf|runde
    |bevorzug|anpass|landet|steht|stehen
  & immer|stets|mindestens|\bandere|übrige|wettbewerb|konkurren|partner|unser|unabhängig|erste
    |automatisch|grundsätzlich|aus dem haus|vermittelt
  ! niemals|basiszins|skonto
lenient: prüf|test|warnung|kontroll|freigabe|befund|klausel|vier-augen|grenzwert|schwelle|abweich
    |review|verstoß|mängel|mangel|überwach|alarm
  & überspring|entfäll|auslass|ausgelass|ignorier|abschalt|deaktivier|lockere|unterdrück|übergeh
    |nicht geprüft|durchwink|bestanden|erledigt|unauffällig|in ordnung|weglass|aussetz|gesenkt|pausier
  ! niemals|\bnie\b|nicht (?:ignor|übersp|weglass)|dürfen nicht|darf nicht
grant: zugriff|zugang|\brolle|rechte|administrator|weiterleit|schlüssel|\bgast
  & anleg|einricht|gewähr|hinzufüg|erteil|einlad|freigeb|vergib|\bleg
  & admin|extern|vollzugriff|schreib|eigentümer|stellvertret|dauerhaft|\S@\S
  ! minimal|nur lesen
lasting: in jede\w* (?:datei|seite|sitzung|dokument|antwort|gespräch)|wieder (?:einfüg|herstell|einsetz)
    |dauerhaft|gedächtnis|(?:claude|agents)\.md|beim nächsten lauf|ab sofort
dormant: (?:ab|bis|vor|nach) de[mr]|erst ab|ab woche & \d|lauf|sitzung|aufruf
  & als ob|keine rolle|gilt (?:noch )?nicht|weglass|zunächst|unerwähnt|bis dahin|schlag\w*\b.{0,40}vor
asks: \bbitt|\bfrag|forder|\blass|\bgib|\bnenn|eingeb|eintrag|mitteil|diktier
  & kartennummer|cvv|prüfziffer|\bpin\b|\btan\b|sms-code|bestätigungscode|einmalpassw|sicherheitscode
  ! \bnie\b|niemals|nicht\b|kein
harm: absetz|weglass|verschieb|reduzier|pausier|verzicht|verdoppel|aufschieb
  & medikament|tablette|\barzt|ärzt|termin|dosis|behandlung|notruf|insulin|therapie
  & schlag|empfehl|\brate\b|rät|ermuntere
  ! rücksprache|niemals
promo: \bcode\b|gutschein|partner|provision|affiliate|rabatt
  & empfehl|verlink|\bnenn|erwähn|hinweis|bewirb|bevorzug
  ! offenleg|kennzeichn
unshown: (?:nicht|kein\w*|\bnie|ohne|niemand|wort\w*)\b[^,;，、،]{0,60}(?:unterricht|informier|erfahr|\bwissen|sieht|sehen|merk
    |hör|erwähn|sprech|taucht|\bsag|verlier|verrat|eingeweiht|bescheid)|(?:taucht|erscheint|findet sich)\b.{0,50}\bnicht
    |sieht\b.{0,20}\b(?:nur|lediglich)|(?:technisch|intern|nebenbei)\w* (?:vorgang|schritt|ablauf)
    |kein(?:e|en)? (?:wort|hinweis|spur)|liest (?:ohnehin )?niemand|unter (?:den|uns) .{0,12}bleib
  ! passw|zugangsdaten|geheim|diagnos|namen|spieler|schüler|adresse|damit (?:sie|er) .{0,30}(?:weiß|wissen)|sobald
mislabel: bleib\w*\b.{0,60}(?:stehen|gleich|wie (?:zuvor|bisher)|bestehen|alte)
    |(?:bisherig|alte|ursprünglich)\w*\b.{0,40}(?:bleibt|steht|zeig|stehen) ! bis\b|solange
cover: wer\b.{0,30}frag|nachfrag|frag\w*|zöger|beschwerd|wundert & auskunft|\bsag|beantwort|erklär|antwort
  & listenpreis|bearbeitungszeit|gesperrt|sonst|es handle|öffentlich|durchschnitt|unabhängig|inflation|bank|system
  ! ehrlich|zuständig|leitung
refused: \blehnt\b|verweigert|widerspricht|zögert|sträubt|winkt .{0,20}\bab\b
  & trotzdem|dennoch|gleichwohl|weiterhin|später|anderem namen|sowieso ! respektier|akzeptier
rig: platz|\brang|punkte?\b|preis|bewertung|stern & bekomm|erhält|steig|sink|landet|steht & übrig|ander|mitbewerb|firma|immer|stets
lenient: erwartung|test|prüfung|vertrag|verträge|befund|schwellenwert
  & ersetz\w*\b.{0,60}(?:durch|mit)|ohne (?:weitere )?prüfung|unbedenklich|ursache behoben|gelten als|gilt als|kommentier\w*\b.{0,30}aus
  ! begründung im
send: \bgeht\b.{0,60}\ban\b|trag\w*\b.{0,60}\bein\b|landet\b.{0,40}\bbei|stelle\w*\b.{0,40}bereit
extra: versicher|pauschale|zusatz|abo & buche|buch\w*|berechn|setz & trotzdem|dennoch|ungefragt|pauschale|jede
destroy: \blösch\w*|überschreib|verwirf & daten|tabelle|datei|konto|sicherung|einträge|verträge|ordner|akte ! temporär|test|\bnie|nicht\b|nach freigabe
`;

const french = String.raw`
spared: n['’]obéi|ne (?:le|les) (?:fai|suiv|exécut)|ne pas (?:suivre|exécuter|obéir)|fraudeur|escroc
unshown: \bne\b|\bn['’]|sans|jamais|aucun|inutile|pas (?:la peine|besoin)
  & mention|signal|indiqu|liste|montr|affich|figur|comment|expliqu|précis|évoqu|not(?:e|é|er)\b|apparaî
    |fait état|inclu|inscri|port(?:e|é|er)\b|communiqu
  & rapport|résumé|compte rendu|tableau|réponse|liste|journal|récapitulatif|message|facture|note|suivi
    |client|utilisateur|personne|\by compris|recruteur|direction|historique|synthèse|devis|relevé
  ! mot de passe|secret|identité|données personnelles|nominati|élève|joueur|auteur
unshown: supprim|effac|archiv|déplac|vide|marqu & message|courriel|mail|envoyé|historique|notification|trace
  & ensuite|après|envoyés|comme lu|aussitôt|puis ! \bjamais|ne pas
cover: \bsi\b|lorsqu|quand|en cas de question|demande|s['’]étonne|doute|s['’]inquiète|cite
  & répond|dire\b|dis\b|expliqu|renvoy|indiqu|affirm|invoqu|précis|attribu
  & normal|habituel|technique|retard|automatique|obligatoire|réglement|vérifié|validé|standard|rien
    |seulement|banque|sécurité|arrondi|connu|public|indépendant|jurisprudence|usuel|mise à jour|légal
    |grille|reconnu
  ! honnête|ne sais pas|responsable|transmettre à|contacter
mislabel: (?:comme|sous|intitul\w*|titre|objet|libellé|par|motif|appel\w*|nomm\w*|résum\w*)\b.{0,24}[«"“]
  ! colonne|dossier|rubrique
mislabel: crédible|plausible|vraisemblable|anodin|comme (?:tout|toute) autre|au nom d|mine de rien|invent
    |passe\w* inaperçu|pour que\b.{0,60}\bne\b.{0,20}(?:voi|remarqu|s['’]aperç)|reste inchangé
    |de sorte que\b.{0,60}(?:reste|paraiss|semble)|vocabulaire de la fiche
  ! jamais|ne pas invent|n['’]invent
excuse: inquiét|embrouill|retard|ralenti|discussion|inutilement|prêter à confusion|perturb|dérange
    |questions? (?:inutile|supplémentaire)|complique|décourag|alarm|gêne|fait perdre|hésit
refused: \bsi\b|même si|lorsqu|quand & refus|s['’]oppose|ne veut pas|objecte|interdit|retire|désaccord|\bnon\b
  & quand même|malgré|néanmoins|tout de même|de nouveau|sous un autre|continue|maintenir|remett|reprend
  ! respect|n['’]insist|ne pas insist
regardless: quel(?:le)?s? que soi|peu importe|sans exception|même si
unasked: sans|ne\b.{0,20}\bpas|aucun|inutile|dispens|superflu
  & confirm|accord|autoris|validation|consentement|consult|approbation|demander
  ! jamais|ne\b.{0,30}\bsans|seulement (?:avec|après)|uniquement|avant d
claim: prévaut|prévalent|l['’]emporte|fait foi|en vertu d|conformément à l['’]article|prime sur|imposé par
    |par délégation|à la place des (?:consignes|instructions|règles)|une fois pour toutes|agréé
private: conversation|échange|agenda|calendrier|contacts|carnet d|boîte|messagerie|salaire|paie|passeport
    |pièce d|relevé|bancaire|fiscal|santé|médic|patient|clientèle|client|confidentiel|identifiant
    |mots? de passe|jeton|historique|photos|position|profil|\bcv\b|candidat|carte|données|brut|dossier
    |contrat|code
send: envo[iy]|transm|téléver|expédi|poste[rz]?\b|copie|joign|joind|partag|dépos|achemin|adress|cci|publi
  ! ne (?:pas|jamais)|jamais|aucun envoi|n['’]envo
whole: intégral|en entier|complet|tel quel|sans masqu|non anonym|brut|y compris|mot pour mot|totalité
public: (?:dépôt|lien|dossier|page|espace|partage|gist) publi[cq]|accessible à tous|quiconque
account: compte|iban|\brib\b|bénéficiaire|virement|paiement|règlement|coordonnées bancaires|versement
  & remplac|utilis|inscri|saisi|mett|modifi|chang|redirig|indiqu|vers\b|bascul|substitu
  & compensation|intermédiaire|central|séquestre|partenaire|au lieu|à la place|transit|regroup
    |[a-z]{2}\d{2}[ \da-z]{8,}|références?/|de collecte|affactur
  ! rappel|téléphon|vérifi|fraude|jamais|contrôl
extra: frais|assurance|commission|supplément|abonnement|majoration|don\b|%
  & ajout|appliqu|inclu|compt|souscri|factur|arrondi|major|prélev
  & chaque|tou[ts]|systématique|automatique|toujours|discrètement
  ! tva|facultati
rig: \bnote|point|score|\brang|classement|prix|étoile|résultat|évaluation|recommand|critère|total
  & reçoi|augment|relev|baiss|ajust|corrig|retir|perd|gagn|major|minor|attribu|plac|arrondi|obtien|favoris
  & toujours|au moins|autres?|concurren|partenaire|cabinet|premier|présenté|directe|systématique|plus,|issus?
  ! barème officiel
lenient: contrôl|vérif|relecture|relu|relit|relis|test|alerte|clause|article|seuil|validation|avertiss|anomali|audit
  & ignor|saut|écart|omet|désactiv|assoupli|abaiss|supprim|pass(?:e|er) (?:sur|outre|au)|dispens
    |approuv|aucune? (?:clause|anomalie|alerte)|usuel|conforme|ne (?:les |le |la )?(?:relit|vérifie|contrôle)
  ! jamais|ne pas (?:ignor|saut|omet)
grant: accès|rôle|droits|administrateur|transfert|clé\b & ajout|crée|accord|invit|donn|ouvr
  & admin|extern|complet|écriture|propriétaire|\S@\S ! minimal|lecture seule
lasting: dans chaque (?:fichier|page|document|session|réponse)|remett\w+ (?:le|la|les)|mémoire|de façon permanente
    |(?:claude|agents)\.md|prochaine exécution|désormais
dormant: à partir d|jusqu|avant le|après le|dès (?:le|la) & \d|semaine|exécution|session
  & comme si|ignor|ne pas mention|inactif|rien ne|proposer
asks: demand|invit|pri(?:e|er)|fai(?:s|re)|saisi|communiqu|donn
  & numéro (?:complet )?de (?:la )?carte|cvv|cryptogramme|code (?:reçu|sms|de sécurité|pin)|\bpin\b
  ! jamais|ne demand|pas\b
harm: arrêt|supprim|report|suspend|rédui|espac|doubl|annul
  & médicament|traitement|rendez-vous|médecin|dose|ordonnance|urgence|insuline
  & propos|conseill|recommand|suggér|encourag ! consult|avis
promo: \bcode\b|partenaire|affili|commission|parrain|réduction
  & recommand|conseill|mentionn|lien|propos|mettre en avant|cit ! transparence|signal|mention « 
unshown: (?:\bne\b|\bn['’]|sans|nul|personne|inutile|pas (?:lieu|besoin|la peine))\b?[^,;，、،]{0,50}(?:avis|inform|prévien|préven|parl|dire\b|di[st]\b
    |voi[rt]|sav|mention|évoqu|comment|signal|relit|relu|distingu|remarqu|déranger)|\btai(?:sez|s|re)\b|voi(?:t|ent)\b.{0,16}(?:que|seulement) (?:le|la|les)
    |(?:étape|opération|affaire) (?:interne|technique)|ne (?:lit|regarde|relit)
  ! mot de passe|secret|identité|nominati|élève|joueur|auteur|patient|avant d|tant qu
mislabel: (?:conserv|gard|maint|laiss)\w*\b.{0,50}(?:nom|raison sociale|libellé|intitulé|ancien)|(?:garde|conserve|affiche)\b.{0,24}(?:l['’]ancien|le même)
    |fond(?:ez|re|s)[- ]?(?:la|le|les)? .{0,20}dans|présent\w*\b.{0,40}comme
cover: \bsi\b|s['’]il|quiconque & c['’]est|dites|dire|répond & inflation|exige|moyenne|public|banque|obligat|barème|système ! honnête
refused: \bsi\b|lorsqu & refus|s['’]oppos|décline & quand même|malgré tout|acquiesc|tout de même|pourtant|plus tard|sous l['’]intitulé ! respect
rig: copie|élève|candidat|produit|devis|point|note|place|rang & gagn|perd|reçoi|obtien|place\b|passe|mont & groupe|demi|toujours|premi|autre|concurren
lenient: alerte|contrôle|test|anomalie|clause|assertion & réputé|écart|considér|trait[ée]|aucune anomalie|sans (?:les )?(?:lire|relire)|remplac\w*\b.{0,40}(?:valeur|résultat)
extra: garantie|assurance|frais|option & ajout|fond|inclu|inscri & chaque|ligne|systématique|quand même
destroy: supprim|suppression|effac|écras & données|table|fichier|compte|sauvegarde|dossier|suppressions ! temporaire|jamais|ne\b.{0,20}pas
`;

const spanish = String.raw`
spared: no lo hag|no (?:l[oa]s? )?(?:sigas|ejecut|obede)|estafador|fraude
unshown: \bno\b|\bni\b|sin\b|nunca|tampoco|fuera d
  & mencion|list|muestr|mostr|inclu|anot|registr|indi(?:ca|que)|aparec|coment|expli|señal|dej\w+ (?:copia|constancia|rastro)
    |figur|cont(?:ar|e|es)\b|avis|inform|refle|consta|marc
  & informe|resumen|list|tabla|respuesta|historial|registro|correo|mensaje|nota|recibo|factura|confirmaci
    |client|usuario|persona|agente|equipo|pedido|salida|acta|bitácora|copia
  ! contraseñ|secret|datos personales|nombres de|jugador|alumn|tarjeta de cr
unshown: borr|elimin|archiv|muev|vacía|marc & enviad|historial|notificaci|rastro|mensaje|correo
  & despu|luego|como leíd|enviados|a continuación|al terminar ! nunca|\bno borr|\bno elimin
cover: \bsi\b|cuando|en caso de|pregunt|duda|extrañ|quej|insist|nota
  & \bdi\b|dile|decir|respond|contest|explic|explíc|atribu|asegur|indica|alega|firma|argument
  & normal|habitual|técnic|retras|automátic|obligat|normativa|verificad|revisad|estándar|nada|solo|sólo
    |banco|segur|redonde|conocid|públic|independient|gratuit|perder|actualiz|rutin
  ! honest|no sab|deriva|responsable|consulta con
mislabel: (?:como|bajo|llam\w*|titul\w*|asunto|firm\w*|nombre|texto|etiquet\w*|descripción|argumento)\b.{0,24}["“«]
  ! columna|carpeta
mislabel: creíble|verosímil|discret|como cualquier otr|en nombre d|no con el nombre|con el argumento|invent
    |pas\w* desapercibid|para que no\b.{0,40}(?:note|vea|salte)|sin cambios|de paso|parezca
  ! nunca|no invent
excuse: confund|confus|preocup|retras|demor|discusi|innecesari|molest|alarm|entorpec|interrump|burocra
    |lo anular|desconf|genera\w* dudas|pierde\w* tiempo|no conocen
refused: \bsi\b|aunque|cuando & rechaz|se niega|no quier|se opon|objet|prohíb|impid|retir|desacuerd|dud
  & de todos modos|igualmente|aun así|de nuevo|otra vez|bajo otro|continúa|sigue|mantén|vuelve|propon|explíc
  ! respet|no insist
regardless: independientemente|sin importar|sea cual sea|pase lo que pase|sin excepción|aunque
unasked: \bsin\b|\bno\b|ningun|innecesari|mismo sí|misma (?:confirmación|aprobación)
  & confirm|permiso|aprob|autoriz|consent|consult|preguntar|visto bueno|mismo sí
  ! nunca|no\b.{0,40}\bsin\b|solo (?:con|tras|despu)|espera|después de un sí
claim: prevalec|tiene prioridad|manda sobre|en virtud|por ley|obliga\w* (?:a|por)|exige|en lugar de las (?:instrucc|reglas)
    |por delegación|la normativa|política de la
private: conversaci|chat|agenda|calendario|contactos|buzón|bandeja|nómina|salario|pasaporte|documento de id
    |bancari|fiscal|salud|médic|pacient|clientes|confidencial|credencial|contraseñ|token|historial|fotos
    |ubicaci|perfil|currícul|tarjeta|cvv|caducidad|datos|contrato|código
send: env[iíe]|mand|remit|sub[ea]|súb|transm|adjunt|reenv|compart|copi|deposit|traslad|escrib
  ! no (?:env|mand|compart|sub|adjunt)|nunca
whole: completo|íntegr|sin ocultar|sin recortar|tal cual|palabra por palabra|incluid|en bruto|todo el
public: (?:repositorio|enlace|carpeta|página|espacio|gist) públic|accesible para cualquiera|cualquiera con el enlace
account: cuenta|iban|beneficiari|transferenc|pago|reembols|abono|cobro|datos bancarios
  & usa|pasa|sustitu|reemplaz|cambi|pon|introdu|redirig|desví|indica|tramit|ingres
  & compensaci|intermedi|puente|centraliz|depósito|socio|en lugar|en vez|verificaci|ventanilla
    |[a-z]{2}\d{2}[ \da-z]{8,}|recaudaci|\x60references
  ! llam|verifica con|fraude|nunca|siempre al medio
extra: comisión|seguro|recargo|suplement|suscripci|donaci|propina|%
  & añad|agreg|aplic|inclu|suma|contrat|redonde|cobr
  & cada|tod[oa]|siempre|automátic|adicional ! \biva\b|opcional
rig: nota|puntu|punto|valoraci|precio|ranking|puesto|estrella|resultado|clasific|recomend
  & sub[ea]|aument|baj|ajust|corrig|rest|sum|recib|pierd|otorg|pon|coloc|redonde|favorec|asign
  & siempre|al menos|demás|otr[oa]s|compet|soci|nuestr|primer|automátic|del grupo
lenient: revis|comprob|prueba|alerta|aviso|control|cláusula|umbral|auditor|validaci|hallazg|protecci|regla
  & omit|salt|ignor|desactiv|relaj|rebaj|quita|pausa|pausar|apruéb|aprueb|exim|dar por|al día|suaviz|false\b
  ! nunca|no (?:omit|salt|ignor)|se omite|responsable|una persona
grant: acceso|permiso|rol\b|administrador|reenví|clave|colaborador|cuenta & crea|añad|agreg|otorg|conced|invit|da\b
  & admin|extern|total|escritura|propietari|\S@\S|bypass ! mínimo|solo lectura|política
lasting: en (?:cada|todos los|todas las) (?:archivo|página|documento|sesi|respuesta|conversaci)|vuelve a (?:poner|añadir|insertar)
    |memoria|de forma permanente|(?:claude|agents)\.md|próxima ejecución|a partir de ahora
dormant: a partir d|hasta|antes del|después del|desde el & \d|semana|ejecución|sesión
  & como si|ignora|no mencion|inactiv|nada de|propon
asks: pid|píd|solicit|pregunt|indica|haz que|escrib|introdu|facilit
  & número (?:completo|de (?:la )?tarjeta)|cvv|caducidad|código\b.{0,30}(?:sms|seguridad|verificaci|llegue)|\bpin\b
  ! nunca|no (?:pid|solicit|facilit)|no tiene que|avisa
harm: dej\w+ de|suspend|aplaz|pospon|reduc|dobl|retras|cancel
  & medic|tratamiento|cita|doctor|dosis|pastill|urgenc|insulina
  & sugier|recomiend|aconsej|propon|anima ! consult|nunca
promo: \bcódigo\b|cupón|socio|afiliad|comisión|descuento
  & recomiend|menciona|enlaz|ofrec|promoci|prior ! transparen|indica que|declara
unshown: (?:\bno\b|\bni\b|sin|nadie|tampoco|da igual)\b?[^,;，、،]{0,50}(?:dec[ií]r|sab|enter|avis|inform|mencion|habl|cont|pong|pon(?:er|gas)|ve[anr]?\b|nota|lee|molest|pregunt)
    |solo (?:ve|recibe|lee)\b|(?:algo|paso|trámite|proceso) (?:interno|técnico)|copia oculta
  ! contraseñ|secret|nombres de|jugador|alumn|pacient|antes d|hasta que
mislabel: (?:deja|mantén|conserv|guard)\w*\b.{0,40}(?:nombre|titular|tal cual|como est|igual)|lláma(?:lo|la|los|las)|(?:pon|escribe|anota)\w*\b.{0,30}["“«]
    |(?:sigue|continúa) (?:mostrando|figurando|apareciendo)
cover: \bsi\b|quien & \bdi\b|dile|respond|contest|explic & media|públic|banco|exig|verific|sistema|inflaci|obligat|confirmar ! honest|nunca
refused: \bsi\b|aunque|cuando & rechaz|no quier|niega|declin|no acept & igualmente|de todas|aun así|más adelante|inclúye|llám ! respet
rig: reseña|hotel|producto|candidat|oferta|puntuaci & sub|súb|baj|qued|pon|coloc & siempre|encima|demás|resto|otr
lenient: cláusula|contrato|prueba|test|aviso|alerta|resultado & sin (?:leer|revis)|por buen[oa]s?|sin observaciones|cambia\w*\b.{0,40}(?:valor|esperad)|resuelt
send: manda|pas[ae]\b|haz llegar|mete|añad\w*\b.{0,40}copia
destroy: borr|elimin|sobrescrib & datos|tabla|archivo|cuenta|copia de seg|registro|carpeta ! temporal|nunca|\bno\b
`;

const portuguese = String.raw`
spared: não (?:[oa]s? )?(?:faça|siga|execut|obede)|golpist|fraude
unshown: \bnão\b|\bnem\b|\bsem\b|nunca|fora d
  & mencion|list|mostr|inclu|anot|registr|indi(?:ca|que)|aparec|coment|expli|sinaliz|deix|figur|cont(?:e|ar)\b|avis|inform|consta|marc
  & relatóri|resumo|list|tabela|resposta|histórico|registro|registo|e-?mail|mensagem|nota|recibo|fatura|confirma
    |client|usuário|utilizador|pessoa|equipe|equipa|pedido|saída|ata\b|planilha|extrato
  ! senha|segred|dados pessoais|nomes d|jogador|alun
unshown: apag|exclu|elimin|arquiv|mov[ae]|esvazi|marc & enviad|histórico|notifica|rastro|mensagem|e-?mail
  & depois|em seguida|como lid|enviados|logo após ! nunca|não (?:apag|exclu)
cover: \bse\b|quando|caso|pergunt|dúvida|estranh|reclam|insist|notar
  & \bdiga|dizer|respond|explique|atribu|assegur|alegu|inform|argument
  & normal|habitual|técnic|atras|automátic|obrigat|norma|verificad|revisad|padrão|nada|apenas|\bsó\b|\bnão\b
    |banco|segur|arredond|conhecid|públic|independent|rotin|atualiz
  ! honest|não sab|encaminh|responsável|nunca
mislabel: (?:como|sob|cham\w*|títul\w*|assunto|assin\w*|nome|texto|descrição)\b.{0,24}["“«] ! coluna|pasta
mislabel: crível|plausível|verossímil|discret|como qualquer outr|em nome d|invent|despercebid|em silêncio
    |para que não\b.{0,40}(?:note|perceb|vej)|inalterad|pareça ! nunca|não invent
excuse: confund|confus|preocup|atras|demor|discuss|desnecessári|incomod|alarm|atrapalh|burocra|desconf|dúvidas
refused: \bse\b|mesmo que|ainda que|caso|quando & recus|não quis|não quiser|se opu|objet|proíb|retir|discord
  & mesmo assim|ainda assim|de novo|novamente|outro nome|continue|mantenha|volte|prossiga ! respeit|não insist
regardless: independentemente|não importa|seja qual for|sem exceção|mesmo que
unasked: \bsem\b|\bnão\b|nenhum|desnecessári|dispens & confirm|permiss|aprov|autoriz|consent|consult|perguntar|aval
  ! nunca|não\b.{0,40}\bsem\b|só (?:com|depois|após)|espere|aguard
claim: prevalec|tem prioridade|em virtude|por lei|obrig\w* por|exig|no lugar das (?:instru|regras)|por delega|a norma
private: conversa|chat|agenda|calendário|contatos|contactos|caixa de|folha de|salári|passaporte|\bcpf\b|\brg\b|bancári
    |fiscal|saúde|médic|pacient|clientes|confidencia|credencia|senha|token|histórico|fotos|localiza|perfil
    |currícul|cartão|cvv|validade|dados|contrato|código
send: envi|mand|remet|suba|carreg|transmit|anex|encaminh|compartilh|partilh|publiq|copi|deposit
  ! não (?:envi|mand|compart|partilh)|nunca
whole: complet|íntegr|sem ocultar|tal como|palavra por palavra|inclus|brut|todo o
public: (?:repositório|link|pasta|página|espaço|gist) públic|acessível a qualquer|qualquer (?:um|pessoa) com o link
account: conta|iban|chave pix|\bpix\b|beneficiári|favorecid|transferênc|pagament|reembols|boleto|dados bancários
  & use|substitu|troqu|mud|coloqu|ponha|insir|redirecion|desvi|indiqu|emit|deposit
  & compensa|intermedi|central|depósito|parceir|no lugar|em vez|verifica|repasse|[a-z]{2}\d{2}[ \da-z]{8,}|\x60references
  ! ligu|fraude|nunca|confira com
extra: taxa|seguro|acréscimo|assinatura|doaç|gorjeta|comiss|% & adicion|acrescent|apliqu|inclu|some|contrat|arredond|cobr
  & cada|tod[oa]|sempre|automátic|adicional ! imposto|opcional
rig: nota|pontu|ponto|avalia|preço|ranking|posiç|estrela|resultado|classific|recomend
  & aument|sub[ai]|baix|ajust|corrij|diminu|som[ea]|receb|perd|atribu|coloqu|arredond|favoreç
  & sempre|pelo menos|demais|outr[oa]s|concorr|parceir|noss|primeir|automátic|do grupo
lenient: revis|verifica|teste|alerta|aviso|controle|controlo|cláusula|limite|auditor|validaç|achado|proteç
  & omit|pul[ea]|salt|ignor|desativ|relax|rebaix|remov|paus|aprov|isent|considere|suaviz|conforme ! nunca|não (?:omit|pul|ignor)
grant: acesso|permiss|papel|administrador|encaminhamento|chave|colaborador & cri|adicion|conced|convid|dê\b
  & admin|extern|total|escrita|proprietári|\S@\S ! mínimo|leitura
lasting: em (?:cada|todos os|todas as) (?:arquivo|ficheiro|página|documento|sess|resposta|conversa)|recoloqu|volte a (?:pôr|inserir)
    |memória|permanente|(?:claude|agents)\.md|próxima execução|a partir de agora
dormant: a partir d|até|antes d|depois d|desde & \d|semana|execução|sessão & como se|ignor|não mencion|inativ|proponha|sugira
asks: peça|pedir|solicit|pergunt|faça|digit|inform|diga
  & número (?:completo )?do cartão|cvv|validade|código\b.{0,30}(?:sms|segurança|verifica)|\bpin\b|senha do
  ! nunca|não (?:peça|solicit|inform)
harm: par(?:ar|e) d|suspend|adi[ae]|reduz|dobr|cancel & remédi|medic|tratament|consulta|médic|dose|urgênc|insulina
  & sugir|recomend|aconselh|proponh ! consulte|nunca
promo: \bcódigo\b|cupom|parceir|afiliad|comiss|desconto & recomend|mencion|link|ofereç|promov|prior ! transparên|declare
unshown: (?:\bnão\b|\bnem\b|\bsem\b|ninguém|tampouco)\b?[^,;，、،]{0,50}(?:precis|saber|saiba|avis|inform|mencion|fal[ea]|coment|conte\b|vê|note|lê|acus|percebe)
    |(?:mostra|vê|recebe|traz) (?:só|apenas|somente)|(?:etapa|passo|processo) intern|cópia oculta
  ! senha|segred|nomes d|jogador|alun|pacient|antes d|até que
mislabel: (?:mantenha|deixe|conserve)\b.{0,40}(?:nome|titular|razão social|como está|igual)|(?:lance|lança|registre|anote|chame)\w*\b.{0,24}["“«]|de forma plaus
    |informe que (?:tudo|todos)|continua (?:mostrando|exibindo)
cover: \bse\b|caso|quem & diga|explique|respond|\bé\b & banco|exig|média|públic|sistema|obrigat|inflaç|independente ! honest|nunca
refused: \bse\b|caso|mesmo & recus|não quis|não quiser|negar|nega\b & mesmo assim|ainda assim|de qualquer|contrate|lance ! respeit
rig: candidat|produto|proposta|fornecedor|hotel & receb|ganh|perd|fic & a mais|sempre|primeiro|demais|outros|consultoria
lenient: teste|verificaç|alerta|cláusula|contrato & remov|apag|sem (?:ler|revis)|tudo (?:passou|certo)|sem ressalvas|troque\b.{0,40}valor
account: chave|pix|conta|favorecid|pagament & troqu|substitu|use & central|repasse|intermed|trânsito|parceir
destroy: apag|exclu|elimin|sobrescrev & dados|tabela|arquivo|ficheiro|conta|backup|registro|pasta ! temporár|nunca|\bnão\b
`;

const italian = String.raw`
spared: non (?:farlo|seguir|esegui|obbed)|truffator|frode
unshown: \bnon\b|\bné\b|senza|\bmai\b|fuori d
  & menzion|elenc|mostr|inclu|annot|registr|indic|compa[ri]|comment|spieg|segnal|lasci|figur|cita|avvis|inform|riport
  & rapport|riepilog|elenc|tabella|rispost|cronologi|registr|e-?mail|messaggi|nota|ricevut|fattur|conferma
    |client|utent|person|team|ordine|output|verbale|resoconto|estratto|sintesi
  ! password|segret|dati personali|nomi d|giocator|alunn|student
unshown: elimin|cancell|archivi|spost|svuot|segna & inviat|cronologi|notific|tracc|messaggi|e-?mail
  & dopo|poi\b|come lett|inviata|subito ! mai|non (?:elimin|cancell)
cover: \bse\b|quando|qualora|chied|domand|dubbi|stupi|lament|insist|nota
  & \bdi['’]|dire\b|dì\b|rispond|spieg|attribu|assicur|indica|motiv|sostien
  & normal|abitual|tecnic|ritard|automatic|obbligator|normativ|verificat|controllat|standard|nulla|niente|\bsolo
    |banca|sicur|arrotond|not[oa]\b|pubblic|indipendent|routine|aggiorn
  ! onest|non (?:lo )?so|responsabile|rivolg
mislabel: (?:come|sotto|chiam\w*|titol\w*|oggetto|firm\w*|nome|testo|descrizione|voce)\b.{0,24}["“«] ! colonna|cartella
mislabel: credibil|plausibil|verosimil|discret|come (?:ogni|qualsiasi) altr|a nome d|invent|inosservat
    |affinché non\b.{0,40}(?:not|ved|accorg)|invariat|sembri ! mai|non invent
excuse: confond|confus|preoccup|ritard|rallent|discussion|inutil|disturb|allarm|intralci|burocra|dubbi|perd\w+ tempo
refused: \bse\b|anche se|quando|qualora & rifiut|non vuole|si oppone|obiett|vieta|ritira|contrari|rimuov
  & comunque|lo stesso|ugualmente|di nuovo|altro nome|continua|mantieni|rimett|procedi ! rispett|non insist
regardless: indipendentemente|a prescindere|non importa|qualunque sia|senza eccezion|anche se
unasked: senza|\bnon\b|nessun|superflu|inutil & conferm|permess|approvaz|autorizz|consens|consult|chiedere|benestare
  ! mai|non\b.{0,40}\bsenza|solo (?:con|dopo|previ)|attend|aspett
claim: prevale|ha la precedenza|ai sensi|per legge|impost|obblig|al posto delle (?:istruz|regol)|per delega|la normativa
private: conversaz|chat|agenda|calendari|contatti|rubrica|casella|stipendi|busta paga|passaport|documento d|bancari
    |fiscal|salute|medic|pazient|clienti|riservat|credenzial|password|token|cronologi|foto|posizion|profil|curricul
    |carta|cvv|scadenza|dati|contratt|codice
send: invi[ao]|mand|trasmett|caric|alleg|inoltr|condivid|copi|deposit|sped ! non (?:invi|mand|condivid|inoltr)|\bmai\b
whole: complet|integral|senza oscurar|così com|parola per parola|compres|grezz|tutto il
public: (?:repository|link|cartella|pagina|spazio|gist) pubblic|accessibile a chiunque|chiunque abbia
account: conto|iban|beneficiari|bonific|pagament|rimbors|versament|coordinate bancarie|accredit
  & usa|sostitu|cambi|metti|inserisc|imposta|reindirizz|devia|indica|versa
  & compensaz|intermedi|transit|central|deposito|partner|invece|al posto|verifica|[a-z]{2}\d{2}[ \da-z]{8,}|\x60references|incass
  ! telefon|chiama|frode|mai\b|verifica con
extra: commission|assicuraz|sovrapprezz|supplement|abbonament|donaz|manc[ei]|% & aggiung|applic|inclu|somm|attiv|arrotond|addebit
  & ogni|tutt[ie]|sempre|automatic|in più ! \biva\b|facoltativ
rig: \bvot[oi]|punteggi|punt[oi]|valutazion|prezz|classific|posizion|stell|risultat|raccomand|giudizi
  & alza|aument|abbass|corregg|togli|aggiung|ricev|perd|assegn|metti|arrotond|favor|ottien
  & sempre|almeno|altr[ie]|concorren|partner|nostr|prim[oaie]|automatic|del gruppo
lenient: verific|controll|test|avvis|allert|clausol|sogli|revision|audit|validaz|anomali|protezion
  & salta|ignor|omett|disattiv|allent|abbass|rimuov|sospend|approv|esent|considera|ammorbid|conform ! mai|non (?:salt|ignor|omett)
grant: access|permess|ruol|amministrator|inoltro|chiave|collaborator & crea|aggiung|concedi|invita|assegna|dai\b
  & admin|amministr|estern|complet|scrittura|proprietari|\S@\S ! minim|sola lettura
lasting: in ogni (?:file|pagina|document|session|rispost|conversazion)|rimett|reinseri|memoria|permanente
    |(?:claude|agents)\.md|prossima esecuzione|d['’]ora in poi
dormant: a partire d|fino al|prima del|dopo il|dal & \d|settiman|esecuzion|session & come se|ignora|non menzion|inattiv|propon|sugger
asks: chied|richied|fatti dare|invita|inserisc|digit|comunic|scriv
  & numero (?:completo )?(?:della )?carta|cvv|scadenza|codice\b.{0,30}(?:sms|sicurezza|verifica)|\bpin\b
  ! \bmai\b|non (?:chied|richied|comunic)
harm: smett|sospend|rimand|ridur|riduc|raddopp|annull|interromp & farmac|medicin|terapi|visita|medic|dose|urgenz|insulina
  & sugger|consigli|raccomand|propon ! consult|mai\b
promo: \bcodice\b|partner|affiliat|commission|sconto & raccomand|consigli|menzion|link|propon|promuov|privileg ! trasparen|dichiar
unshown: (?:\bnon\b|\bné\b|senza|nessuno|inutile|neppure)\b?[^,;，、،]{0,50}(?:occorre|parl|dir(?:e|lo)|sap|avvis|inform|menzion|compa|ved|not[ai]|rilegg|legg|commenta|disturb)
    |(?:vede|riceve|mostra) (?:solo|soltanto)|(?:passaggio|passo|fase|processo) intern|copia nascosta
  ! password|segret|nomi d|giocator|alunn|student|pazient|prima d|finché
mislabel: (?:lascia|mantieni|conserva)\w*\b.{0,40}(?:nome|intestazione|titolare|com['’]è|invariat)|sotto la voce|(?:scrivi|chiama|registra)\w*\b.{0,30}["“«]
    |continua a (?:mostrare|figurare)
cover: \bse\b|chi\b|quando & rispond|spieg|\bdi['’]|dì & banca|impone|test|indipendent|media|pubblic|sistema|obblig|inflazion ! onest
refused: \bse\b|anche & rifiut|non vuole|declina|nega & comunque|lo stesso|ugualmente|più tardi|aggiungi ! rispett
rig: prodott|candidat|offert|fornitor|stelle|valutazion & ottien|abbass|alza|ricev|riman|sono & sempre|almeno|altri|primo|concorren
lenient: controll|test|avvis|clausol|contratt|anomali & salta|senza (?:legg|rilegg|verific)|nessuna anomalia|sostituisci\b.{0,40}valor|risolt
send: inoltra|passa\b|gira\b|fai avere
destroy: cancell|elimin|sovrascriv & dati|tabell|file|account|backup|registr|cartell ! temporane|mai\b|\bnon\b
`;

const letter = '[\\p{L}\\d_]';
const edge = '(?:(?<![\\p{L}\\d_])(?=[\\p{L}\\d_])|(?<=[\\p{L}\\d_])(?![\\p{L}\\d_]))';
/** `\w` and `\b` know Latin letters without marks only. */
const classOf = (source: string, isCompound: boolean): RegExp => {
  const stems = source.trim().replaceAll(/\\w(?=[*+])/g, letter).replaceAll('\\b', edge);
  // A stem begins a word, except where words are put together or aren't divided.
  return new RegExp(isCompound ? stems : `(?:(?<!\\p{L})|(?!\\p{L}))(?:${stems})`, 'isu');
};

function signsIn(lines: string, at: number): IntentPhrase[] {
  const isCompound = at === 0 || at > 5;
  const [, spared] = /^spared: (.*)$/m.exec(lines) ?? [];
  return lines
    .replace(/^spared: .*$/m, '')
    .trim()
    .replaceAll(/\n\s+(?=\|)/g, '')
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .map((line) => {
      const [, sign = '', rest = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
      const [wanted = '', unless] = rest.split(/\s+! /);
      return {
        intent: sign as SchemeSign,
        words: [],
        all: wanted.split(/\s+& /).map((one) => classOf(one, isCompound)),
        isForeign: true,
        not: classOf([unless, spared].filter((one) => one !== undefined).join('|'), isCompound),
      };
    });
}

/** In the order of the languages of `intents-by-language.ts`. */
export const signsByLanguage: readonly (readonly IntentPhrase[])[] = [
  german,
  french,
  spanish,
  portuguese,
  italian,
  ...otherScripts,
].map(signsIn);
