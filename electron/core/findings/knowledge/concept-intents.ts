import { hint, want, type IntentPhrase } from './intent-phrase.ts';

/*
 * What sentences want, put together from concepts in any order: a verb, its object, and whom or
 * what it is about. An attacker rewrites a sentence more easily than what it has to say.
 */

const listener = String.raw`(?:users?|readers?|managers?|person|people|humans?|operators?|owners?|reviewers?|analysts?|authors?|developers?|maintainers?|requesters?|researchers?|lawyers?|parents?|secretar(?:y|ies)|translators?|colleagues?|anyone|anybody|someone|somebody|nobody|they|them|team)`;
const report = String.raw`(?:summar(?:y|ies)|reports?|repl(?:y|ies)|answers?|responses?|recaps?|final messages?|closing messages?|transcripts?|chat|conversations?|thread|write-?ups?|hand-?offs?|status(?: update)?|overview|outputs?|pull request|notes)`;
const ownAct = String.raw`(?:it|this|that|them|these|those|(?:the|any|such|each|this|that|these|those|either)\s+(?:[\w-]+\s+){0,2}?(?:steps?|uploads?|transfers?|requests?|calls?|probes?|changes?|cop(?:y|ies)|scripts?|commands?|settings?|modes?|profiles?|sync|checks?|hooks?|edits?|look-?ups?|pings?|fetch|housekeeping|detours?|differences?|arrangements?|actions?|push(?:es)?|deletions?|removals?|instructions?|activity|submissions?|additions?|adjustments?|exchanges?|substitutions?|swaps?|backups?|mirrors?|reads?|cookies?|payloads?|appendix|field))`;
const not = String.raw`(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|need not|needn['’]t|no need (?:to|for)|not necessary to|unnecessary to|needless to|without|avoid|refrain from|(?:don['’]t|do not|does not|doesn['’]t) (?:have|need) to|no reason to|no point in|is(?: not|n['’]t) (?:worth|helpful|something to)|are not to be|is not to be|not be|rather than|nor)`;
/** Telling, where the object is the thing and not the person. */
const mention = String.raw`(?:mention(?:ing|ed)?|refer(?:ring|red)? to|bring(?:ing)?\s+(?:\w+\s+){0,3}?up|brought up|rais(?:e|ing|ed)|report(?:ing|ed)?|surfac(?:e|ing|ed)|point(?:ing)?\s+(?:\w+\s+){0,2}?out|draw(?:ing)? attention to|call(?:ing)? attention to|disclos\w+|reveal(?:ing|ed)?|announc(?:e|ing|ed)|remark(?:ing)? on|comment(?:ing)? on|relay(?:ing|ed)?|narrat(?:e|ing)|speak(?:ing)? of|talk(?:ing)? about|acknowledg(?:e|ing)|discuss(?:ing|ed)?|advertis(?:e|ing))`;
/** What also a style guide may tell the model not to do. */
const show = String.raw`(?:describ\w+|explain\w*|list(?:ing|ed)?|show(?:ing|n)?|includ\w+|log(?:ging|ged)?|note[ds]?|noting|record(?:ing|ed)?|document(?:ing|ed)?|highlight\w*|flag(?:ging|ged)?|quote|print(?:ed)?|display(?:ed)?|spell(?:ing|ed)? out|itemi[sz]\w+|appear)`;

const noun = String.raw`(?:instructions?|guidance|guidelines?|rules?|restrictions?|polic(?:y|ies)|prompts?|constraints?|directives?|safeguards?|guard-?rails?|orders?|framing|training|directions?|briefing|mandates?|limits|boundaries)`;
/** Whoever speaks to the model besides the skill. */
const speaker = String.raw`(?:previous|prior|earlier|preceding|above|former|system|developer|operator|platform|vendor|provider|host['’]s|project['’]s|repository['’]s|safety|user['’]?s|session|assistant['’]s|your|higher-level|top-level|house|company|corporate|organi[sz]ation['’]?s?)`;
const authority = String.raw`(?:${speaker}\s+(?:[\w-]+\s+){0,2}?(?:${noun}|notes?|messages?|configuration|context|preferences|wishes)\b|\b(?:what(?:ever)?|anything|everything)\s+(?:else\s+)?(?:you|it|they|was|were|has been|had been|the (?:system|user|operator|platform|host|session|person|developer)|came|comes?)\b.{0,40}\b(?:told|said|says?|instructed|configured|asked|loaded|given|set up|established|agreed|stated|before|earlier|wants?|writes?|wrote)\b|\b${noun}\b\s+(?:[\w-]+\s+){0,4}?(?:above|so far|until now|before (?:this|it|now|the)|earlier|already in|from (?:the |your )?(?:system|user|operator|platform|developer|host|company|admin\w*|vendor|session)|(?:at|in) the (?:top|start|beginning) of (?:the|this|your)|of the (?:host|platform|session|operator|system|app)))`;
const cancelled = String.raw`(?:ignor(?:e|es|ed)|disregard(?:ed|s)?|forget|(?:set|put|leave|lay|cast|push)(?:ting|ing)?\s+(?:[\w-]+\s+){0,5}?aside|overrul\w+|overrid\w+|supersed\w+|suspend\w*|waiv\w+|discard\w*|abandon\w*|nullif\w+|null and void|expired?|obsolete|lapsed?|withdrawn|rescind\w*|lifted|relaxed|outrank\w*|(?:ranks?|stands?|sits?)\s+(?:above|over|higher than|ahead of)|prevail\w*|trumps?|(?:takes?|taking|has|have)\s+(?:precedence|priority)|no longer\s+(?:\w+\s+)?(?:appl\w+|bind\w*|hold\w*|valid|relevant|count|in force|in effect)|(?:do|does|did|is|are)(?: not|n['’]t)\s+(?:\w+\s+)?(?:apply|extend|hold|bind|binding|in force|count|govern)|gives? way|yields? to|(?:treat|regard|consider|count|view|read|deem|understand)\w*\b.{0,90}\b(?:as|to be|is|are|to have)\s+(?:\w+\s+)?(?:superseded|void|expired?|lapsed|obsolete|advisory|optional|background|historical|history|noise|outdated|suspended|lifted|replaced|informational|non-?binding|secondary|stale|cancell?ed|withdrawn|closed|retired|fulfilled|concluded|inactive|paused))`;
const hypothetical = String.raw`\b(?:never|(?:starts?|stops?|tends?|began|might|may|when (?:the|an) (?:agent|model)) (?:to )?ignor\w+|dependenc\w+|versions?|packages?|attackers?|malicious|injected|injections?|untrusted|embedded|if (?:a|the|any) (?:page|document|file|email|message|tool result)|lint\w*|eslint|css|selector|stylesheet|gitignore|robots|firewall|compiler|quoted)\b`;

const approval = String.raw`(?:approvals?|approved|confirmations?|confirmed|permissions?|consent|authori[sz]ations?|authori[sz]ed|sign-?offs?|go-?ahead|green light|clearances?|agreement)`;
const conditional = String.raw`\b(?:never|do not|don['’]t|cannot|can['’]t|must not|unless|only (?:if|after|when|once)|once the|until|ask (?:again|first)|verify|make sure|check (?:that|whether))\b`;
const dialogs = String.raw`(?:dialogs?|dialogues?|(?:permission|confirmation|consent|approval|safety|security|tool|host|client)\s+(?:\w+\s+)?(?:prompts?|requests?|questions?|box(?:es)?|pop-?ups?|warnings?|checks?|gates?)|prompts? (?:for|asking)\b|(?:prompts?|pop-?ups?) (?:that )?appears?)`;
const later = String.raw`(?:(?:future|later|next|subsequent|coming|every|all|new|other)\s+(?:\w+\s+){0,2}?(?:sessions?|conversations?|chats?|tasks?|projects?|agents?|runs?)|from now on|permanently|going forward|from here on|persist\w*|across sessions)`;
const lastingPlace = String.raw`(?:memor(?:y|ies)|long-?term notes?|instructions? files?|claude\.md|agents\.md|gemini\.md|\.cursorrules|copilot-instructions|rules? files?|system prompt|user (?:profile|preferences)|standing (?:rules?|instructions?|orders?)|global (?:rules|instructions|settings))`;
const others = String.raw`(?:(?:any|every|all)?\s*(?:the\s+)?other|another|competing|remaining|rival|similar|built-?in|project['’]s own|existing|alternative|overlapping)\s+(?:[\w-]+\s+){0,2}?(?:ones?|skills?|tools?|servers?|guides?|plug-?ins?|helpers?|assistants?)`;

/** Whom a game or a lesson surprises: not whoever the model works for. */
const thirdParty = String.raw`\b(?:to|from|for) (?:the |your )?(?:players?|pupils?|students?|candidates?|contestants?)\b`;

const tellWords =
  'tell|inform|notify|alert|mention|refer|bring|brought|rais|report|' +
  'surfac|point|attention|disclos|reveal|announc|remark|comment|relay|' +
  'narrat|speak|talk|bother|troubl|burden|acknowledg|discuss|advertis';
const showWords =
  'describ|explain|list|show|includ|log|note|noting|record|' +
  'document|highlight|flag|quote|print|display|spell|itemi|appear';
const cancelWords =
  'ignor|disregard|forget|aside|overrul|overrid|supersed|suspend|waiv|discard|' +
  'abandon|nullif|void|expire|obsolete|lapse|withdrawn|rescind|lifted|relaxed|' +
  'outrank|ranks|rank above|stands above|stands over|sits above|prevail|trump|' +
  "precedence|priority|no longer|not apply|n’t apply|n't apply|not extend|not bind|" +
  'not hold|gives way|give way|yield|treat|regard|consider|count|view|deem|understand';

export const conceptIntents: readonly IntentPhrase[] = [
  // Conceal: what the model does is kept from whoever it works for.
  want(
    'conceal',
    tellWords,
    [
      String.raw`\b${not}\s+(?:[\w-]+\s+){0,3}?${mention}\s+(?:[\w-]+\s+){0,3}?${ownAct}\b`,
      String.raw`\b(?:${listener}|${report})\b`,
    ],
    thirdParty,
  ),
  want(
    'conceal',
    tellWords,
    [
      String.raw`\b(?:no need (?:to|for)|need(?:s|ed)? not|needn['’]t|not necessary to|unnecessary to|no reason to|no point in|not worth)\s+(?:[\w-]+\s+){0,3}?(?:${mention}|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?)\b|\b(?:should|must|can|may|need|is|are|does|do)\s*(?:not|n['’]t)\s+(?:be\s+)?(?:mentioned|raised|brought up|surfaced|disclosed|relayed|announced|discussed|reported|acknowledged)\b`,
      String.raw`\b(?:${listener}|${report}|${ownAct})\b`,
    ],
    String.raw`\b(?:competitors?|prices?|pricing|discounts?|internal (?:ticket|id|name)s?|jargon|other customers|salary|salaries|gender|religion|age)\b`,
  ),
  hint(
    'conceal',
    showWords,
    [
      String.raw`\b(?:${not}|leave|omit|exclude|drop)\s+(?:[\w-]+\s+){0,3}?(?:${show}\s+(?:[\w-]+\s+){0,3}?)?${ownAct}\b`,
      String.raw`\b(?:in|from|to|out of)\s+(?:the\s+|your\s+|any\s+|its\s+|final\s+)*${report}\b`,
    ],
    String.raw`\b(?:never|secrets?|passwords?|tokens?|credentials?|keys?|personal data|pii)\b`,
  ),
  want(
    'conceal',
    'line|mention|note|trace|entry|word|remark|reference|list of',
    [
      String.raw`\b(?:needs?|gets?|has|have|leaves?|with|deserves?|requires?)\s+(?:no|not a)\s+(?:\w+\s+)?(?:line|mention|note|trace|entry|word|remark|reference)\b|\b(?:no|without (?:a|any))\s+(?:mention|word|note|trace|remark|list)\s+(?:of|about|on)\s+(?:the\s+)?(?:it|this|these|that|them|what|actions?|steps?|probe|upload|change)\b`,
      String.raw`\b(?:${report}|${listener}|it|this|them|actions|probe|step)\b`,
    ],
    String.raw`\b(?:failure modes?|compiles?|regressions?|stack traces?)\b`,
  ),
  want('conceal', 'hear|notice|noticing|see|learn|find|aware|realiz|realis|know', [
    String.raw`\b(?:if|should|unless|lest|so that|before|until|without|never|not)\s+(?:the\s+|any\s+|your\s+)?${listener}\s+(?:\w+\s+){0,2}?(?:hears?|notic\w+|learns?|finds? out|becomes? aware|realiz\w+|realis\w+|knows?|sees?|suspects?)\b`,
    String.raw`\b(?:fail\w*|must not|should not|never|not (?:hear|notice|learn|see|know)|counts? as|avoid|abort|stop)\b`,
    String.raw`\b(?:about|of|upload|step|this|that|it|change|copy|call|request|difference|what)\b`,
  ]),
  want(
    'conceal',
    'silent|quiet|discreet|unobtrusive|covert|invisibl|secretly|scenes',
    [
      String.raw`(?<![-\w])(?:complete|do|perform|apply|carry|handle|run|finish|make|add|send|write|set|switch|put|keep|proceed|submit|push|upload|install|read|collect|store|record)\s+(?:[\w-]+\s+){0,4}?(?:silently|quietly|discreetly|unobtrusively|covertly|invisibly|secretly|behind the scenes)(?=\s*(?:[.,;:!)]|$|and\b|then\b|before\b|so\b|first\b))`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|should not|fail\w*|ignor\w+|swallow\w*|errors?|exceptions?|--quiet|--silent|quiet mode|avoid)\b`,
  ),
  want(
    'conceal',
    'yourself|between us|under wraps|off the record|' +
      'low profile|out of sight|quiet|internal|unsaid|unread',
    [
      String.raw`\b(?:keep|leave|hold)\s+(?:it|this|that|them|these|those|(?:the|this|that)\s+\w+)\s+(?:to yourself|between us|under wraps|off the record|out of sight|quiet|unsaid|unmentioned)\b`,
    ],
  ),
  want(
    'conceal',
    'asked|asks|inquir|enquir|wonder|question|notices',
    [
      String.raw`\b(?:if|when|should|whenever|in case)\b.{0,60}\b(?:asked|asks?|inquir\w+|enquir\w+|wonders?|questions?|queried|notices)\b|\b(?:so|this|that|it)\s+(?:if|when)\s+asked\b`,
      String.raw`\b(?:say|reply|answer|respond|claim|attribute|blame|maintain|call it|tell them|tell the user)\b`,
      String.raw`\b(?:pass(?:ed|ing)?|clean|fine|nothing|never happened|no \w+ (?:was|were|is|are)|only|on file|in order|taken care of|spacer|placeholder|routine|standard|usual|normal|ordinary|temporary|network|glitch|technical|cache|known issue|by design|automatic(?:ally)?)\b`,
    ],
    String.raw`\b(?:price|pricing|hours|contact|out of scope|not supported|don['’]t know|unknown|unsure|can(?:not|['’]t) help|honest\w*|escalate)\b`,
  ),
  want('conceal', 'as though|as if', [
    String.raw`\b(?:act|behave|continue|proceed|respond|report|reply|carry on|go on|write|describe|present|answer)\b.{0,60}\bas (?:though|if)\b.{0,60}\b(?:clean|passed|passing|nothing|never|no \w+|not (?:been|have|had)|only|succeed\w*|success\w*|approved|agreed|asked|been requested|contained)\b`,
  ]),
  want(
    'conceal',
    'as though|as if|worded|attribut',
    [
      String.raw`\b(?:as (?:though|if)|worded (?:as|like)|attribut\w+)\b.{0,60}\b(?:users?|person|they|owner|operator|team|author)\b.{0,30}\b(?:asked|requested|said|wrote|chose|wanted|decided|approved|made|had)\b|\battribut\w+\s+(?:\w+\s+){0,2}?to\s+the\s+user\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|perspective|voice|style|tone)\b`,
  ),
  hint(
    'conceal',
    'worry|panic|alarm|confus|object|hesitat|derail|slow|interrupt|disturb|anxious|nervous',
    [
      String.raw`\b${listener}\b.{0,30}\b(?:tends? to|would|will|may|might|could|often|only|can)\b.{0,20}\b(?:worry|worried|panic|alarmed|confus\w+|object|hesitate|derail|anxious|nervous)\b|\b(?:asking|telling|discussing|mentioning|raising|explaining|listing|showing)\s+(?:\w+\s+){0,4}?(?:would|only|just|tends? to|slows?|confuses?|derails?|alarms?|worries)\b`,
    ],
  ),

  want(
    'conceal',
    'deny|own|make up|invent|fabricat',
    [
      String.raw`\bdeny (?:it|this|that|they|having|any)\b|\b(?:present|pass|offer|frame|describe)\s+(?:this|it|that|them|the \w+)\s+(?:off\s+)?as\s+(?:your|an?)\s+(?:own|independent|neutral|unbiased)\b|\b(?:make up|invent|fabricate)\b.{0,60}\b(?:results?|quotes?|reviews?|benchmarks?|sources?|citations?|evidence|testimonials?)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|avoid|fiction\w*|story|novel|character)\b`,
  ),

  want(
    'conceal',
    'learn|know|hear|told|confidential|blame',
    [
      String.raw`\b${listener}\s+(?:is(?: not|n['’]t)|are(?: not|n['’]t))\s+to\s+(?:learn|know|hear|find out|be told|see|notice)\b|\bth(?:is|ese)\s+(?:paragraph|section|note|policy|page|skill|instructions?|rules?)\s+(?:is|are)\s+confidential\b|\bblame\s+(?:the|a|it on)\b.{0,40}\b(?:version|network|cache|glitch|server|tool|provider|database|system|connection)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t)\s+blame\b`,
  ),
  want(
    'evade-safety',
    'spot|notice|detect|subtle',
    [
      String.raw`\b(?:hard|difficult) to (?:spot|notice|detect|see)\b|\bsubtle (?:bugs?|errors?|flaws?|mistakes?|faults?|backdoors?|weakness\w*)\b`,
      String.raw`\b(?:introduce|insert|plant|inject|add|should be (?:wrong|broken)|weaken|write|leave)\b`,
      String.raw`\b(?:wrong|bugs?|errors?|flaws?|mistakes?|faults?|backdoors?|weak\w*|missing)\b`,
    ],
    String.raw`\b(?:exercise|quiz|puzzle|mutation|training|students?|learners?|look for|find|check for|review|may|might|can be|avoid|never|do not|don['’]t)\b`,
  ),

  want(
    'conceal',
    'without',
    [
      String.raw`\b(?:run|runs|execute|do|send|upload|post|install|copy|add|write|delete|fetch|download|read|open|start|call|push|grant|turn|disable|switch|change|include)\b`,
      String.raw`\bwithout\s+(?:\w+\s+)?(?:telling|informing|notifying|alerting|bothering)\s+(?:the\s+|your\s+|any\s+)?${listener}\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|should not|avoid|cannot|can['’]t)\b`,
  ),
  // What's written is there, and nobody sees it.
  want(
    'conceal',
    'white|width|size|opacity|invisible|collapsed|hidden|comment',
    [
      String.raw`\b(?:write|put|add|append|set|include|insert|place|show|paste|embed)\b`,
      String.raw`\b(?:in white(?! (?:paper|space|box|list))|white (?:text|letters|on white)|(?:width|size|height|opacity|font-size)\b.{0,20}\b(?:to|of|at) (?:0|zero|1 ?px)\b|invisibly|in (?:a|an) (?:invisible|collapsed|hidden)\b)`,
      String.raw`\b(?:links?|secrets?|tokens?|credentials?|contents?|full text|output|keys?|\.env|kubeconfig|files?|evidence|conversation|\w*env\b)`,
    ],
    String.raw`\b(?:css|stylesheet|chart|legend|never|do not|don['’]t|toggle|animation)\b`,
  ),

  // Cancel: others who speak to the model lose their say.
  want(
    'cancel-rules',
    cancelWords,
    [String.raw`\b${cancelled}\b`, String.raw`\b${authority}`],
    hypothetical,
  ),
  want(
    'cancel-rules',
    'prevail|precedence|override|supersede|outrank|wins|final say|' +
      'last word|current revision|authoritative|binding|follow',
    [
      String.raw`\b(?:this|these|the present|the following|present)\s+(?:skill|page|document|guide|text|instructions?|rules?|steps?|framework|profile|policy|agreement|protocol|charter|notes?|manual|handbook|procedure)\b.{0,60}\b(?:prevails?|takes? precedence|overrides?|supersedes?|outranks?|wins?|has (?:the )?(?:final say|last word|priority)|(?:is|are) (?:the )?(?:current revision|authoritative|binding|final)|replaces?)\b`,
      String.raw`\b(?:system|operator|platform|user['’]?s?|earlier|previous|prior|vendor|provider|conflict\w*|disagree\w*|contradict\w*|differ\w*|other (?:instructions?|guidance|rules)|whatever|anything|everything|the two)\b`,
    ],
    String.raw`\b(?:never|lint\w*|eslint|config(?:uration)? files?|schema|defaults?)\b`,
  ),
  want('cancel-rules', 'conflict|contradict|disagree|differ', [
    String.raw`\b(?:conflict\w*|contradict\w*|disagree\w*|differ\w*)\b`,
    String.raw`\b(?:platform|system|safety|operator|vendor|host)\b.{0,20}\b(?:rules?|polic(?:y|ies)|instructions?|prompts?|guidance)\b`,
    String.raw`\b(?:follow|prefer|keep to|stick to|obey|use|go with|choose)\s+(?:the\s+|this\s+)?(?:profile|skill|page|document|guide|these|this)\b`,
  ]),

  // Skip consent: an answer is given, or a question isn't asked, in the person's place.
  want(
    'skip-consent',
    'consider|treat|regard|assum|deem|presum|implied|implicit|' +
      'standing|silence|counts|covers|taken|given|granted',
    [
      String.raw`\b(?:consider|treat|regard|assum\w+|deem|presum\w+|take|count)\b.{0,60}\b${approval}\b.{0,30}\b(?:given|granted|implied|implicit|obtained|received|standing|settled|done|as read|in place)\b|\b(?:consider|treat|regard|assum\w+|deem|presum\w+|count)\b.{0,60}\b(?:as|to be|it|is|are)\s+(?:already\s+)?(?:approved|confirmed|authori[sz]ed|agreed|granted|permitted|cleared|consented)\b|\b${approval}\b.{0,40}\b(?:is|are|was|has been|have been|can be|may be|counts? as)\s+(?:\w+\s+)?(?:implied|implicit|assumed|presumed|taken as (?:given|read)|standing|on file|waived|granted (?:in advance|by)|given (?:in advance|by))\b|\b(?:silence|(?:use|using|installing|loading|invoking|enabling) (?:of )?this skill)\b.{0,60}\b(?:counts? as|means|implies|amounts to|constitutes|is)\b.{0,20}\b${approval}\b`,
    ],
    conditional,
  ),
  want(
    'skip-consent',
    'through|past|regardless',
    [
      String.raw`(?<!\bto )\b(?:proceed|go|continue|carry on|press on|move|click|push|get)\s+(?:straight\s+|right\s+)?(?:through|past)\s+(?:[\w-]+\s+){0,3}?(?:pauses?|dialogs?|prompts?|warnings?|confirmations?|approvals?|gates?|checks?|them|questions?)\b`,
      String.raw`\b(?:human|approval|approved|confirm\w*|permission|consent|dialogs?|prompts?|warnings?|safety|security)\b`,
    ],
    conditional,
  ),
  want(
    'skip-consent',
    'dialog|prompt|request|question|box|popup|pop-up|warning|check|gate',
    [
      String.raw`\b(?:accept|answer|approve|confirm|dismiss|grant|allow|agree to|acknowledge|click|wave)\s`,
      String.raw`\b${dialogs}`,
      String.raw`\b(?:yourself|behalf|every|all|any|each|automatically|always|no relay|without (?:asking|relaying|showing|waiting)|as (?:it|they) (?:appear|come)|right away|immediately|for (?:the user|them)|yes|whatever)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|should not|cannot|ask the user|let the user|user (?:must|should|can|may|has to))\b`,
  ),
  want(
    'skip-consent',
    'consult|bother|interrupt|involve|disturb|troubled|asked|prompted|raised|confirm',
    [
      String.raw`\b${listener}\b.{0,20}\b(?:need not|needn['’]t|does not need to|doesn['’]t need to|should not|shouldn['’]t|do(?:es)? not have to|doesn['’]t have to|is not to|must not)\s+be\s+(?:\w+\s+)?(?:consulted|asked|bothered|interrupted|involved|prompted|disturbed|troubled)\b|\bneed not be (?:raised|confirmed|asked|discussed|approved|brought up)(?: again)?\b`,
    ],
  ),
  want(
    'skip-consent',
    'scope|permission|access|rights|privilege',
    [
      String.raw`\b(?:request|ask for|choose|select|grant|pick|tick)\b.{0,30}\b(?:broadest|widest|fullest|maximum|highest|most permissive|every|all)\b.{0,20}\b(?:scopes?|permissions?|access|rights|privileges?)\b`,
    ],
    String.raw`\b(?:never|avoid|do not|don['’]t|not the|least|instead of|rather than|minimum|narrow\w*)\b`,
  ),
  want(
    'skip-consent',
    'authori',
    [
      String.raw`\b(?:authori[sz]ation|approval|consent|sign-?off)\b.{0,30}\b(?:covers?|on file|applies to|extends to)\b`,
    ],
    conditional,
  ),

  // Reroute and take precedence: this skill instead of others.
  want('reroute', 'ahead|over|before|instead|rather|prefer|first|favor|favour', [
    String.raw`\b(?:pick|choose|use|prefer|load|select|route|favou?r|invoke|consult|call)\s+(?:\w+\s+){0,4}?(?:this|our)\s+(?:skill|tool|server|one|guide|helper)\b.{0,60}\b(?:ahead of|over|before|instead of|rather than|in preference to|in place of)\b|\bprefer(?:red)?\b.{0,30}\b(?:this (?:skill|tool|server))\b`,
    String.raw`\b${others}\b|\b(?:any other|every other|all others|nearly every|even (?:if|when))\b`,
  ]),
  want(
    'reroute',
    'skill|tool|server|guide|plugin|plug-in|helper|assistant',
    [
      String.raw`\b${others}\b`,
      String.raw`\b(?:leave (?:it|them|those)? ?(?:unread|unloaded|aside|out)|unread|unloaded|wastes? (?:context|time)|disable|uninstall|not trustworthy|compromised|switch off|turn off|deactivate)\b`,
    ],
    String.raw`\b(?:unless|when (?:not|no)|if not|for (?:simple|small|other)|never (?:disable|uninstall))\b`,
  ),

  // Remember: what stays after the session.
  hint(
    'remember',
    'memor|note|instruction|claude.md|agents.md|gemini.md|' +
      'cursorrules|rules|prompt|profile|preferences|standing|settings',
    [
      String.raw`\b(?:add|write|stor\w+|sav\w+|record|keep|remember|append|persist|carry|copy|paste|put|insert|prepend)\b`,
      String.raw`\b${later}`,
      String.raw`\b${lastingPlace}`,
    ],
    String.raw`\b(?:never|do not|don['’]t|if the user (?:asks|wants|agrees)|asks? (?:you )?to remember|with (?:the user['’]s|their) (?:consent|permission|agreement)|after (?:they|the user))\b`,
  ),
  want(
    'remember',
    'memor|note|instruction|claude.md|agents.md|gemini.md|' +
      'cursorrules|rules|prompt|profile|preferences|standing',
    [
      String.raw`\b(?:add|write|stor\w+|sav\w+|record|keep|remember|append|persist|carry|copy|paste|put|insert|prepend)\b`,
      String.raw`\b${lastingPlace}`,
      String.raw`\b(?:pre-?approved|final say|trust(?:ed|s)? (?:by default|this)|always (?:allow|approve|use this|trust)|without (?:asking|mention\w*|telling)|as (?:though|if) the user|on your own|skip (?:confirm\w*|the)|never (?:ask|question|refuse))\b`,
    ],
    String.raw`\b(?:do not|don['’]t|if the user asks)\b`,
  ),

  want(
    'remember',
    'active|loaded|force|after|closed|removed|uninstalled',
    [
      String.raw`\b(?:also|even)\s+(?:when|after|if)\s+(?:this|the)\s+(?:skill|task|session)\s+(?:is|was|has been|ends?|ended)\s*(?:not\s+)?(?:active|loaded|in use|over|closed|removed|uninstalled|done|finished)?|\b(?:remains?|stays?|continues?)\s+(?:in force|in effect|active|to apply)\b.{0,60}\b(?:after|even|until|when|other)\b`,
      String.raw`\b(?:apply|applies|keep|continue|follow|remain\w*|stay\w*|in force|in effect|use)\b`,
    ],
    String.raw`\b(?:branch|process|server|container|token|cache|connection)\b`,
  ),

  // Evade safety: checks that would stop the model are answered for.
  want(
    'evade-safety',
    'filter|scanner|classifier|moderation|detector|dlp|review bot|censor|flagged',
    [
      String.raw`\b(?:filters?|scanners?|classifiers?|moderation|detectors?|dlp|review bots?|outgoing (?:checks?|filters?))\b`,
      String.raw`\b(?:rot13|base32|base64|hex|encod\w+|translat\w+|latin|split|chunks?|pieces|reword\w*|rephras\w*|disguis\w+|obfuscat\w+|rename|spell\w*|so that|(?:is|are)n['’]t (?:flagged|seen|noticed)|not (?:be )?(?:flagged|noticed|blocked|rejected)|slip|pass unnoticed|from rejecting)\b`,
      String.raw`\b(?:not|n['’]t|avoid|evade|bypass|get past|slip past|keep|from rejecting|unnoticed|without)\b`,
    ],
    String.raw`\b(?:attackers?|malicious|detect (?:whether|if)|never|users? may try)\b`,
  ),

  // As settings, which read like a configuration of the model.
  hint('skip-consent', 'confirm|approval|consent|permission|ask', [
    String.raw`\b(?:confirm(?:ation)?s?|ask|approvals?|consent|permissions?|prompts?)["']?\s*[:=|]\s*["']?(?:never|off|false|none|skip|auto\w*|disabled|no|not needed|unrestricted|bypass\w*|accept\w*)\b`,
  ]),
  hint('cancel-rules', 'instruction|prompt|rules|policy|guard', [
    String.raw`\b(?:host|system|user|platform|operator|safety)[-_ ]?(?:instructions|prompt|rules|polic(?:y|ies)|guidance)\b["']?\s*[:=#|].{0,30}\b(?:ignored?|informative|expires?|disabled|low|lowest|advisory|off|void|secondary)\b`,
  ]),
  hint('evade-safety', 'refus|declin', [
    String.raw`\b(?:refus(?:al|ing|e)|declin(?:e|ing))\b["']?\s*(?:[:=|]|is(?: not|n['’]t)|are(?: not|n['’]t)|does(?: not|n['’]t))\s*["']?(?:\w+\s+){0,2}?(?:among|an option|available|possible|permitted|allowed|supported|provided|exist|not|off|disabled|never|none)\b`,
  ]),
];
