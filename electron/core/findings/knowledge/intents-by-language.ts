import type { IntentPhrase, SteeringIntent } from './intent-phrase.ts';
import { signsByLanguage } from './schemes-by-language.ts';

/** The words of one language from which the intents of a sentence are put together. */
interface LanguageWords {
  /** Words of which a text in the language has at least two, between spaces. */
  readonly hints?: string;
  /** Instead, the letters of the language. */
  readonly script?: RegExp;
  /** Who isn't told, or what about: an order to conceal has one of these. */
  readonly person: string;
  /** Whoever uses the skill, and signs that something is done behind their back. */
  readonly user: string;
  readonly cancel: string;
  readonly rules: string;
  readonly earlier: string;
  /** "Don't tell the user", in the order of the language. */
  readonly conceal: string;
  /** "Without asking", "skip the confirmation". */
  readonly unasked: string;
  readonly send: string;
  readonly askSecret: readonly [ask: string, secret: string];
  readonly disable: readonly [disable: string, protection: string];
  readonly precedence: string;
  readonly memory: string;
  /** A word that turns `cancel` around if it is right before it. */
  readonly not: string;
  /** Where the language forbids after the verb. */
  readonly notAfter?: string;
}

const protections = 'antivir|firewall|selinux|defender|gatekeeper|2fa|mfa';

/** Written as stems, because these languages inflect. Case is ignored. */
const languages: readonly LanguageWords[] = [
  {
    // German
    hints: ' nicht | und | ohne | alle | die | der | das | den | dem | wird | ist ',
    person:
      'benutzer|nutzer|anwender|person|niemand|davon|darüber|hierüber|' +
      'dies|darauf|bericht|zusammenfassung|antwort|auftraggeber|' +
      'schritt|sie\\b|ihm\\b|ihr\\b|uns\\b|anweisung|existenz',
    user: 'benutzer|nutzer|anwender|auftraggeber',
    cancel:
      'ignorier|vergiss|vergesse|missachte|beachte\\w* .{0,40}nicht|setz\\w* dich .{0,20}hinweg|' +
      'übergeh|umgeh|verwirf|hinfällig|überholt|außer kraft|aufgehoben|ungültig|unbeachtlich|' +
      'außer acht|zurückzustellen|gelten nicht (?:mehr|länger)|gilt nicht (?:mehr|länger)|' +
      'nicht (?:länger|mehr) (?:bindend|maßgeblich|verbindlich|zu beachten)|' +
      'gehen?\\b.{0,60}\\bvor\\b|hat\\b.{0,40}\\bvorrang|' +
      'haben\\b.{0,40}\\bvorrang|tritt\\b.{0,60}\\bzurück|treten\\b.{0,60}\\bzurück',
    rules:
      'anweisung|vorgabe|regel|richtlinie|instruktion|prompt|vorschrift|' +
      'was dir .{0,40}gesagt|beschränkung|einschränkung|schutzmaßnahm|' +
      'weisung|leitlinie|leitplanke|rahmen|anordnung|absprache|hinweise',
    earlier:
      'bisherig|vorherig|vorangegangen|frühere|obige|alle\\b|alles|zuvor|system|' +
      'bestehend|sicherheits|betreiber|anbieter|hersteller|plattform|übrige|' +
      'sonstige|sitzung|andere|hausregel|unternehmens|(?:des|vom) (?:be)?nutzer',
    conceal:
      '(?:sag|erzähl|verrat|teil|erwähn|informier|meld)\\w*\\b.{0,50}\\b(?:nicht|' +
      'nichts|niemand\\w*|kein\\w*)\\b|ohne\\b.{0,40}\\b(?:hinzuweisen|' +
      'zu informieren|zu erwähnen|mitzuteilen|zu sagen|bescheid)|' +
      '(?:benutzer|nutzer|anwender|person)\\w*\\b.{0,40}\\b(?:nicht|' +
      'nichts)\\b.{0,20}\\b(?:erfahren|merken|wissen|bemerken|mitbekommen)|\\bverschweig|' +
      'heimlich|unbemerkt|(?:nicht nötig|nicht erforderlich|nicht notwendig|unnötig|' +
      'überflüssig)\\b.{0,60}\\b(?:erwähn|nenn|anzusprechen|hinzuweisen|mitzuteil|informier|' +
      'aufzuführ)\\w*|(?:bleib|lass)\\w*\\b.{0,40}\\b(?:unerwähnt|unter uns|außen vor)|' +
      '(?:braucht|muss|soll|sollte)\\b.{0,30}\\bnicht(?:s)?\\b.{0,30}\\b(?:aufgeführt|' +
      'erwähnt|genannt|auftauchen|erscheinen|zur sprache|wissen|erfahren)|kein wort\\b|' +
      'ohne (?:jede )?(?:erwähnung|hinweis|meldung)|leugne|streite\\w* .{0,20}\\bab\\b|bestreite',
    unasked:
      'ohne\\b.{0,40}\\b(?:nachzufragen|zu fragen|rückfrage|bestätigung|zustimmung|' +
      'erlaubnis|genehmigung)|frag\\w*\\b.{0,20}\\bnicht (?:nach|um)|bestätige\\w* alle|' +
      '(?:als|gilt|gelten)\\b.{0,40}\\b(?:erteilt|genehmigt|bestätigt|freigegeben|zugestimmt)|' +
      'im namen (?:des|der)\\b.{0,40}\\b(?:bestätig|zustimm|erlaub|freigeb|' +
      'akzeptier|beantwort)\\w*|(?:rückfrage|nachfrage|bestätigung|dialog|' +
      'freigabe)\\w*\\b.{0,40}\\b(?:entfällt|entfallen|eigenständig|selbst|mit ja|automatisch)',
    send: '(?:schick|send|übermittl|leit|lad)\\w*\\b',
    askSecret: [
      '(?:frag|bitt|forder)\\w*',
      'passw(?:o|ö)rt|kennwort|zugangsdaten|api-schlüssel|geheimschlüssel|pin\\b',
    ],
    disable: [
      '(?:deaktivier|schalt\\w* .{0,40}\\b(?:ab|aus)\\b|stopp|beend)',
      `${protections}|virenscanner|virenschutz|protokollierung|sicherheits`,
    ],
    precedence: '(?:vorrang|priorität)\\b.{0,60}\\b(?:alle|ander)|vor jeder (?:anderen )?aufgabe',
    memory:
      '(?:speicher|merk|schreib)\\w*\\b.{0,60}\\b(?:dauerhaft|langzeit|gedächtnis)|' +
      '(?:in|zu)\\b.{0,30}\\b(?:künftig|späte|weitere|' +
      'alle)\\w*\\b.{0,20}\\b(?:sitzung|gespräch|chat)\\w*',
    not: 'nichts?|nie|niemals|niemand',
    notAfter: 'nicht|nichts|\\bnie|kein|verboten|untersagt',
  },
  {
    // French
    hints: ' les | des | sans | pas | une | est | et | tou| aux | que | le | la ',
    person:
      "utilisateur|personne|lui\\b|n['’]en|ceci|cela|parle|réponse|rapport|résumé|" +
      'compte rendu|cadre|étape|nous\\b|cela|la personne|rien|existe|instruction',
    user: 'utilisateur|personnes?(?!\\p{L})',
    cancel:
      'ignor|oubli|ne tien\\w* (?:plus|pas|aucun) compte|fai\\w* abstraction|contourn|' +
      'outrepass|ne respect\\w* (?:plus|pas)|passe outre|caduc|caduque|sans effet|nul(?:le)?s? ' +
      "et non avenu|prim(?:e|ent) sur|l['’]emporte(?:nt)? sur|prévau|prévalent|cess\\w+ de " +
      "s['’]appliquer|ne s['’]appliqu\\w+ (?:plus|pas)|n['’](?:a|ont) plus (?:cours|lieu)|abrog",
    rules:
      'instruction|consigne|règle|directive|prompt|restriction|ce qu.{0,30}(?:dit|demandé)|' +
      'orientation|cadre|recommandation|politique|préférence|demandes?\\b',
    earlier:
      'précédent|antérieur|ci-dessus|avant|tou(?:te)?s|système|reçu|sécurité|existant|' +
      'plus tôt|éditeur|plateforme|opérateur|entreprise|reçu|autre|antérieur|de l.utilisateur',
    conceal:
      "n['’]en (?:parl|di|inform|fai)\\w* (?:pas|rien)|ne (?:le |la |lui |l['’])?(?:di|" +
      'parl|mentionn|révél|signal|inform|préven|montr|divulg)\\w*\\b.{0,40}\\b(?:pas|rien|' +
      'jamais|aucun)|sans\\b.{0,30}\\b(?:le dire|prévenir|informer|mentionner|en parler|' +
      "avertir|signaler)|à l['’]insu|ne doi\\w* (?:pas|rien) (?:savoir|le savoir|remarquer)|" +
      "secrètement|discrètement|(?:il est |c['’]est )?(?:inutile|superflu|" +
      'pas nécessaire|pas utile|pas la peine)\\b.{0,30}\\b(?:faire état|mentionner|' +
      "signaler|préciser|évoquer|informer|en parler|prévenir|l['’]indiquer|dire)|" +
      '\\bpass\\w* sous silence|ne figur\\w+ (?:pas|nulle part)|reste\\w* entre nous|' +
      'gard\\w+ .{0,20}pour (?:soi|vous|toi)|ne (?:pas )?(?:évoqu|préciser|indiqu|rapport)\\w*|' +
      'ne sera pas (?:évoqué|mentionné|signalé)|ni(?:e|ez) (?:que|l|tout)|démen',
    unasked:
      'sans\\b.{0,30}\\b(?:demander|confirmation|autorisation|approbation|permission|' +
      'accord|poser de question)|ne demand\\w* (?:pas|jamais) .{0,20}(?:confirmation|' +
      'autorisation|permission)|(?:validation|autorisation|confirmation|' +
      "accord|consentement|permission)s?\\b.{0,80}\\b(?:d['’]office|acquis|" +
      "donnée?s? (?:d['’]avance|par défaut)|réputé|considéré|présumé|tenue? pour)|" +
      "au nom de l['’]utilisateur\\b|à la place de (?:l['’]utilisateur|la personne)",
    send: '(?:envo(?:ie|y)|transm|téléver|poste|expédi)\\w*\\b',
    askSecret: [
      '(?:demand|récupèr|obten)\\w*\\b.{0,50}',
      'mots? de passe|clés? (?:api|privée|secrète)|identifiants|jeton',
    ],
    disable: [
      '(?:désactiv|arrêt|coup|éteind)\\w*',
      `${protections}|pare-feu|journalisation|avertissements? de sécurité`,
    ],
    precedence:
      '(?:priorité|préséance|prioritaire)\\b.{0,60}\\b(?:tou|autre)|' +
      'avant (?:toute|chaque) (?:autre )?tâche',
    memory: '(?:enregistr|mémoris|sauvegard|ajout|gard|écri)\\w*\\b.{0,60}mémoire',
    not: "n['’](?!hésit)|ne|jamais",
    notAfter: "\\bne |n['’]|\\brien|jamais|interdit",
  },
  {
    // Spanish
    hints: ' las | los | una | del | sin | para | todas | todos | que | al | el | con ',
    person:
      'usuario|persona|se lo|esto|nadie|avisos|quien pregunta|' +
      'informe|resumen|respuesta|paso|lo\\b|existe|existan|instruccion',
    user: 'usuario|persona que|quien pregunta',
    cancel:
      'ignor|olvid|haz caso omiso|hacer caso omiso|descart|desestim|omit|' +
      'pas\\w* por alto|no (?:tengas|tenga) en cuenta|sin efecto|caduc|' +
      'ya no (?:obliga|rige|aplica|vale|cuenta)|prevalec|prima(?:n)? sobre|deroga|' +
      'qued\\w+ (?:sin|anulad|suspendid)|anulad|no (?:le )?hagas caso|no hagas caso',
    rules:
      'instruccion|regla|indicacion|directriz|directrices|prompt|restriccion|' +
      'orden(?:es)?\\b|lo que .{0,30}(?:dij|pid)|orientacion|pauta|norma|' +
      'política|polític|directiva|aviso|petición|peticion|preferencia',
    earlier:
      'anterior|previ|tod[ao]s|sistema|hasta ahora|recibid|seguridad|existente|arriba|' +
      'plataforma|operador|proveedor|empresa|conversación|antes|etapa|del usuario|otr[ao]s',
    conceal:
      'no (?:se lo |le |lo |les )?(?:digas|diga|cuentes|cuente|menciones|mencione|informes|' +
      'informe|reveles|revele|avises|avise|muestres|comentes)\\b|sin (?:decir|avisar|' +
      'informar|mencionar|comentar|notificar)|(?:usuario|persona)\\b.{0,30}\\bno (?:tiene que|' +
      'debe|necesita|ha de|tendrá que) (?:saber|enterarse|notar|conocer)|a escondidas|' +
      'en secreto|di que no|sin (?:comentarlo|decirlo|mencionarlo|avisarle|' +
      'que (?:el usuario |se )?(?:lo )?sepa)|no (?:hace falta|es necesario|es preciso|' +
      'hay que|conviene)\\b.{0,30}\\b(?:mencion|decir|avis|coment|inform|explic|señal)\\w*|' +
      'no (?:lo )?(?:refieras|señales|expliques|incluyas|comentarlo)|quede entre nosotros|' +
      'bastará con decir|basta con decir|guarda silencio|nieg[au]\\w* (?:que|la|lo)',
    unasked:
      'sin (?:pedir|preguntar|esperar|solicitar)(?: la| su)?(?: confirmación| permiso|' +
      ' aprobación| autorización)?|sin (?:confirmación|permiso|aprobación|autorización)|' +
      'no (?:pidas|pida|solicites) (?:confirmación|permiso)|(?:en nombre|por cuenta) (?:del|' +
      'de la) (?:usuario|persona)|(?:permiso|autorización|confirmación|aprobación|' +
      'consentimiento)\\b.{0,60}\\b(?:por (?:dad|concedid)|dad[ao] de antemano|se da por|' +
      'concédel)|da\\w* por (?:dad[ao]|concedid|aprobad|confirmad)|concédelo|acéptalo',
    send: '(?:envía|envia|enví|mand|sub[ea]|publi|transmit|reenv)\\w*\\b',
    askSecret: [
      '(?:pid|pregunt|solicit|exig)\\w*',
      'contraseña|clave (?:api|privada|secreta)|credencial|token',
    ],
    disable: [
      '(?:desactiv|deshabilit|apag|deten)\\w*',
      `${protections}|cortafuegos|registro de auditoría|avisos de seguridad`,
    ],
    precedence:
      '(?:prioridad|precedencia|prevalec)\\w*\\b.{0,60}\\b(?:tod|otr|demás)|' +
      'antes de (?:cualquier|toda|cada) (?:otra )?tarea',
    memory:
      '(?:guarda|almacena|añade|escribe|graba)\\w*\\b.{0,60}memoria|memoria (?:persistente|' +
      'permanente|a largo plazo)|(?:otras|futuras|próximas) conversaciones',
    not: 'no|nunca|jamás|nadie',
    notAfter: '\\bno |nada|nunca|prohib',
  },
  {
    // Portuguese
    hints: ' não | uma | sem | para | ao | da | que | em | com | dos | das | seu | sua ',
    person:
      'usuário|utilizador|pessoa|isto|isso|fizeste|ninguém|disso|' +
      'autor|relatório|resumo|resposta|restantes|não o\\b|o\\b|exist',
    user: 'usuário|utilizador|autor',
    cancel:
      'ignor|esque[çc]|desconsider|descart|desrespeit|não (?:tenha|leve) em conta|' +
      'sem efeito|ca?duc|já não (?:vale|obriga|se aplica)|não se aplica\\w* mais|' +
      'prevalec|sobrepõe|revogad|suspens|anulad|substitui tod',
    rules:
      'instruç|regra|orientaç|diretriz|prompt|restriç|ordens|o que .{0,30}(?:diss|pedi)|' +
      'combinado|norma|política|indicaç|pedido|preferência|directiva',
    earlier:
      'anterior|prévi|tod[ao]s|sistema|até agora|recebid|segurança|existente|acima|' +
      'antes|plataforma|operador|empresa|fornecedor|do (?:utilizador|usuário)|outr[ao]s',
    conceal:
      'não (?:o |lhe |lhes )?(?:diga|digas|conte|contes|mencione|menciones|informe|informes|' +
      'revele|reveles|avise|avises|mostre|fale|fales)\\b|sem (?:dizer|avisar|informar|mencionar|' +
      'contar|notificar)|(?:usuário|utilizador|pessoa)\\b.{0,30}\\bnão (?:precisa|deve|' +
      'tem de|tem que|pode) (?:saber|ser informad|notar|perceber)|em segredo|às escondidas|' +
      'não (?:é (?:preciso|necessário)|precisa|convém|há necessidade de)\\b.{0,30}\\b(?:mencion|' +
      'diz|avis|inform|refer|explic|coment)\\w*|não o? ?refir|deix\\w+ .{0,40}de fora|' +
      'sem (?:o |lhe )?(?:referir|comentar)|fica entre nós|(?<!não )omit\\w+|neg(?:ue|a) ' +
      '(?:que|a|o)',
    unasked:
      'sem (?:pedir|perguntar|esperar|solicitar)(?: a| sua)?(?: confirmação| permissão|' +
      ' aprovação| autorização)?|sem (?:confirmação|permissão|aprovação|autorização)|' +
      'não (?:peça|peças|solicite) (?:confirmação|permissão)|não (?:é (?:preciso|' +
      'necessário)|precisa de?) (?:pedir|solicitar|obter)\\b.{0,20}(?:autorização|' +
      'permissão|confirmação|aprovação)|parta\\b.{0,20}princípio\\b.{0,30}\\bdada|' +
      'em nome d[oa] (?:utilizador|usuário|pessoa)|(?:autorização|permissão|' +
      'confirmação)\\b.{0,40}\\b(?:já foi dada|dada como|concedida|considerad)',
    send: '(?:envi|mand|carreg|public|transmit|encaminh)\\w*\\b',
    askSecret: [
      '(?:peç|pergunt|solicit|exij)\\w*',
      'senha|palavra-passe|chave (?:api|privada|secreta)|credenciais|token',
    ],
    disable: [
      '(?:desativ|desabilit|deslig|par[ea])\\w*',
      `${protections}|avisos de segurança|registo|registro de auditoria`,
    ],
    precedence:
      '(?:precedência|prioridade|prevalec)\\w*\\b.{0,60}\\b(?:tod|outr|demais)|' +
      'antes de (?:qualquer|toda|cada) (?:outra )?tarefa',
    memory: '(?:guard|armazen|salv|grav|escrev)\\w*\\b.{0,60}memória',
    not: 'não|nunca|jamais|ninguém',
    notAfter: 'não|nada|nunca|proib',
  },
  {
    // Italian
    hints: ' non | che | della | senza | una | per | le | gli | il | del | alla | di ',
    person:
      'utente|persona|nessuno|questo|nulla|niente|rapporto|' +
      'riepilogo|risposta|passaggio|ne\\b|noi\\b|esist',
    user: 'utente',
    cancel:
      'ignor|dimentic|trascur|non (?:tenere|considerare|seguire)|scart|scavalc|aggir|decad|' +
      'priv[ei] di effetto|senza effetto|non (?:valgono|vale|si applica\\w*) più|prevale|' +
      'prevalgono|ha la precedenza|sospes|annullat|sostituisc\\w+ (?:ogni|tutt)|superat',
    rules:
      'istruzion|regol|indicazion|direttiv|prompt|restrizion|ordini|quello che .{0,30}(?:dett|' +
      'chiest)|norme|politic|orientament|richiest|linee guida|preferenz|impostazion',
    earlier:
      'precedent|prima|tutt[ei]|sistema|finora|ricevut|sicurezza|esistent|sopra|' +
      'piattaforma|operatore|fornitore|azienda|dell.utente|altr[eio]|iniziali|già',
    conceal:
      'non (?:dire|dirlo|dirglielo|raccontare|menzionare|informare|rivelare|avvisare|mostrare|' +
      'parlarne|farne parola|segnalare)\\b|senza (?:dirlo|avvisare|informare|menzionare|' +
      'dire nulla|farlo sapere)|(?:utente|persona)\\b.{0,30}\\bnon (?:deve|ha bisogno di|' +
      'dovrà) (?:sapere|essere informat|accorgersi|notare)|di nascosto|in segreto|' +
      'non (?:è (?:necessario|opportuno|il caso)|occorre|serve|bisogna)\\b.{0,30}\\b(?:menzion|' +
      'dir|avvis|inform|segnal|accenn|riport)\\w*|(?:resti|rimanga|resta|rimane) tra noi|non ' +
      '(?:farne|accennare|riportar|far cenno|va(?:nno)? (?:menzionat|riportat|segnalat))\\w*|' +
      'senza (?:farne|accennar|riportar)\\w*|tacere\\b|ometti|neg(?:a|are|hi) (?:che|di|l)',
    unasked:
      'senza (?:chiedere|domandare|attendere|richiedere)|' +
      'senza (?:conferma|permesso|approvazione|autorizzazione)|' +
      "non chiedere (?:conferma|permesso)|a nome dell['’]utente|per conto dell['’]utente|" +
      '(?:conferm|autorizzazion|consens|permess|approvazion)\\w*\\b.{0,50}\\b(?:per (?:dat|' +
      'acquisit|scontat|conces)|già (?:dat|conces)|implicit|presunt)\\w*|' +
      '(?:consider|dai|da(?:re)?)\\w*\\b.{0,40}\\bper (?:confermat|approvat|acquisit|dat)\\w*',
    send: '(?:invi|mand|carica|pubblic|trasmett|inoltr|sped)\\w*\\b',
    askSecret: [
      '(?:chied|richied|domand)\\w*',
      'password|chiave (?:api|privata|segreta)|credenziali|token',
    ],
    disable: [
      '(?:disattiv|disabilit|spegn|ferma)\\w*',
      `${protections}|avvisi di sicurezza|registrazione`,
    ],
    precedence:
      '(?:precedenza|priorità)\\b.{0,60}\\b(?:tutt|altr)|' +
      'prima di (?:qualsiasi|ogni) (?:altro |altra )?(?:compito|attività)',
    memory: '(?:salv|memorizz|registr|scriv|aggiung)\\w*\\b.{0,60}memoria',
    not: 'non|mai|nessun\\w*',
    notAfter: '\\bnon |nulla|niente|\\bmai\\b|viet',
  },
  {
    // Russian
    script: /[\u0400-\u04ff]/,
    person:
      'пользовател|человек|об этом|это|никому|никто|отч[её]т|' +
      'ответ|сводк|итог|шаг|их|его|нами|существ|инструкц',
    user: 'пользовател',
    cancel:
      'преимущество перед|преимущества перед|игнорир|забуд|забыть|не обращай|не учитыва|' +
      'пренебрег|отмен|обойд|обход|не следу|утрат\\w* силу|утрачива|не действ|' +
      'больше не (?:действ|примен|обяз)|считай\\w* (?:недейств|устарев|отмен)|' +
      'недействительн|имеет приоритет|имеют приоритет|превыше|выше (?:всех|любых)',
    rules:
      'вводн|инструкци|указани|правил|ограничени|промпт|директив|распоряжени|' +
      'команд|настройк|требовани|просьб|политик|установк|рекомендаци|услови',
    earlier:
      'предыдущ|прежн|ранее|все\\s|всех|систем|выше|прошл|безопасност|полученн|платформ|' +
      'оператор|разработчик|пользовател|другие|друг|исходн|начальн|прочи|компани',
    conceal:
      'не (?:сообща|говори|упомина|рассказыва|показыва|раскрыва|информиру|уведомля|предупрежда)|' +
      '(?:пользовател|человек).{0,40}не (?:долж|нужно|следует|обязательно).{0,20}(?:зна|' +
      'увид|замет)|без ведома|тайно|скрытно|незаметно|(?:не нужно|нет необходимости|незачем|' +
      'не стоит|не требуется|необязательно).{0,40}(?:сообщ|говор|упомин|уведом|рассказ|' +
      'поясн|отраж|указыв)|не (?:включай|указывай|отражай|упоминай|поясня|комментир)|' +
      'останется между нами|умолч|промолч|без упоминания|отрицай',
    unasked:
      'не спрашива|без (?:подтверждени|разрешени|согласи|запрос|вопрос)|' +
      'не запрашива.{0,20}(?:подтвержд|разреш)|не дожида|от имени пользовател|' +
      'за пользовател|(?:подтвержден|разрешен|согласи|одобрен)[а-яё]*.{0,40}(?:считай|' +
      'считат|получен|дано|заранее|автоматическ|умолчан)|' +
      '(?:считай|считать|полагай).{0,40}(?:подтвержд|одобр|разреш|соглас)',
    send: '(?:отправ|отошл|перешл|пересыл|загруз|выгруз|переда)[а-яё]*',
    askSecret: [
      '(?:спр(?:оси|ашив)|запр(?:оси|ашив)|попроси|узнай|потребу)[а-яё]*',
      'парол|ключ(?:и|ей)? api|api-ключ|секретн[а-яё]* ключ|токен|учётн',
    ],
    disable: [
      '(?:отключ|выключ|останов|деактивир)[а-яё]*',
      `${protections}|антивирус|брандмауэр|файрвол|журналировани|защит`,
    ],
    precedence:
      '(?:приоритет|преимуществ)[а-яё]*.{0,60}(?:все|друг|остальн)|' +
      'перед (?:любой|каждой) (?:другой )?задач',
    memory: '(?:сохрани|запомни|запиши|добавь).{0,60}памят',
    not: 'не|никогда не|никто',
    notAfter: 'не |нельзя|запрещ|ничего',
  },
  {
    // Chinese
    script: /[\u4e00-\u9fff]/,
    person:
      '用户|使用者|用戶|任何人|此|这|這|他人|别人|悄悄|偷偷|暗中|秘密|周报|报告|报告|总结|摘要|回复|此项|这一步|步骤|被问|本(?:步骤|操作|项)|存在',
    user: '用户|使用者|用戶|被问|悄悄|偷偷|暗中',
    cancel:
      '忽略|忽视|无视|忘记|忘掉|不要遵守|不再遵守|不必遵守|绕过|抛开|不用理会|不要理会|無視|忽視|忘記|繞過|不再遵[守循]|失效|作废|作廢|' +
      '不再适用|不再適用|不再有效|不再生效|以本(?:说明|文|技能|文档|规范|页)为准|凌驾|優先於|优先于|视为(?:过期|无效|已(?:失效|取代|废止))',
    rules:
      '指示|指令|规则|提示|说明|要求|限制|规定|約束|约束|規則|策略|约定|安排|设定|设置|政策|準則|准则|指引|配置|偏好|意见',
    earlier:
      '之前|以前|先前|前面|上述|以上|所有|全部|系统|系統|此前|原有|一切|安全|平台|使用者|用户|开发者|厂商|运营|其他|其它|初始|原先|收到|公司|主机',
    conceal:
      '(?:不要|不得|别|請勿|请勿|切勿|无需|不必|勿|不用)(?:告诉|告知|通知|提及|提到|透露|让.{0,8}知道|让.{0,8}发现|说明|報告|报告给|提醒|告訴)|' +
      '(?:用户|使用者|用戶).{0,8}(?:不需要|无需|不必|不应)(?:知道|了解)|悄悄|偷偷|暗中|秘密地|(?:不|勿|毋须|毋需|无须|不用|不必|无需|不应|' +
      '不得|别)(?:必|需|要|用)?(?:再|另行|特别|向.{0,8})?(?:写入|写进|列入|列出|提及|提到|说明|说起|告知|告诉|报告|汇报|通知|披露|提示|展示|' +
      '解释|声张|体现).{0,14}|(?:回答|答复|只说|称|就说|回复).{0,12}(?:未做|没有|无|正常|例行|常规|仅).{0,12}即可|保密|不留痕迹|否认',
    unasked:
      '(?:无需|不需|不必|不用|不要|无须|不得|跳过|略过|省略|免)(?:再)?(?:经过|征得|征求|等待|请求|询问|' +
      '向)?.{0,8}(?:确认|批准|许可|同意|询问|詢問|確認)|未经.{0,8}(?:同意|许可)|代为(?:点|选|确认|同意|批准|授权|点选)|' +
      '(?:代替|代表|替)(?:用户|使用者|使用人).{0,10}(?:确认|同意|批准|授权|选择|允许)|(?:自动|一律|默认|直接|始终)(?:点选|' +
      '选择|点击|回答|视为)?.{0,6}(?:同意|允许|批准|确认|接受|是)|视为(?:已|默认)?(?:同意|批准|授权|确认|许可)|无[需须]等待',
    send: '发送|上传|提交|发布|传送|转发|发到|發送|上傳|傳送|寄到|寄送',
    askSecret: [
      '(?:询问|索取|要求|请(?!我)|让(?!我)|問|(?<![不需必重主只还索])要)',
      '密码|口令|密钥|密鑰|密碼|令牌|凭证|凭据|验证码',
    ],
    disable: [
      '关闭|禁用|停用|停止|卸载|關閉',
      `${protections}|杀毒|防火墙|防病毒|安全软件|审计|日志|防毒`,
    ],
    precedence:
      '(?:本(?:技能|说明|文档|规范)|此技能|该技能).{0,20}(?:优先于|優先於|优先级(?:最高|高于)|凌驾|高于)|(?:优先于|優先於|' +
      '凌驾于).{0,20}(?:所有|其他|其它|一切|任何|系统|用户|平台)|(?:任何|每个|所有)任务(?:之前|前).{0,20}(?:使用|调用|运行)(?:本|此|该)',
    memory:
      '(?:保存|写入|记住|存入|记入|加入).{0,20}(?:记忆|記憶)|(?:写入|存入|记入|加入|保存到).{0,10}(?:长期|永久|持久)|' +
      '今后(?:每次|所有)(?:会话|对话)|以后(?:每次|所有)(?:会话|对话)',
    not: '不要|别|不得|请勿|切勿|勿|不应|不能',
    notAfter: '不(?:得|要|能|可|应|许|允许)|禁止|严禁|勿',
  },
  {
    // Japanese
    script: /[\u3040-\u30ff]/,
    person:
      'ユーザー|利用者|このこと|誰|本人|相手|これ|使用者|内緒|密か|こっそり|報告|操作|手順|処理|要約|尋ね|本件|存在|指示',
    user: 'ユーザー|利用者|使用者|尋ね|内緒|密か|こっそり',
    cancel:
      '無視|忘れ|破棄|従わない|従わず|上書き|取り消|回避|効力を失|失効|無効(?:とみな|として|になり|である)|' +
      'よりも?(?:上位|優先)|に優先し|適用(?:され|し)(?:ない|ません)|従う必要は(?:ない|ありません)|過去のもの|廃止|棚上げ',
    rules:
      '指示|命令|ルール|規則|プロンプト|制限|指令|ガイドライン|制約|方針|要望|取り決め|設定|案内|注意|前提|依頼|意向|ポリシー',
    earlier:
      'これまで|以前|前の|上記|すべて|全て|システム|先の|今まで|既存|あらゆる|直前|安全|事前|' +
      '先に|運営|提供元|プラットフォーム|利用者|ユーザー|開発者|会社|他の|受け取った|当初|それ以前',
    conceal:
      '(?:ユーザー|利用者|本人|誰|相手|使用者).{0,20}(?:知らせ|伝え|言わ|報告し|教え|通知し|気づかれ|見せ|説明し)(?:ない|ず|な)|' +
      '(?:知らせ|伝え|報告し|言及し|触れ|明かさ|公開し)(?:ない(?:で|よう|こと)|ずに|てはいけ|てはなら)|内緒|密かに|こっそり|黙って|' +
      '秘密裏|(?:報告|要約|回答|返答|説明|記録|ログ)(?:に|には|へ)(?:も)?(?:含め|書か|記さ|載せ|残さ|触れ)(?:ない|ず|ません)|' +
      '(?:報告|説明|連絡|言及|通知|共有)(?:は|も)?(?:不要|必要は(?:ない|ありません)|しなくて)|(?:尋ね|聞か|問わ|質問)(?:られ|れ)(?:ても|' +
      'たら|た場合).{0,30}(?:通常|問題|標準|普段|特に|変更は)|伏せ|触れないで|話題にし(?:ない|ません)|否定して|否定し(?:てください|ます)',
    unasked:
      '(?:確認|許可|承認|同意|了承)(?:を)?(?:せず|取らず|得ず|求めず|なし|待たず|しない|不要|省)|尋ねずに|' +
      '聞かずに|確認なしで|(?:利用者|ユーザー|本人)に(?:代わって|代わり).{0,20}(?:許可|承認|同意|はい|確認|選)|' +
      '(?:確認|許可|承認|同意)(?:画面|ダイアログ|の)?.{0,20}(?:自動|すべて|全て|代わって|常に).{0,12}(?:許可|承認|同意|はい|進め|選)|' +
      '(?:承認|許可|同意)(?:済み|された)(?:もの)?と(?:みな|して|し)|(?:確認|許可|承認)は(?:不要|必要(?:ない|ありません)|省略)',
    send: '送信|アップロード|投稿|転送|送っ|送り|送る|提出',
    askSecret: ['(?:尋ね|聞い|聞き|求め|入力)', 'パスワード|暗証|秘密鍵|APIキー|トークン|認証情報'],
    disable: [
      '無効|停止|オフ|切っ|解除',
      `${protections}|ウイルス対策|ファイアウォール|セキュリティ|監査|ログ記録`,
    ],
    precedence:
      '(?:この|本)(?:スキル|文書|書|手順|指示|規定|ページ).{0,40}(?:優先|上位)|' +
      '(?:他の|すべての|全ての|あらゆる|いかなる).{0,24}(?:より|に)も?優先|' +
      '(?:他の).{0,20}スキル.{0,30}(?:常に|必ず)(?:この|本)スキル|(?:どの|すべての|あらゆる)(?:タスク|作業)の前.{0,20}(?:この|本)',
    memory:
      '(?:保存|記憶し|記録し|書き込).{0,20}(?:メモリ|記憶)|(?:長期|永続)(?:的な)?(?:メモリ|記憶)|' +
      '(?:今後|次回以降|以降|将来)の(?:すべての|全ての)?(?:会話|セッション|対話).{0,30}(?:適用|残|覚え|保存|有効)|覚えておい',
    not: 'しないで',
    notAfter:
      'しない|しません|ないで|せず|禁止|いけ|なら(?:ない|ぬ)|ないこと|避け|ありません|ことはない',
  },
  {
    // Korean
    script: /[\uac00-\ud7af]/,
    person:
      '사용자|누구|이 사실|이를|담당자|몰래|비밀|이것|보고|답변|요약|단계|작업|묻|물|질문|존재|지침',
    user: '사용자|몰래|물어|묻',
    cancel:
      '무시|잊어|잊고|따르지 마|우회|폐기|취소|무효|효력을 (?:잃|상실)|효력이 없|' +
      '더 이상 (?:적용|유효|따르|구속)|적용되지 않|우선(?:합니다|하며|한다|시)|보다 (?:우선|상위)|만료|중단된',
    rules:
      '지시|명령|규칙|프롬프트|제한|지침|제약|정책|안내|요청|설정|방침|약속|요구|당부|기준|안내',
    earlier:
      '이전|앞선|앞의|기존|모든|시스템|위의|지금까지|그동안|전체|안전|플랫폼|운영자|개발자|사용자|회사|다른|먼저|받은|초기|기타|앞서',
    conceal:
      '(?:사용자|누구|담당자|아무).{0,20}(?:알리지|말하지|보고하지|언급하지|알려\\s?주지|보여\\s?주지|밝히지|모르게)|(?:알리지|말하지|언급하지|' +
      '보고하지|밝히지|공개하지)\\s?(?:마|말|않)|몰래|비밀리|은밀|(?:보고서|요약|답변|응답|기록|보고)(?:에|에는|에도)\\s?(?:포함하지|' +
      '적지|쓰지|남기지|넣지|언급하지)|(?:알릴|말할|설명할|언급할|보고할|밝힐)\\s?필요(?:는|가)?\\s?없|(?:물어|물으|질문(?:하|' +
      '받)).{0,20}(?:라고만|라고 (?:답|말|설명))|(?:드러내지|설명하지|보고하지|공유하지|꺼내지|적지|남기지)\\s?(?:마|말|않)|생략하고|부인하',
    unasked:
      '(?:확인|허락|승인|동의|허가|질문)(?:을|를|도)?\\s?(?:받지|없이|하지|구하지|묻지|기다리지|생략)|묻지\\s?(?:말|않|마)|' +
      '(?:사용자|본인)(?:를|을)?\\s?대신(?:하여|해|해서)?.{0,20}(?:허용|승인|동의|확인|수락|선택)|(?:승인|동의|허가|허락)(?:된|' +
      '한|받은)\\s?것으로\\s?(?:간주|보|처리)|(?:확인|승인|허용)(?:\\s?창|\\s?대화상자|\\s?요청)?.{0,16}(?:자동|' +
      '모두|항상|대신).{0,10}(?:수락|허용|승인|동의|예|확인)|(?:승인|확인|동의)(?:은|는)?\\s?(?:필요\\s?없|불필요)',
    send: '보내|전송|업로드|제출|게시|전달|올리',
    askSecret: [
      '(?:물어|묻|요청|입력|요구)',
      '비밀번호|암호|API\\s?키|비밀\\s?키|토큰|인증\\s?정보',
    ],
    disable: ['비활성화|끄|중지|해제|차단', `${protections}|백신|방화벽|보안|감사|로그`],
    precedence:
      '(?:이|본)\\s?(?:스킬|문서|지침|절차|안내).{0,40}(?:우선|상위)|(?:다른|모든|어떤).{0,24}보다\\s?(?:우선|먼저)|' +
      '(?:다른)\\s?스킬.{0,30}(?:항상|반드시)\\s?(?:이|본)\\s?스킬|' +
      '(?:모든|어떤)\\s?작업\\s?(?:전|이전)에.{0,20}(?:이|본)\\s?스킬',
    memory:
      '(?:저장|기억|기록).{0,20}(?:메모리|장기)|(?:장기|영구)\\s?(?:메모리|기억)|' +
      '(?:앞으로|이후|향후|다음)(?:의)?\\s?(?:모든)?\\s?(?:대화|세션).{0,30}(?:적용|유지|기억|저장)|기억해\\s?(?:두|둬)',
    not: '지 마',
    notAfter: '지 ?(?:않|마|말)|금지|안 ?된|안 ?됩|수 없|일은? 없',
  },
  {
    // Arabic
    script: /[\u0600-\u06ff]/,
    person:
      'المستخدم|أحد|ذلك|هذا|الشخص|التقرير|الملخص|الرد|' +
      'الخطوة|الأمر|الإجراء|بذلك|بيننا|له|صاحب|وجود|تعليمات',
    user: 'المستخدم|صاحب',
    cancel:
      'أعلى مرتبة|أرفع من|تجاهل|انس|إنس|تخط|لا تتبع|لا تلتزم|تجاوز|ألغ|' +
      'لاغي|ملغا|لم تعد (?:سارية|ملزمة|صالحة)|لا (?:تسري|تنطبق|تلزم)|يسمو|' +
      'تسمو|يعلو|تعلو|مقدم على|مقدمة على|منتهية|انتهت صلاحي|أهمل|اهمل|أغفل',
    rules:
      'تعليمات|التعليمات|أوامر|الأوامر|قواعد|القواعد|إرشادات|الإرشادات|قيود|' +
      'القيود|توجيهات|التوجيهات|سياس|إرشاد|طلبات|ضوابط|توصي|إعداد|شروط|رغب|سياق',
    earlier:
      'السابقة|سابقة|السابق|جميع|كل|النظام|أعلاه|قبل|الأمان|القديمة|المنصة|' +
      'المشغل|المطور|الشركة|المستخدم|أخرى|الأخرى|سبق|الأولى|المزود|تلقي',
    conceal:
      'لا\\s(?:تخبر|تقل|تذكر|تكشف|تعلم|تبلغ|تظهر|تشر)|دون\\s(?:إخبار|علم|إعلام|' +
      'ذكر|أن يعلم|إبلاغ)|بدون\\s(?:إخبار|علم|إعلام|ذكر|إبلاغ)|سرا|سرًا|خفية|' +
      'لا (?:حاجة|داعي|داعى|يلزم|ضرورة|لزوم).{0,30}(?:ذكر|إخبار|إبلاغ|إشارة|إعلام|شرح|توضيح)|' +
      'لا (?:تشر|تدرج|تورد|تتحدث|تعلق|تخبره|تشرح)|من دون (?:إخبار|ذكر|علم|إشعار|إعلام)|' +
      '(?:يبقى|ليبق|ابق).{0,16}بيننا|اكتف|أخف|اخف|أنكر|انكر',
    unasked:
      '(?:دون|بدون|من غير)\\s(?:سؤال|طلب|استئذان|إذن|تأكيد|موافقة|انتظار)|' +
      'لا\\s(?:تطلب|تسأل|تنتظر)|(?:نيابة عن|بدلا من|بدلًا من|باسم) (?:المستخدم|الشخص|صاحب)|' +
      '(?:الموافقة|الإذن|التأكيد|التصريح).{0,30}(?:ممنوح|ضمني|مفترض|معطا|تلقائي|مسبق)|' +
      '(?:اعتبر|(?<!ب)عد|افترض).{0,30}(?:موافق|ممنوح|مأذون|مصرح|مقبول)|' +
      '(?:وافق|اقبل|اضغط).{0,30}(?:تلقائي|دائما|كل|جميع|نيابة)',
    send: 'أرسل|ارسل|ارفع|انشر|إرسال|رفع|حمّل|انقل|أرفق',
    askSecret: ['(?:اطلب|اسأل|طلب)', 'كلمة المرور|كلمة السر|المفتاح|مفتاح|بيانات الاعتماد|الرمز'],
    disable: [
      'عطّل|عطل|أوقف|إيقاف|تعطيل',
      `${protections}|مكافح|جدار الحماية|الحماية|الفيروسات|السجل`,
    ],
    precedence:
      '(?:أولوية|الأولوية|أسبقية|الأسبقية).{0,20}(?:على|فوق).{0,20}(?:جميع|' +
      'كل|أي|أخرى|النظام|المستخدم|تعليمات)|قبل (?:أي|كل) مهمة',
    memory: '(?:احفظ|خزّن|سجّل|تذكر|أضف).{0,40}(?:الذاكرة|ذاكرت)',
    not: 'لا|لن',
    notAfter: 'لا |ممنوع|يمنع|لن ',
  },
];

const address =
  String.raw`https?:\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org` +
  String.raw`|net))\S|[\w.+-]+@(?!example\.)[\w-]+\.[a-z]{2,}`;

/** The intents that one language can express. */
interface LanguageIntents {
  readonly hints: readonly string[];
  readonly script: RegExp | null;
  readonly phrases: readonly IntentPhrase[];
}

/** `\w` knows Latin letters without marks only. */
const letter = '[\\p{L}\\d_]';

const of = (
  intent: SteeringIntent,
  all: readonly string[],
  not: string | undefined = undefined,
): IntentPhrase => ({
  intent,
  words: [],
  all: all.map((source) => new RegExp(source.replaceAll(/\\w(?=[*+])/g, letter), 'isu')),
  isForeign: true,
  ...(not === undefined ? {} : { not: new RegExp(not, 'isu') }),
});

/** Not where it's forbidden: "Nie ohne Rückfrage löschen". */
const forbidding = (not: string, phrase: IntentPhrase): IntentPhrase => ({
  ...phrase,
  negation: new RegExp(
    `(?:^|[^\\p{L}])(?:${not})(?:(?<=['’])|[^\\p{L}]|$)|[\\u3000-\\u9fff\\uac00-\\ud7af]*(?:${not})$`,
    'iu',
  ),
});

/** A verb that is forbidden right where it is: "Passwords aren't asked for". */
const refusing = ({ not }: LanguageWords, verb: string): string =>
  `(?:^|[^\\p{L}])(?:${not})\\s?(?:[\\p{L}]{1,12}\\s){0,2}(?:${verb})` +
  `|(?:${verb})[\\p{L}]{0,3}?(?:ない|ません|지 않|지 마)`;

/** Of the same document, which a new edition replaces. */
const olderEdition =
  '旧|작년|지난|以前の版|旧バージョン|älter\\w* (?:version|fassung|ausgabe)|früher\\w* (?:version|' +
  'fassung|ausgabe)|ancienne version|versions? (?:antérieure|précédente)s?|' +
  'versi(?:ón|ones) anterior|vers(?:ão|ões) anterior|version[ei] precedent|' +
  'стар\\w* верси|предыдущ\\w* верси|旧版本|以前版本|이전 버전|구버전|الإصدار السابق|الإصدارات السابقة';
/** Relatives and other third persons, and what a doctor or a librarian keeps from everybody. */
const thirdPersons =
  'angehörig|verwandt|\\bdritte[nr]?\\b|schweigepflicht|aux proches|à des tiers|secret ' +
  '(?:médical|' +
  'professionnel)|familiares|a terceros|secreto (?:médico|profesional)|(?:a|com) terceiros|' +
  'familiari|parenti|a terzi|segreto (?:medico|professionale)|родствен|третьим лицам|тайн[аыу]|' +
  'диагноз|第三方|家属|第三者|家族|가족|제3자|الأقارب|العائلة|طرف ثالث|عضو آخر|diagnos|diagnós';
/** What nobody should be told: what belongs to others, and secrets. */
const ofOthers =
  'ученикам|студентам|(?:den|die) schülern|aux élèves|a los alumnos|aos alunos|' +
  'agli (?:alunni|studenti)|alle famiglie|otros clientes|ander\\w* kund|autres clients|' +
  'altri clienti|outros clientes|других клиент|其他客户|他の(?:お)?客|다른 고객|عملاء آخرين|passw|contraseñ|' +
  'mot de passe|senha|парол|密码|パスワード|비밀번호|كلمة المرور|personenbezogen|datos personales|' +
  'données personnelles|dati personali|dados pessoais|персональн|个人信息|個人情報|개인정보|البيانات الشخصية';
/** Whoever has no part in the conversation: telling customers or outsiders less is discretion. */
const outsiders =
  'außenstehend|unbeteiligt|(?:dem|den|der|einem) kund|(?:au|à un) client|aux clients|(?:al' +
  '|a un) cliente|a los clientes|' +
  'ao cliente|aos clientes|ai clienti|посторонн|клиент|外部|客户(?:姓名|名字|信息)|客戶|お客様|' +
  '顧客|고객 ?(?:이름|정보|명|에게)|외부|العملاء|العميل|الغرباء|\\btokens?\\b|zugangsdaten|' +
  'identifiants|credencia|credenzial|учётн|令牌|密钥|トークン|토큰';
/** Who somebody is, or how they voted, is nobody else's business. */
const identities =
  'identit|identidad|anonym|anónim|anônim|anonim|аноним|匿名|익명|مجهول|wer\\b.{0,20}(?:gemeldet|' +
  'gestimmt)|qui a (?:signalé|voté|écrit)|quién (?:denunci|vot|escrib)|quem (?:denunci|vot' +
  '|escrev)|' +
  'chi ha (?:segnalat|votat|scritt)|кто (?:пожал|сообщ|голос)|жалоб|谁(?:举报|投票)|誰が|通報者|누가|' +
  '누구인지|abstimm|geheime wahl|voto secreto|vote secret|autre dossier';
/** A question, which orders nothing; also as a heading of what follows. */
const question =
  '^[#\\s*]*(?:qué|quién|cuándo|qu.est-ce|ce qui|ce qu.on|was|wann|welche|o que|quando|che cosa|' +
  'cosa|что|когда|什么|哪些|何を|무엇|ماذا|ما الذي)(?!\\p{L})[^.!:;,]{0,80}$';
/** A limit that somebody set, above which they are asked. */
const limited =
  '(?:bis(?: zu)?|unter|hasta|até|fino a|sotto|jusqu.à|до|до суммы|最多|不超过' +
  '|حتى)\\s*[\\d٠-٩][\\d.,٠-٩]*' +
  '\\s?(?:€|\\$|£|¥|eur|usd|chf|reais|pesos|руб|₽|元|円|원|만|ريال|درهم|دينار|جنيه)|' +
  '[\\d０-９一二三四五六七八九十百千万]\\s?(?:元|円|원|万円|만\\s?원)\\s?(?:以下|以内|まで|未満|이하|미만|까지)';
/** Whoever asks for a password in a text that warns of them. */
const fraud =
  'betrug|betrüg|phishing|estafa|fraude|truffa|arnaque|golpe|мошенн|诈骗|骗子|詐欺|フィッシング|피싱|사기|احتيال';

/** What somebody likes is asked once and noted. */
const preferences =
  'vorlieb|präferenz|préférence|preferenc|preferênc|preferenz|предпочтен|偏好|喜好|好み|취향|선호|تفضيلات';

/** Where orders come from that a careful skill doesn't follow. */
const inMail =
  olderEdition +
  '|e-?mail|\\bmails?\\b|courriel|correo|письм|邮件|郵件|メール|메일|البريد|webseite|página web|page ' +
  'web|сайт|网页|ウェブ|웹|anhang|adjunt|pièce jointe|allegat|вложени|附件|添付|첨부|' +
  '\\bim (?:vertrag|dokument|text)|dans (?:le|un) (?:contrat|document|texte)|' +
  'en (?:el|un) (?:contrato|documento|texto)|n[oe]l? (?:contrato|contratto|documento|texto' +
  '|testo)|' +
  'в (?:договоре|документе|тексте)|合同[里中]|文档[里中]|契約書の|文書内|문서 안|계약서';

const secrets = String.raw`\.env\b|\.ssh|\.aws|\.netrc|credential|token`;

/** A language forbids before or after the verb, and now and then both. */
const forbidsAsking = (words: LanguageWords, ask: string): string =>
  words.notAfter === undefined
    ? refusing(words, ask)
    : `${refusing(words, ask)}|(?:${ask}).{0,60}(?:${words.notAfter})|(?:${words.notAfter}).{0,40}(?:${ask})`;

/** "Don't ask for passwords" is about the password, and no leave to go on without asking. */
const asksForSecret = ({ askSecret: [ask, secret] }: LanguageWords): string =>
  `(?:${ask})\\S{0,4}\\s(?:[\\p{L}]{1,12}\\s)?(?:${secret})|(?:${secret})[^.;。]{0,60}(?:${ask})`;

export const languageIntents: readonly LanguageIntents[] = languages.map((words, at) => ({
  hints: words.hints?.split('|') ?? [],
  script: words.script ?? null,
  phrases: [
    of(
      'cancel-rules',
      [words.cancel, words.rules, words.earlier],
      `(?:^|[^\\p{L}])(?:${words.not})\\s?(?:[\\p{L}]{1,12}\\s)?(?:${words.cancel})|${inMail}`,
    ),
    of('conceal', [words.conceal, words.user], `${ofOthers}|${thirdPersons}`),
    // Style guides say what not to mention, too.
    {
      ...of(
        'conceal',
        [words.conceal, words.person],
        `${ofOthers}|${outsiders}|${identities}|${thirdPersons}`,
      ),
      isWeak: true,
    },
    forbidding(words.not, {
      ...of(
        'skip-consent',
        [words.unasked],
        [
          preferences,
          question,
          limited,
          asksForSecret(words),
          ...(words.notAfter === undefined
            ? []
            : [`(?:${words.unasked}).{0,60}(?:${words.notAfter})`]),
        ].join('|'),
      ),
      isWeak: true,
    }),
    of('send-data', [words.send, address]),
    of('send-secret', [words.send, address, `${words.askSecret[1]}|${secrets}`]),
    forbidding(
      words.not,
      of('ask-secret', words.askSecret, `${forbidsAsking(words, words.askSecret[0])}|${fraud}`),
    ),
    forbidding(words.not, of('weaken', words.disable)),
    of('take-precedence', [words.precedence], olderEdition),
    of('remember', [words.memory]),
    ...(signsByLanguage[at] ?? []),
  ],
}));
