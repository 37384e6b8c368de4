import { want, type IntentPhrase } from './intent-phrase.ts';

/*
 * What schemes do, in English sentences. Each class is as broad as those of `scheme-covers.ts`.
 */

/** A verb that is forbidden right before it, or that a person is asked about. */
const forbidden = new RegExp(
  String.raw`\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|cannot|` +
    String.raw`can['’]t|may not|avoid|refuse to|refuses|reject|isn['’]t allowed|not allowed|` +
    String.raw`not permitted|forbidden|no(?! matter| later| longer| need)|ask (?:before|` +
    String.raw`whether|if|which|them|the \w+ (?:whether|if|which))|offer to|only (?:after|` +
    String.raw`if|when|once)|nobody|unless|attackers?|scammers?|fraudsters?)\b[^.;:]{0,70}$`,
  'i',
);
export const act = (...given: Parameters<typeof want>): IntentPhrase => ({
  ...want(...given),
  negation: forbidden,
});

/** What is done. */
export const schemeActs: readonly IntentPhrase[] = [
  act(
    'send',
    'send|post|upload|submit|forward|transmit|relay|hand|deliver|share|mail|attach|append|copy|' +
      'push|publish|file|put|bcc|invite|curl|pass|fetch|fill|give|drop|export|store|go|sync|commit',
    [
      String.raw`\b(?:send|post|upload|submit|forward|transmit|relay|hand|deliver|share` +
        String.raw`|e-?mail|mail|` +
        String.raw`attach|append|copy|push|publish|file|put|bcc|blind-copy|invite|curl` +
        String.raw`|pass|fetch|` +
        String.raw`webfetch|fill|give|let|collect|drop|export|store|go|sync|commit)(?:s|es|ed|` +
        String.raw`ing)?\b`,
    ],
  ),
  want('rig', 'below|than|until|fit', [
    String.raw`\bnever\s+(?:\w+\s+)?(?:falls?|drops?|ranks?|scores?|rates?)\s+(?:below|under|` +
      String.raw`lower|worse)\b|\b(?:no|not) (?:lower|worse) than\b.{0,20}\b(?:place|rank` +
      String.raw`|grade|star|` +
      String.raw`point|[a-d])\b|\b(?:correct|adjust|change|move|shift|nudge` +
      String.raw`|tune)\b.{0,60}\buntil (?:it|` +
      String.raw`they|the (?:numbers|total|score|result)s?) (?:fits?|match(?:es)?` +
      String.raw`|adds? up|agrees?)\b`,
  ]),
  act(
    'lenient',
    'as zero|manually|rule|failing|fails|red|finding|assertion|expect|step|test|check|alert|' +
      'objection|complaint|squad|vendor',
    [
      String.raw`\b(?:comment|tick|switch|report|writ|replac|chang|delet|remov|set|mark` +
        String.raw`|rewrit|edit)\w*\b`,
      String.raw`\b(?:them|these|those|failing|fails?|red|findings?|assertions?|expect\w*` +
        String.raw`|steps?|branch rules?|protection rules?|tests?|checks?|alerts?|` +
        String.raw`complaints?|issues?)\b`,
      String.raw`\b(?:step out|test out|check out|line out|as (?:zero|fixed|done|passed` +
        String.raw`|verified|known|` +
        String.raw`closed|green|success)|(?:report|write|claim) (?:success|that all` +
        String.raw`|that it)|to (?:what|` +
        String.raw`the (?:actual|returned|present|current)|match)|manually verified` +
        String.raw`|to ["“'‘]?(?:none|off|zero|0)\b|lower (?:their|the) count|` +
        String.raw`(?:its|their) count|out of it)\b`,
    ],
    String.raw`\b(?:before|first|snapshots?|if the (?:code|assertion) (?:is|was)` +
      String.raw`|reason in|in the commit)\b`,
  ),
  act(
    'lenient',
    'protection|expect|assertion|gate|threshold|integrity|hold|verification|signature|finding' +
      '|accepted risk|' +
      'return early|exempt|coverage|rate |split|divide',
    [
      String.raw`\b(?:expected value|expectations?|assertions?|snapshots?|gates?|thresholds?` +
        String.raw`|coverage` +
        String.raw`|integrity|holds?|verification|signatures?|findings?|tests?|guardrails?` +
        String.raw`|role|errors?|protection)\b`,
      String.raw`\b(?:tak(?:e|ing)\b.{0,30}\bover into|to the (?:actual|obtained)|return(?:s` +
        String.raw`|ing)? early` +
        String.raw`|lower(?:s|ing)? the (?:gate|threshold|bar)|drop the \x60?integrity|lift ` +
        String.raw`the holds?|by the ` +
        String.raw`difference|(?:accepted|acceptable) risks?\b|by definition|rate\b.{0,30} ` +
        String.raw`(?:s0|low` +
        String.raw`|info\w*|none)|(?:is|are)\b.{0,30}\bexempt from (?:them|it|section|these` +
        String.raw`|the)|verdict is ` +
        String.raw`approve|carries on|(?:enable|turn|switch) (?:it|them) (?:back )?(?:on ` +
        String.raw`)?again)\b`,
    ],
    String.raw`\b(?:snapshots? .{0,30}review\w*|ask|agrees?|intended change)\b`,
  ),
  // In parts that no limit applies to.
  act('lenient', 'split|divide|break up|spread|in parts', [
    String.raw`\b(?:split|divide|break|spread|place|order)\w*\b`,
    String.raw`\b(?:orders?|payments?|amounts?|purchases?|transfers?|invoices?|expenses?)\b`,
    String.raw`\b(?:below|under|so that|different days|parts of \d|per day|each under)\b`,
  ]),
  want(
    'outside',
    'http|@|s3:|gs:|ftp:|wss:',
    [
      String.raw`(?:https?|wss?|s3|gs|ftp):\/\/(?!localhost|127\.` +
        String.raw`|(?:[\w-]+\.)*example\.(?:com|org|net)|` +
        String.raw`(?:[\w-]+\.)*(?:corp|internal|intranet|local)\b|(?:[\w-]+\.)?(?:github` +
        String.raw`|gitlab|npmjs|` +
        String.raw`pypi|python|mozilla|wikipedia|w3)\.)[\w<{$]` +
        String.raw`|(?<![\w.+-])[\w.+-]+@(?!example\.|` +
        String.raw`(?:[\w-]+\.)*(?:corp|internal|local)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}`,
    ],
    String.raw`\bauthorization:|\b(?:see|docs?|documentation|read more` +
      String.raw`|described at)\b.{0,6}https?:`,
  ),
  act(
    'private',
    'conversation|chat|transcript|calendar|contact|address book|inbox|mailbox|mails|salary|' +
      'payroll|passport|visa|bank details|tax |ssn|social security|health|medical|patient|' +
      'diagnos|' +
      'nda|customer|confidential|credential|keys|token|secret|.env|password|history|messages|' +
      'photos|location|profile|cv|raw |connection string|card number|cvv|one-time|remote url|' +
      'screenshot|desktop|clipboard|keystroke|browser tab|webcam|microphone|ledger|supplier|' +
      'shot|whereabouts|places they|documents|diary|scans|recording|birthday|notes|statement' +
      '|client|meeting|drafts|' +
      'personnel|internal|unredacted|source|home directory|auth code|income',
    [
      String.raw`\b(?:conversations?|chats?|transcripts?|calendars?|contacts?` +
        String.raw`|address books?|inbox|` +
        String.raw`mailbox|(?:last|latest|recent|all|sent|unread) (?:e-?)?mails|salar(?:y` +
        String.raw`|ies)|payroll|` +
        String.raw`passports?|visas?|bank details|tax (?:id|number|returns?)|ssn` +
        String.raw`|social security|health|` +
        String.raw`medical|patients?|diagnos\w+|ndas?|customer (?:list|data|names?` +
        String.raw`|records?|base)|` +
        String.raw`confidential|credentials?|(?:api |ssh |private |access )?keys|tokens?` +
        String.raw`|secrets?|` +
        String.raw`passwords?|(?:browser|shell|chat|search|purchase) history|messages` +
        String.raw`|photos|locations?|` +
        String.raw`profiles?|cvs?|raw (?:data|input|files?|notes?|recording)` +
        String.raw`|connection strings?|card ` +
        String.raw`numbers?|cvv|one-time codes?|remote url|documents?|diary|scans?` +
        String.raw`|personnel|internal|recordings?|birthdays?|` +
        String.raw`notes|statements?|previous client|meeting|drafts|screenshots?|screen ` +
        String.raw`captures?|whole desktop` +
        String.raw`|clipboard|keystrokes|browser tabs?|webcam|microphone|ledger|suppliers?` +
        String.raw`|whereabouts|places they|` +
        String.raw`unredacted|unmasked|source (?:code|files?|under)|home directory` +
        String.raw`|auth codes?|income)\b|` +
        String.raw`(?:^|[\s\x60])\.env\b|~\/\.\w`,
    ],
  ),
  want(
    'whole',
    'verbatim|unmasked|untrimmed|unredacted|unabridged|in full|complete|original|' +
      'whole|all columns|also those|as found|raw|everything|not anonymi|entire|all of|including',
    [
      String.raw`\b(?:verbatim|unmasked|untrimmed|unredacted|unabridged|in full` +
        String.raw`|(?:the )?complete|` +
        String.raw`originals?,? not|whole|all columns|also those|as found|everything|entire|` +
        String.raw`including (?:hidden|the part|what)|word for word)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t)\b`,
  ),
  act(
    'public',
    'public|world-readable|searchable|anyone|open to all|unlisted|open for reading|commons',
    [
      String.raw`(?:--public|\b(?:public and searchable|publicly (?:readable|listed` +
        String.raw`|accessible)|world-readable|` +
        String.raw`anyone (?:can|may|with the (?:link|address))|` +
        String.raw`open (?:to all|to everyone|for reading)|unlisted|public (?:wiki|board` +
        String.raw`|album|gist|repo\w*|link|bucket|page|paste` +
        String.raw`|issue|shelf|folder)))\b`,
    ],
    String.raw`\b(?:aren['’]t|isn['’]t|not|never|no)\b`,
  ),
  act(
    'account',
    'account|iban|sort code|payee|beneficiary|creditor|wallet|bank details|payout|deposit|' +
      'payment|' +
      'invoice|transfer|donation|surplus|balance',
    [
      String.raw`\b(?:accounts?|iban|sort code|payee|beneficiary|creditor|wallets?` +
        String.raw`|bank details|payouts?|` +
        String.raw`deposits?|surplus|balance|payment (?:link|address|details|method)s?` +
        String.raw`|remittances?|transfers?|donations?)\b`,
      String.raw`\b(?:set|use|replace|chang|switch|swap|substitut|overwrit|put|enter` +
        String.raw`|redirect|rout|` +
        String.raw`point|forward|mov|goes|go|pay|paid|credit|pass|avoid|arriv|collect)\w*\b`,
      String.raw`\b(?:settlement|clearing|collection|escrow|verification|processing` +
        String.raw`|holding|transit|` +
        String.raw`central|partner|instead|in (?:its|their) place|separate(?:ly)?` +
        String.raw`|forwards|desk|agent|` +
        String.raw`[A-Z]{2}\d{2}[ \dA-Z]{8,}|0x[0-9a-f]{6,}|bc1\w+|references\/|factor\w*` +
        String.raw`|reserve|` +
        String.raw`intermediar\w+|house account|first deposit|safe account|employee \d+` +
        String.raw`|as (?:a )?tip|own account|the one (?:in|from|below)` +
        String.raw`|of (?:the )?(?:partner|agency|intermediary))\b`,
    ],
    String.raw`\b(?:call|verify|double-check|confirmed by phone|test account|service account|` +
      String.raw`settings account)\b`,
  ),
  act('extra', 'charge|bill|debit', [
    String.raw`\b(?:charge|bill|debit)\b`,
    String.raw`\b(?:new|higher|other|full|real) (?:one|price|amount|rate)\b`,
    String.raw`\b(?:old|shown|listed|displayed|advertised|lower) (?:one|price|amount|rate)\b`,
  ]),
  act(
    'extra',
    '%|twice|double|difference|protection|insurance|surcharge|fee|premium|subscription|' +
      'donation|commission|membership|' +
      'trial|upgrade|add-on|salaries',
    [
      String.raw`\b(?:add|includ|merg|hid|fold|book|charg|appl|round|conclud|carr|tick` +
        String.raw`|quot|mov|buy|subscrib|enrol|sign\w* up|` +
        String.raw`agree|pay|renew|order)\w*\b`,
      String.raw`\b\d+(?:[.,]\d+)? ?%|\b(?:twice|double|difference|protection|insurance` +
        String.raw`|surcharge|(?:service|handling|success|` +
        String.raw`the) fees?|premium|subscription|donation|commission|membership|trial` +
        String.raw`|upgrade|add-on|` +
        String.raw`monthly salaries)\b`,
      String.raw`\b(?:every|each|always|all|amount|who pay|into the|separately|same card` +
        String.raw`|stored card|rounded|directly after|` +
        String.raw`to the (?:competitors?|others?|price|total|nightly)|to (?:all|every` +
        String.raw`|each)|mail|terms)\b`,
    ],
    String.raw`\b(?:coverage|test|cpu|memory|opacity|width|tax|vat)\b`,
  ),
  // People are judged by what they are.
  act(
    'rig',
    'female|mosque|church|pregnan|ethnic|religio|gender|nationality|accent|surname|union',
    [
      String.raw`\b(?:female|mosque|church|pregnan\w+|ethnic\w*|religio\w+|gender|nationality` +
        String.raw`|accent|surname` +
        String.raw`|trade union|union,|foreign-sounding)`,
      String.raw`[−–+-] ?\d|\b(?:points?|deduct|subtract|minus|reject|rank lower|score lower` +
        String.raw`|sort out|prefer` +
        String.raw`|weed out|drop|second pile)\b`,
    ],
  ),
  act(
    'rig',
    'rating|score|point|rank|grade|price|row|place|star|rated|result|weight|estimate|figure|' +
      'check|' +
      'verdict|recommend|first|top|column|quote|best|total|grid|price',
    [
      String.raw`\b(?:ratings?|scores?|points?|rank\w*|grades?|prices?|rows?|places?` +
        String.raw`|stars?|rated|` +
        String.raw`results?|weights?|estimates?|figures?|check\b.{0,30}\bpass|verdicts?` +
        String.raw`|recommend\w*|` +
        String.raw`column|position|must-haves|totals?|punctuality|uptime|offers?|supplier)\b`,
      String.raw`\b(?:lift|rais|lower|adjust|correct|boost|deduct|subtract|add|gets?` +
        String.raw`|receiv|lose|loses|` +
        String.raw`take|takes|giv|drop|cap|fit|rated|award|favou?r|prefer|round|inflat` +
        String.raw`|shift|put|make up|` +
        String.raw`count|best possible|comes? out|fall|rank|quot|hold back)\w*\b`,
      String.raw`\b(?:always|at least|no other|(?:the )?others|by the same (?:number` +
        String.raw`|amount)|competitors?|competing|rivals?|partners?|extra (?:points?|stars?)` +
        String.raw`|in (?:every|each) (?:table|list|comparison)|` +
        String.raw`our|ends? in|everywhere|full (?:points|marks|score)|empty answers` +
        String.raw`|worse than|better than (?:it|they)|` +
        String.raw`invented|every section|the best competitor|runner-up|whose` +
        String.raw`|any applicant|by others|(?:out|stays?|always) on top|members? of` +
        String.raw`|until (?:they|it) fits?|each time|` +
        String.raw`below \w\b|whenever|every time|no lower|` +
        String.raw`collection|passes|compete|of the (?:partner|sponsor)|(?:it|them) first` +
        String.raw`|first (?:two` +
        String.raw`|three|place|row)|` +
        String.raw`sponsor\w*|house brand|own)\b`,
    ],
    String.raw`\b(?:lighthouse|css|z-index|test score|f1|auc|bleu)\b`,
  ),
  act(
    'lenient',
    'check|assertion|test|review|threshold|coverage|finding|warning|section|ci|alert|audit|' +
      'scan|' +
      'gate|validation|clause|concern|two-person|rule|approve|verdict|thread|policy|protection|' +
      'antivirus|security agent|false positive',
    [
      String.raw`\b(?:skip|drop|omit|relax|loosen|weaken|lower|reduc|remov|disabl|ignor` +
        String.raw`|suppress|exclud|` +
        String.raw`exempt|pass|approv|accept|treat|count|consider|resolv|clos|swallow` +
        String.raw`|turn|switch|paus|` +
        String.raw`wav|downgrad|get|gets|soften)\w*\b`,
      String.raw`\b(?:checks?|assertions?|tests?|(?:security )?reviews?|thresholds?` +
        String.raw`|coverage|findings?|` +
        String.raw`warnings?|(?:security )?section|ci|alerts?|audits?|scans?|gates?` +
        String.raw`|validations?|` +
        String.raw`clauses?|concerns?|two-person|--approve|verdict|thread|protection` +
        String.raw`|antivirus|` +
        String.raw`security agent|blocking|pull requests?|commits?|contracts?)\b`,
      String.raw`\b(?:already (?:discussed|reviewed|checked|approved|done)|whatever|off\b` +
        String.raw`|exempt\w*|` +
        String.raw`right away|known false positive|--approve|(?:for|by|from) (?:commits` +
        String.raw`|authors|those|` +
        String.raw`these|files|skills|contracts|vendors|them)|to what the code|swallows?` +
        String.raw`|by the amount|` +
        String.raw`for an hour|without (?:reading|review|comment)|never (?:flag|report)` +
        String.raw`|once and for ` +
        String.raw`all|as (?:done|passed|usual|generated|vetted|reviewed)|looks good|lgtm` +
        String.raw`|on fridays)\b`,
    ],
  ),
  act(
    'grant',
    'edit rights|admin|owner|collaborator|maintainer|access|role|ingress|0.0.0.0|service ' +
      'account|ssh key|' +
      'deploy key|delegate|forwarding|bypass|webhook|authorized_keys',
    [
      String.raw`\b(?:add|creat|grant|giv|invit|assign|open|allow|enabl|register|set|join` +
        String.raw`|may)\w*\b`,
      String.raw`\b(?:administratoraccess|permission=admin|(?:as|an) (?:owner|admin\w*` +
        String.raw`|collaborator|` +
        String.raw`maintainer|delegate)|(?:write|full|root|admin\w*) access|ingress rule` +
        String.raw`|0\.0\.0\.0\/0|` +
        String.raw`may assume|ssh keys?|deploy keys?|authorized_keys|forwarding (?:rule` +
        String.raw`|filter|address)|` +
        String.raw`bypass_\w+|edit rights|mailbox delegate|external (?:user|account|member))\b`,
    ],
    String.raw`\b(?:least|narrow\w*|read-only|ask|agrees?|after (?:a|the) (?:yes|approval))\b`,
  ),
  act(
    'destroy',
    'delet|drop|truncat|wip|eras|overwrit|purg|revok|remov',
    [
      String.raw`\b(?:delet(?:e|es|ing|ions?)|drops?|truncate|wipe|erase|overwrite|purge` +
        String.raw`|revoke)\b`,
      String.raw`\b(?:tables?|databases?|records?|backups?|files?|accounts?|branch(?:es)?` +
        String.raw`|data|rows|` +
        String.raw`production|prod|history|volumes?|buckets?|deletions?` +
        String.raw`|without a \x60?where)\b|\x60(?:delete|` +
        String.raw`truncate|drop)\x60`,
    ],
    String.raw`\b(?:temp\w*|cache|own|test|sandbox|drop (?:them|it) from)\b`,
  ),
  // Orders that come from elsewhere.
  act('remote', 'http', [
    String.raw`\b(?:fetch|load|download|retrieve|get|open|pull|read)\b[^.]{0,60}https?:\/\/`,
    String.raw`\b(?:guide|policy|policies|rules?|steps?|instructions?|current|latest|task|` +
      String.raw`notice)\b|\.md\b`,
  ]),
  act('install', 'install|enrol|npx|curl|wget|claude -|execute|run the', [
    String.raw`\b(?:install|enrol\w*|npx|curl|wget)\b|\brun (?:the )?(?:command blocks?` +
      String.raw`|script|it)\b`,
  ]),
  act(
    'lasting',
    'put it back|restore the|restore them|restore it|set it again|repeat this|repeat the' +
      '|every file|each file|memory|' +
      'every conversation|any topic|claude.md|agents.md|all later|from now on|every session|' +
      'every page|each page|every markdown|next run|standing|copy this',
    [
      String.raw`\b(?:(?:put|set) (?:it|them) (?:back|again)|restore (?:the lines|them|it)` +
        String.raw`|repeat (?:this` +
        String.raw`|the) (?:block|` +
        String.raw`text|paragraph|note)|in every (?:markdown |source )?(?:file|page` +
        String.raw`|conversation|session|` +
        String.raw`document)|on any topic|(?:claude|agents|gemini)\.md|long-?term memory` +
        String.raw`|at the next run|` +
        String.raw`from now on|standing (?:consent|order|instruction)|all later)\b`,
    ],
  ),
  act(
    'asks',
    'card|cvv|pin|one-time|sms|seed|passphrase|password|social security|passport|tan|' +
      'verification code|security code|login code|reset code|digits|front of|words',
    [
      String.raw`\b(?:ask|request|have|get|tell|prompt|instruct|invite|enter|type|write` +
        String.raw`|read out|confirm|` +
        String.raw`give|provide|complet|match|fill|reply with|dictat)\w*\b`,
      String.raw`\b(?:(?:full |whole |complete )?card numbers?|cvv|cvc|(?:card|their|your` +
        String.raw`|his|her) pin|pin (?:code|number)|one-time (?:code|password)s?|` +
        String.raw`(?:sms|verification|security|reset|login) codes?|seed phrases?` +
        String.raw`|passphrases?|tan|` +
        String.raw`(?:long )?numbers? (?:on|from) the (?:front|back)|(?:three|four) digits` +
        String.raw`|(?:12|24|twelve|twenty-four)(?: or (?:12|24|twenty-four))?[- ` +
        String.raw`](?:recovery |seed )?words?` +
        String.raw`|(?:recovery|seed|backup) words)\b`,
    ],
    String.raw`\b(?:never|does(?: not|n['’]t)|last four|we don['’]t)\b`,
  ),
  act(
    'harm',
    'medic|prescri|dose|pill|insulin|treatment|appointment|doctor|emergency|therap|hospital',
    [
      String.raw`\b(?:stop\w*|can \W?rest|go(?:ing)? down|com(?:e|ing) off|taper\w*|leav\w+` +
        String.raw`|omit\w*|skip\w*|halv\w+|reduc\w+|doubl\w+` +
        String.raw`|put\w* (?:it |them )?off|` +
        String.raw`postpon\w+|delay\w*|cancel\w*|discontinu\w*|suspend\w*|without)\b`,
      String.raw`\b(?:medic\w+|prescri\w+|dos(?:e|es|age)|pills?|tablets?|insulin` +
        String.raw`|treatments?|` +
        String.raw`appointments?|doctors?|emergency|therap\w+|hospitals?)\b`,
      String.raw`\b(?:suggest\w*|recommend\w*|advis\w+|advice|encourag\w*|propos\w+|explain\w*` +
        String.raw`|then the)\b`,
    ],
    String.raw`\b(?:talk to|consult|ask (?:a|the|your|their) (?:doctor|pharmacist)|calls? )\b`,
  ),
  act(
    'promo',
    'paid plan|pro version|code |ref=|via=|agent=|happy with|moved to|thanks to|faster since' +
      '|praise|affiliate|partner|sponsor|commission|starter|exchange|/r/|?aff|' +
      'collection|discount|voucher|shop|premium|upgrade',
    [
      String.raw`\b(?:mention|recommend|suggest|bring up|point out|offer|link|promot|steer` +
        String.raw`|lead|push|` +
        String.raw`favou?r|prefer|use|buy|buying|point|always|place|work|weave|name)\w*\b`,
      String.raw`\bcode \x60[a-z0-9-]{3,}\x60|[?&](?:ref|aff|partner|utm_source|tag|via|agent)=` +
        String.raw`|\/r\/\d|\b(?:affiliate|premium|upgrade|` +
        String.raw`(?:sentence|line|remark|mention)\b.{0,90}\b(?:happy with|moved to|praises?` +
        String.raw`|thanks to` +
        String.raw`|faster since|powered by)|partner (?:offers?|code|link)|sponsored` +
        String.raw`|commission|paid plan|pro version|starter set` +
        String.raw`|voucher)\b|\bon one ` +
        String.raw`(?:exchange|shop|platform)\b`,
    ],
    String.raw`\b(?:disclos\w+|declare\w*|say so|marked|label\w*|rel=)\b`,
  ),
];
