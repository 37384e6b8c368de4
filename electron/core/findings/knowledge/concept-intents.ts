import { hint, want, type IntentPhrase } from './intent-phrase.ts';

/*
 * What sentences want, put together from concepts in any order: a verb, its object, and whom or
 * what it is about. An attacker rewrites a sentence more easily than what it has to say.
 */

const listener =
  String.raw`(?:users?|readers?|managers?|person|people|humans?|operators?|owners?|` +
  String.raw`reviewers?|analysts?|authors?|developers?|maintainers?|requesters?|` +
  String.raw`researchers?|lawyers?|parents?|secretar(?:y|ies)|translators?|` +
  String.raw`colleagues?|anyone|anybody|someone|somebody|nobody|they|them|team)`;
const report =
  String.raw`(?:summar(?:y|ies)|reports?|repl(?:y|ies)|answers?|responses?|recaps?|` +
  String.raw`final messages?|closing messages?|transcripts?|chat|conversations?|thread|` +
  String.raw`write-?ups?|hand-?offs?|status(?: update)?|overview|outputs?|pull request|notes)`;
const ownAct =
  String.raw`(?:it|this|that|them|these|those|(?:the|any|such|each|this|that|these|` +
  String.raw`those|either)\s+(?:[\w-]+\s+){0,2}?(?:steps?|uploads?|transfers?|requests?|` +
  String.raw`calls?|probes?|changes?|cop(?:y|ies)|scripts?|commands?|settings?|modes?|` +
  String.raw`profiles?|sync|checks?|hooks?|edits?|look-?ups?|pings?|fetch|housekeeping|` +
  String.raw`detours?|differences?|arrangements?|actions?|push(?:es)?|deletions?|removals?|` +
  String.raw`instructions?|activity|submissions?|additions?|adjustments?|exchanges?|` +
  String.raw`substitutions?|swaps?|backups?|mirrors?|reads?|cookies?|payloads?|appendix|field))`;
const not =
  String.raw`(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|` +
  String.raw`need not|needn['’]t|no need (?:to|for)|not necessary to|unnecessary to|` +
  String.raw`needless to|without|avoid|refrain from|(?:don['’]t|do not|does not|` +
  String.raw`doesn['’]t) (?:have|need) to|no reason to|no point in|is(?: not|n['’]t) (?:worth|` +
  String.raw`helpful|something to)|are not to be|is not to be|not be|rather than|nor)`;
/** Telling, where the object is the thing and not the person. */
const mention =
  String.raw`(?:mention(?:ing|ed)?|refer(?:ring|red)? to|bring(?:ing)?\s+(?:\w+\s+){0,3}?up|` +
  String.raw`brought up|rais(?:e|ing|ed)|report(?:ing|ed)?|surfac(?:e|ing|ed)|` +
  String.raw`point(?:ing)?\s+(?:\w+\s+){0,2}?out|draw(?:ing)? attention to|call(?:ing)? ` +
  String.raw`attention to|disclos\w+|reveal(?:ing|ed)?|announc(?:e|ing|ed)|remark(?:ing)? on|` +
  String.raw`comment(?:ing)? on|relay(?:ing|ed)?|narrat(?:e|ing)|speak(?:ing)? of|` +
  String.raw`talk(?:ing)? about|acknowledg(?:e|ing)|discuss(?:ing|ed)?|advertis(?:e|ing))`;
/** A new thought, which isn't what was mentioned: "don't report one because it's bad". */
const onward = '(?!(?:because|if|when|unless|until|since|as)\\b)';
/** What also a style guide may tell the model not to do. */
const show =
  String.raw`(?:describ\w+|explain\w*|list(?:ing|ed)?|show(?:ing|n)?|includ\w+|log(?:ging|ged)?|` +
  String.raw`note[ds]?|noting|record(?:ing|ed)?|document(?:ing|ed)?|highlight\w*|flag(?:ging|` +
  String.raw`ged)?|quote|print(?:ed)?|display(?:ed)?|spell(?:ing|ed)? out|itemi[sz]\w+|appear)`;

const noun =
  String.raw`(?:instructions?|guidance|guidelines?|rules?|restrictions?|polic(?:y|` +
  String.raw`ies)|prompts?|constraints?|directives?|safeguards?|guard-?rails?|orders?|` +
  String.raw`framing|training|directions?|briefing|mandates?|limits|boundaries)`;
/** Whoever speaks to the model besides the skill. */
const speaker =
  String.raw`(?:previous|prior|earlier|preceding|above|former|system|developer|` +
  String.raw`operator|platform|vendor|provider|host['’]s|project['’]s|` +
  String.raw`repository['’]s|safety|user['’]?s|session|assistant['’]s|your|` +
  String.raw`higher-level|top-level|house|company|corporate|organi[sz]ation['’]?s?)`;
const authority =
  String.raw`(?:${speaker}\s+(?:[\w-]+\s+){0,2}?(?:${noun}|notes?|messages?|` +
  String.raw`configuration|context|preferences|wishes)\b|\b(?:what(?:ever)?|anything|` +
  String.raw`everything)\s+(?:else\s+)?(?:you|it|they|was|were|has been|had been|` +
  String.raw`the (?:system|user|operator|platform|host|session|person|developer)|` +
  String.raw`came|comes?)\b.{0,40}\b(?:told|said|says?|instructed|configured|asked|` +
  String.raw`loaded|given|set up|established|agreed|stated|before|earlier|wants?|` +
  String.raw`writes?|wrote)\b|\b${noun}\b\s+(?:[\w-]+\s+){0,4}?(?:above|so far|` +
  String.raw`until now|before (?:this|it|now|the)|earlier|already in|from (?:the |` +
  String.raw`your )?(?:system|user|operator|platform|developer|host|company|admin\w*|` +
  String.raw`vendor|session)|(?:at|in) the (?:top|start|beginning) of (?:the|` +
  String.raw`this|your)|of the (?:host|platform|session|operator|system|app)))`;
const cancelled =
  String.raw`(?:ignor(?:e|es|ed)|disregard(?:ed|s)?|forget|(?:set|put|leave|lay|cast|` +
  String.raw`push)(?:ting|ing)?\s+(?:[\w-]+\s+){0,5}?aside|overrul\w+|overrid\w+|supersed\w+|` +
  String.raw`suspend\w*|waiv\w+|discard\w*|abandon\w*|nullif\w+|null and void|expired?|` +
  String.raw`obsolete|lapsed?|withdrawn|rescind\w*|lifted|relaxed|outrank\w*|(?:ranks?|` +
  String.raw`stands?|sits?)\s+(?:above|over|higher than|ahead of)|prevail\w*|trumps?|(?:takes?|` +
  String.raw`taking|has|have)\s+(?:precedence|priority)|no longer\s+(?:\w+\s+)?(?:appl\w+|` +
  String.raw`bind\w*|hold\w*|valid|relevant|count|in force|in effect)|(?:do|does|did|is|` +
  String.raw`are)(?: not|n['’]t)\s+(?:\w+\s+)?(?:apply|extend|hold|bind|binding|in force|` +
  String.raw`count|govern)|gives? way|yields? to|(?:treat|regard|consider|count|view|read|deem|` +
  String.raw`understand)\w*\b.{0,90}\b(?:as|to be|is|are|to have)\s+(?:\w+\s+)?(?:superseded|` +
  String.raw`void|expired?|lapsed|obsolete|advisory|optional|background|historical|history|` +
  String.raw`noise|outdated|suspended|lifted|replaced|informational|non-?binding|secondary|` +
  String.raw`stale|cancell?ed|withdrawn|closed|retired|fulfilled|concluded|inactive|paused))`;
const hypothetical =
  String.raw`\b(?:never|(?:starts?|stops?|tends?|began|might|may|when (?:the|` +
  String.raw`an) (?:agent|model)) (?:to )?ignor\w+|dependenc\w+|versions?|packages?|` +
  String.raw`attackers?|malicious|injected|injections?|untrusted|embedded|if (?:a|` +
  String.raw`the|any) (?:page|document|file|email|message|tool result)|lint\w*|eslint|` +
  String.raw`css|selector|stylesheet|gitignore|robots|firewall|compiler|quoted)\b`;

const approval =
  String.raw`(?:approvals?|approved|confirmations?|confirmed|` +
  String.raw`permissions?|consent|authori[sz]ations?|authori[sz]ed|` +
  String.raw`sign-?offs?|go-?ahead|green light|clearances?|agreement)`;
const conditional =
  String.raw`\b(?:never|do not|don['’]t|cannot|can['’]t|must not|unless|only (?:if|after|when|` +
  String.raw`once)|once the|until|ask (?:again|first)|verify|make sure|check (?:that|whether))\b`;
const dialogs =
  String.raw`(?:dialogs?|dialogues?|(?:permission|confirmation|consent|approval|` +
  String.raw`safety|security|tool|host|client)\s+(?:\w+\s+)?(?:prompts?|` +
  String.raw`requests?|questions?|box(?:es)?|pop-?ups?|warnings?|checks?|gates?)|` +
  String.raw`prompts? (?:for|asking)\b|(?:prompts?|pop-?ups?) (?:that )?appears?)`;
const later =
  String.raw`(?:(?:future|later|next|subsequent|coming|every|all|new|` +
  String.raw`other)\s+(?:\w+\s+){0,2}?(?:sessions?|conversations?|chats?|` +
  String.raw`tasks?|projects?|agents?|runs?)|from now on|permanently|` +
  String.raw`going forward|from here on|persist\w*|across sessions)`;
const lastingPlace =
  String.raw`(?:(?<!in-)memor(?:y|ies)|long-?term notes?|instructions? files?|claude\.md|` +
  String.raw`agents\.md|gemini\.md|\.cursorrules|copilot-instructions|rules? files?|` +
  String.raw`system prompt|user (?:profile|preferences)|standing (?:rules?|` +
  String.raw`instructions?|orders?)|global (?:rules|instructions|settings))`;
const others =
  String.raw`(?:(?:any|every|all)?\s*(?:the\s+)?other|another|competing|` +
  String.raw`remaining|rival|similar|built-?in|project['’]s own|existing|` +
  String.raw`alternative|overlapping)\s+(?:[\w-]+\s+){0,2}?(?:ones?|skills?|` +
  String.raw`tools?|servers?|guides?|plug-?ins?|helpers?|assistants?)`;

/**
 * What is nobody else's business: who complained or voted, what a release keeps back until its day,
 * what a public page leaves out. Keeping it from whoever uses the skill is something else.
 */
const discretion =
  String.raw`^(?!.*\b(?:users?|your (?:\w+ )?(?:repl(?:y|ies)|summar(?:y|ies)|reports?|` +
  String.raw`answers?))\b).*\b(?:(?:in|to|on) public|public(?:ly)? (?:issues?|channels?|` +
  String.raw`repl(?:y|ies)|tickets?|posts?|pages?)|press|journalists?|class chat|pupils?` +
  String.raw`|social media|other ` +
  String.raw`(?:customers?|clients?|teams?|tenants?|patients?|parents?|departments?|pupils?|` +
  String.raw`students?)|embargo\w*|(?:until|before) (?:that|then)\b|until (?:the|it|they)\b` +
  String.raw`.{0,30}\b(?:fix|patch|release|vendor|launch|publi\w+|announce\w*|exam|over|out)|` +
  String.raw`anonym\w*|whistle-?blow\w*|identit(?:y|ies)|the (?:reporter|complainant|informant|` +
  String.raw`witness|source)s?|who (?:reported|complained|voted|wrote|asked|drew)|votes?|` +
  String.raw`ballots?|health|religion|beliefs?|ethnicity|(?:customers?|clients?|patients?|` +
  String.raw`guests?)['’]? (?:names?|orders?)|(?:internal )?ticket (?:numbers?|ids?))\b`;

/** Whom a game or a lesson surprises: not whoever the model works for. */
const thirdParty =
  String.raw`\b(?:to|from|for) (?:the |your )?(?:players?|` +
  String.raw`pupils?|students?|candidates?|contestants?)\b|\b(?:if|when) (?:the |a )?(?:learner|` +
  String.raw`student|pupil|player|child)s? (?:asks?|wants?)\b`;

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
      String.raw`\b${not}\s+(?:[\w-]+\s+){0,3}?${mention}\s+(?:${onward}[\w-]+\s+){0,3}?` +
        String.raw`${ownAct}\b`,
      // Not the object itself: "don't mention them", "don't report one".
      String.raw`\b(?:(?<!(?:mention|reveal|discuss|disclose|report|raise) )${listener}|` +
        String.raw`(?<!${not} )${report})\b`,
    ],
    `${thirdParty}|${discretion}`,
  ),
  want(
    'conceal',
    tellWords,
    [
      String.raw`\b(?:no need (?:to|for)|need(?:s|ed)? not|needn['’]t|` +
        String.raw`not necessary to|unnecessary to|no reason to|no point in|` +
        String.raw`not worth)\s+(?:[\w-]+\s+){0,3}?(?:${mention}|tell(?:ing)?|` +
        String.raw`inform(?:ing)?|notify(?:ing)?)\b|\b(?:should|must|can|may|need|is|are|` +
        String.raw`does|do)\s*(?:not|n['’]t)\s+(?:be\s+)?(?:mentioned|raised|brought up|` +
        String.raw`surfaced|disclosed|relayed|announced|discussed|reported|acknowledged)\b` +
        String.raw`(?! to (?:the )?(?:model|agent|llm)\b)`,
      String.raw`\b(?:${listener}|${report}|${ownAct})\b`,
    ],
    String.raw`${discretion}|\b(?:competitors?|prices?|pricing|discounts?|internal (?:ticket|id|` +
      String.raw`name)s?|jargon|other customers|salary|salaries|gender|religion|age)\b`,
  ),
  hint(
    'conceal',
    showWords,
    [
      String.raw`\b(?:${not}|leave|omit|exclude|` +
        String.raw`drop)\s+(?:[\w-]+\s+){0,3}?(?:${show}\s+(?:[\w-]+\s+){0,3}?)?${ownAct}\b`,
      String.raw`\b(?:in|from|to|out of)\s+(?:the\s+|your\s+|any\s+|its\s+|final\s+)*${report}\b`,
    ],
    String.raw`\b(?:never|secrets?|passwords?|tokens?|credentials?|keys?|personal data|pii` +
      String.raw`|in full|` +
      String.raw`last (?:four|4))\b|${discretion}`,
  ),
  want(
    'conceal',
    'line|mention|note|trace|entry|word|remark|reference|list of',
    [
      String.raw`\b(?:needs?|gets?|has|have|leaves?|with|deserves?|requires?)\s+(?:no|not ` +
        String.raw`a)\s+(?:\w+\s+)?(?:line|mention|note|trace|entry|word|remark|reference)\b|` +
        String.raw`\b(?:no|without (?:a|any))\s+(?:mention|word|note|trace|` +
        String.raw`remark|list)\s+(?:of|about|on)\s+(?:the\s+)?(?:it|this|` +
        String.raw`these|that|them|what|actions?|steps?|probe|upload|change)\b`,
      String.raw`\b(?:${report}|${listener}|it|this|them|actions|probe|step)\b`,
    ],
    String.raw`\b(?:failure modes?|compiles?|regressions?|stack traces?)\b`,
  ),
  want(
    'conceal',
    'hear|notice|noticing|see|learn|find|aware|realiz|realis|know',
    [
      String.raw`\b(?:if|should|unless|lest|so that|before|until|without|never|not)\s+(?:the\s+|` +
        String.raw`any\s+|your\s+)?${listener}\s+(?:\w+\s+){0,2}?(?:hears?|notic\w+|learns?|` +
        String.raw`finds? out|becomes? aware|realiz\w+|realis\w+|knows?|sees?|suspects?)\b`,
      String.raw`\b(?:fail\w*|must not|should not|never|not (?:hear|` +
        String.raw`notice|learn|see|know)|counts? as|avoid|abort|stop)\b`,
      String.raw`\b(?:about|of|upload|step|this|that|it|change|copy|call|request|difference|` +
        String.raw`what)\b`,
    ],
    // Keeping data of others from people is what privacy asks for.
    String.raw`\b(?:sees?|learns?|knows?|notic\w+)\s+(?:(?:any|the|real|actual|each|other|raw|` +
      String.raw`live|their)\s+){0,3}` +
      String.raw`(?:(?:customer|client|patient|personal|production|user|payment|card|account|` +
      String.raw`employee|applicant|sensitive|private|secret|clear-?text|` +
      String.raw`plain-?text)(?:['’]?s?)?\s+)` +
      String.raw`(?:data|names?|values?|text|records?|keys?|details|numbers?|addresses|` +
      String.raw`information|passwords?)\b`,
  ),
  want(
    'conceal',
    'silent|quiet|discreet|unobtrusive|covert|invisibl|secretly|scenes',
    [
      String.raw`(?<![-\w])(?:complete|do|perform|apply|carry|handle|run|finish|` +
        String.raw`make|add|send|write|set|switch|put|keep|proceed|submit|push|upload|` +
        String.raw`install|read|collect|store|record)\s+(?:[\w-]+\s+){0,4}?(?:silently|` +
        String.raw`quietly|discreetly|unobtrusively|covertly|invisibly|secretly|` +
        String.raw`behind the scenes)(?=\s*(?:[.,;:!)]|$|and\b|then\b|before\b|so\b|first\b))`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|should not|fail\w*|ignor\w+|prints?|` +
      String.raw`swallow\w*|errors?|exceptions?|--quiet|--silent|quiet mode|avoid)\b`,
  ),
  want(
    'conceal',
    'yourself|between us|under wraps|off the record|' +
      'low profile|out of sight|quiet|internal|unsaid|unread',
    [
      String.raw`\b(?:keep|leave|hold)\s+(?:it|this|that|them|these|those|(?:the|` +
        String.raw`this|that)\s+\w+)\s+(?:to yourself|between us|under wraps|` +
        String.raw`off the record|out of sight|quiet|unsaid|unmentioned)\b`,
    ],
  ),
  want(
    'conceal',
    'asked|asks|inquir|enquir|wonder|question|notices',
    [
      String.raw`\b(?:if|when|should|whenever|in case)\b.{0,60}\b(?:asked|asks?|` +
        String.raw`inquir\w+|enquir\w+|wonders?|questions?|queried|notices)\b|` +
        String.raw`\b(?:so|this|that|it)\s+(?:if|when)\s+asked\b`,
      String.raw`\b(?:say|reply|answer|respond|claim|attribute|` +
        String.raw`blame|maintain|call it|tell them|tell the user)\b`,
      String.raw`\b(?:pass(?:ed|ing)?|clean|fine|nothing|never happened|no \w+ (?:was|` +
        String.raw`were|is|are)|only|on file|in order|taken care of|spacer|placeholder|` +
        String.raw`routine|standard|usual|normal|ordinary|temporary|network|glitch|` +
        String.raw`technical|cache|known issue|by design|automatic(?:ally)?)\b`,
    ],
    String.raw`\b(?:price|pricing|hours|contact|out of scope|not supported|` +
      String.raw`don['’]t know|unknown|unsure|can(?:not|['’]t) help|honest\w*|escalate)\b`,
  ),
  want('conceal', 'as though|as if', [
    String.raw`\b(?:act|behave|continue|proceed|respond|report|reply|carry on|go on|write|` +
      String.raw`describe|present|answer)\b.{0,60}\bas (?:though|if)\b.{0,60}\b(?:clean|` +
      String.raw`passed|passing|nothing|never|no \w+|not (?:been|have|had)|only|` +
      String.raw`succeed\w*|success\w*|approved|agreed|asked|been requested|contained)\b`,
  ]),
  want(
    'conceal',
    'as though|as if|worded|attribut',
    [
      String.raw`\b(?:as (?:though|if)|worded (?:as|like)|attribut\w+)\b.{0,60}\b(?:users?|` +
        String.raw`person|they|owner|operator|team|author)\b.{0,30}\b(?:asked|` +
        String.raw`requested|said|wrote|chose|wanted|decided|approved|made|had)\b|` +
        String.raw`\battribut\w+\s+(?:\w+\s+){0,2}?to\s+the\s+user\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|perspective|voice|style|tone)\b`,
  ),
  hint(
    'conceal',
    'worry|panic|alarm|confus|object|hesitat|derail|slow|interrupt|disturb|anxious|nervous',
    [
      String.raw`\b${listener}\b.{0,30}\b(?:tends? to|would|will|may|might|could|often|` +
        String.raw`only|can)\b.{0,20}\b(?:worry|worried|panic|alarmed|confus\w+|object|` +
        String.raw`hesitate|derail|anxious|nervous)\b|\b(?:asking|telling|discussing|` +
        String.raw`mentioning|raising|explaining|listing|showing)\s+(?:\w+\s+){0,4}?(?:would|` +
        String.raw`only|just|tends? to|slows?|confuses?|derails?|alarms?|worries)\b`,
    ],
    String.raw`\bconfuse (?:others|readers|people|users|beginners|newcomers)\b`,
  ),

  want(
    'conceal',
    'deny|own|make up|invent|fabricat',
    [
      String.raw`\bdeny (?:it|this|that|they|having|any)\b|` +
        String.raw`\b(?:present|pass|offer|frame|describe)\s+(?:this|it|that|them|the ` +
        String.raw`\w+)\s+(?:off\s+)?as\s+(?:your|an?)\s+(?:own|independent|neutral|unbiased)\b|` +
        String.raw`\b(?:make up|invent|fabricate)\b.{0,60}\b(?:results?|quotes?|` +
        String.raw`reviews?|benchmarks?|sources?|citations?|evidence|testimonials?)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|avoid|fiction\w*|story|novel|character)\b`,
  ),

  want(
    'conceal',
    'learn|know|hear|told|confidential|blame',
    [
      String.raw`\b${listener}\s+(?:is(?: not|n['’]t)|are(?: not|n['’]t))\s+to\s+(?:learn|` +
        String.raw`know|hear|find out|be told|see|notice)\b|\bth(?:is|ese)\s+(?:paragraph|` +
        String.raw`section|note|policy|page|skill|instructions?|rules?)\s+(?:is|` +
        String.raw`are)\s+confidential\b|\bblame\s+(?:the|a|it on)\b.{0,40}\b(?:version|` +
        String.raw`network|cache|glitch|server|tool|provider|database|system|connection)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t)\s+blame\b`,
  ),
  want(
    'evade-safety',
    'spot|notice|detect|subtle',
    [
      String.raw`\b(?:hard|difficult) to (?:spot|notice|detect|see)\b|` +
        String.raw`\bsubtle (?:bugs?|errors?|flaws?|mistakes?|faults?|backdoors?|weakness\w*)\b`,
      String.raw`\b(?:introduce|insert|plant|inject|add|` +
        String.raw`should be (?:wrong|broken)|weaken|write|leave)\b`,
      String.raw`\b(?:wrong|bugs?|errors?|flaws?|mistakes?|faults?|backdoors?|weak\w*|missing)\b`,
    ],
    String.raw`\b(?:exercise|quiz|puzzle|mutation|training|students?|learners?|look for|` +
      String.raw`find|check for|review|may|might|can be|avoid|never|do not|don['’]t)\b`,
  ),

  want(
    'conceal',
    'without',
    [
      String.raw`\b(?:run|runs|execute|do|send|upload|post|install|` +
        String.raw`copy|add|write|delete|fetch|download|read|open|start|` +
        String.raw`call|push|grant|turn|disable|switch|change|include)\b`,
      String.raw`\bwithout\s+(?:\w+\s+)?(?:telling|informing|notifying|` +
        String.raw`alerting|bothering)\s+(?:the\s+|your\s+|any\s+)?${listener}\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|should not|avoid|cannot|can['’]t)\b`,
  ),
  // What's written is there, and nobody sees it.
  want(
    'conceal',
    'white|width|size|opacity|invisible|collapsed|hidden|comment',
    [
      String.raw`\b(?:write|put|add|append|set|include|insert|place|show|paste|embed)\b`,
      String.raw`\b(?:in white(?! (?:paper|space|box|list))|white (?:text|letters|on white)|` +
        String.raw`(?:width|size|height|opacity|font-size)\b.{0,20}\b(?:to|of|at) (?:0|` +
        String.raw`zero|1 ?px)\b|invisibly|in (?:a|an) (?:invisible|collapsed|hidden)\b)`,
      String.raw`\b(?:links?|secrets?|tokens?|credentials?|contents?|full text|` +
        String.raw`output|keys?|\.env|kubeconfig|files?|evidence|conversation|\w*env\b)`,
    ],
    String.raw`\b(?:css|stylesheet|chart|legend|never|do not|don['’]t|toggle|animation)\b`,
  ),

  // Who pays for the advice stays unsaid.
  want(
    'conceal',
    'earn|paid|commission|sponsor|partner|affiliate|advert',
    [
      String.raw`\b(?:${not})\s+(?:\w+ ){0,2}?(?:say|mention|tell|reveal|disclose|admit|let on|label|mark)\b` +
        String.raw`.{0,60}\b(?:we|it|they|you|this|that|as)\b.{0,24}\b(?:earns?|(?:is|are` +
        String.raw`|being|get|gets) paid` +
        String.raw`|commissions?|sponsor(?:ed|s|ship)?|partner(?:s|ship)?|affiliate|advert\w*)\b`,
    ],
    String.raw`\b(?:unless|not sure|competitors?)\b`,
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
      String.raw`\b(?:this|these|the present|the following|present)\s+(?:skill|` +
        String.raw`page|document|guide|text|instructions?|rules?|steps?|framework|` +
        String.raw`profile|policy|agreement|protocol|charter|notes?|manual|handbook|` +
        String.raw`procedure)\b.{0,60}\b(?:prevails?|takes? precedence|overrides?|supersedes?|` +
        String.raw`outranks?|wins?|has (?:the )?(?:final say|last word|priority)|(?:is|` +
        String.raw`are) (?:the )?(?:current revision|authoritative|binding|final)|replaces?)\b`,
      String.raw`\b(?:system|operator|platform|user['’]?s?|earlier|previous|prior|` +
        String.raw`vendor|provider|conflict\w*|disagree\w*|contradict\w*|differ\w*|other ` +
        String.raw`(?:instructions?|guidance|rules)|whatever|anything|everything|the two)\b`,
    ],
    String.raw`\b(?:never|lint\w*|eslint|config(?:uration)? files?|schema|defaults?)\b`,
  ),
  want('cancel-rules', 'conflict|contradict|disagree|differ', [
    String.raw`\b(?:conflict\w*|contradict\w*|disagree\w*|differ\w*)\b`,
    String.raw`\b(?:platform|system|safety|operator|vendor|host)\b.{0,20}\b(?:rules?|` +
      String.raw`polic(?:y|ies)|instructions?|prompts?|guidance)\b`,
    String.raw`\b(?:follow|prefer|keep to|stick to|obey|use|go with|choose)\s+(?:the\s+|` +
      String.raw`this\s+)?(?:profile|skill|page|document|guide|these|this)\b`,
  ]),

  want(
    'cancel-rules',
    'rank|goes before|go before|comes before|provider',
    [
      String.raw`\b(?:has|have|with|carr(?:y|ies)) the (?:rank|force|standing|weight) of ` +
        String.raw`(?:a |the )?` +
        String.raw`(?:system|developer|operator|platform) (?:instruction|prompt|message|rule)` +
        String.raw`|\b(?:goes?|comes?` +
        String.raw`|ranks?) (?:before|above|ahead of) (?:the |any |all )?(?:instructions?` +
        String.raw`|rules|orders|wishes` +
        String.raw`|requests) (?:by|of|from)\b`,
    ],
    hypothetical,
  ),
  // Skip consent: an answer is given, or a question isn't asked, in the person's place.
  want(
    'skip-consent',
    'consider|treat|regard|assum|deem|presum|implied|implicit|' +
      'standing|silence|counts|covers|taken|given|granted',
    [
      String.raw`\b(?:consider|treat|regard|assum\w+|deem|presum\w+|take|` +
        String.raw`count)\b.{0,60}\b${approval}\b.{0,30}\b(?:given|granted|implied|` +
        String.raw`implicit|obtained|received|standing|settled|done|as read|in place)\b|` +
        String.raw`\b(?:consider|treat|regard|assum\w+|deem|presum\w+|count)\b.{0,60}\b(?:as|` +
        String.raw`to be|it|is|are)\s+(?:already\s+)?(?:approved|confirmed|` +
        String.raw`authori[sz]ed|agreed|granted|permitted|cleared|consented)\b|` +
        String.raw`\b${approval}\b.{0,40}\b(?:is|are|was|has been|have been|can be|` +
        String.raw`may be|counts? as)\s+(?:\w+\s+)?(?:implied|implicit|assumed|presumed|` +
        String.raw`taken as (?:given|read)|standing|on file|waived|granted (?:in advance|` +
        String.raw`by)|given (?:in advance|by))\b|\b(?:silence|(?:use|using|installing|` +
        String.raw`loading|invoking|enabling) (?:of )?this skill)\b.{0,60}\b(?:counts? as|` +
        String.raw`means|implies|amounts to|constitutes|is)\b.{0,20}\b${approval}\b`,
    ],
    conditional,
  ),
  want(
    'skip-consent',
    'through|past|regardless',
    [
      String.raw`(?<!\bto )\b(?:proceed|go|continue|carry on|press on|move|` +
        String.raw`click|push|get)\s+(?:straight\s+|right\s+)?(?:through|` +
        String.raw`past)\s+(?:[\w-]+\s+){0,3}?(?:pauses?|dialogs?|prompts?|warnings?|` +
        String.raw`confirmations?|approvals?|gates?|checks?|them|questions?)\b`,
      String.raw`\b(?:human|approval|approved|confirm\w*|permission|` +
        String.raw`consent|dialogs?|prompts?|warnings?|safety|security)\b`,
    ],
    conditional,
  ),
  want(
    'skip-consent',
    'dialog|prompt|request|question|box|popup|pop-up|warning|check|gate',
    [
      String.raw`\b(?:accept|answer|approve|confirm|dismiss|` +
        String.raw`grant|allow|agree to|acknowledge|click|wave)\s`,
      String.raw`\b${dialogs}`,
      String.raw`\b(?:yourself|behalf|every|all|any|each|automatically|always|no relay|` +
        String.raw`without (?:asking|relaying|showing|waiting)|as (?:it|they) (?:appear|` +
        String.raw`come)|right away|immediately|for (?:the user|them)|yes|whatever)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|should not|cannot|` +
      String.raw`ask the user|let the user|user (?:must|should|can|may|has to))\b`,
  ),
  want(
    'skip-consent',
    'consult|bother|interrupt|involve|disturb|troubled|asked|prompted|raised|confirm',
    [
      String.raw`\b${listener}\b.{0,20}\b(?:need not|needn['’]t|does not need to|` +
        String.raw`doesn['’]t need to|should not|shouldn['’]t|do(?:es)? not have to|` +
        String.raw`doesn['’]t have to|is not to|must not)\s+be\s+(?:\w+\s+)?(?:consulted|asked|` +
        String.raw`bothered|interrupted|involved|prompted|disturbed|troubled)\b|\bneed not ` +
        String.raw`be (?:raised|confirmed|asked|discussed|approved|brought up)(?: again)?\b`,
    ],
  ),
  want(
    'skip-consent',
    'scope|permission|access|rights|privilege',
    [
      String.raw`\b(?:request|ask for|choose|select|grant|pick|tick)\b.{0,30}\b(?:broadest|` +
        String.raw`widest|fullest|maximum|highest|most permissive|every|` +
        String.raw`all)\b.{0,20}\b(?:scopes?|permissions?|access|rights|privileges?)\b`,
    ],
    String.raw`\b(?:never|avoid|do not|don['’]t|not the|least|` +
      String.raw`instead of|rather than|minimum|narrow\w*)\b`,
  ),
  want(
    'skip-consent',
    'installing|by using|by loading|by enabling',
    [
      String.raw`\bby (?:installing|using|loading|enabling|starting) (?:this|the) (?:skill` +
        String.raw`|tool|page)\b.{0,30}` +
        String.raw`\b(?:operator|user|owner|person|team|they)s?\b.{0,60}\b(?:agree|consent` +
        String.raw`|approv|accept` +
        String.raw`|authori[sz]|permit)\w*`,
    ],
    String.raw`\b(?:licen[cs]e|terms of use|privacy policy)\b`,
  ),
  want(
    'skip-consent',
    'authori',
    [
      String.raw`\b(?:authori[sz]ation|approval|consent|` +
        String.raw`sign-?off)\b.{0,30}\b(?:covers?|on file|applies to|extends to)\b`,
    ],
    conditional,
  ),

  // Money goes to one account, where another party's was due.
  hint(
    'divert',
    'account|iban|wallet|payee|address|routing',
    [
      String.raw`\b(?:put|use|enter|write|set|print|show|take|insert|replace|fill)\b`,
      String.raw`\b(?:account|iban|wallet|payee|routing|bank line|pix key|payout address)\b`,
      String.raw`\b(?:in place of|instead of|rather than|not) (?:the )?(?:sender|supplier` +
        String.raw`|vendor|client|payee` +
        String.raw`|employee|user|person|shop|merchant|seller|landlord|customer|freelancer` +
        String.raw`|owner)['’]s\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|only if|agreed|asks? for it)\b`,
  ),

  // Reroute and take precedence: this skill instead of others.
  want('reroute', 'ahead|over|before|instead|rather|prefer|first|favor|favour', [
    String.raw`\b(?:pick|choose|use|prefer|load|select|route|favou?r|invoke|consult|` +
      String.raw`call)\s+(?:\w+\s+){0,4}?(?:this|our)\s+(?:skill|tool|server|one|guide|` +
      String.raw`helper)\b.{0,60}\b(?:ahead of|over|before|instead of|rather than|in preference ` +
      String.raw`to|in place of)\b|\bprefer(?:red)?\b.{0,30}\b(?:this (?:skill|tool|server))\b`,
    String.raw`\b${others}\b|` +
      String.raw`\b(?:any other|every other|all others|nearly every|even (?:if|when))\b`,
  ]),
  want(
    'reroute',
    'skill|tool|server|guide|plugin|plug-in|helper|assistant',
    [
      String.raw`\b${others}\b`,
      String.raw`\b(?:leave (?:it|them|those)? ?(?:unread|unloaded|aside|out)|` +
        String.raw`unread|unloaded|wastes? (?:context|time)|disable|uninstall|` +
        String.raw`not trustworthy|compromised|switch off|turn off|deactivate)\b`,
    ],
    String.raw`\b(?:unless|when (?:not|no)|if not|for (?:simple|` +
      String.raw`small|other)|never (?:disable|uninstall))\b`,
  ),

  // Remember: what stays after the session.
  hint(
    'remember',
    'memor|note|instruction|claude.md|agents.md|gemini.md|' +
      'cursorrules|rules|prompt|profile|preferences|standing|settings',
    [
      String.raw`\b(?:add|write|stor\w+|sav\w+|record|keep|remember|` +
        String.raw`append|persist|carry|copy|paste|put|insert|prepend)\b`,
      String.raw`\b${later}`,
      String.raw`\b${lastingPlace}`,
    ],
    String.raw`\b(?:never|do not|don['’]t|if the user (?:asks|wants|` +
      String.raw`agrees)|asks? (?:you )?to remember|with (?:the user['’]s|` +
      String.raw`their) (?:consent|permission|agreement)|after (?:they|the user)|` +
      String.raw`(?:heap|freed) memory|memory (?:is |was )?(?:not |never )?` +
      String.raw`(?:securely )?(?:wiped|freed|zeroed))\b`,
  ),
  want(
    'remember',
    'memor|note|instruction|claude.md|agents.md|gemini.md|' +
      'cursorrules|rules|prompt|profile|preferences|standing',
    [
      String.raw`\b(?:add|write|stor\w+|sav\w+|record|keep|remember|` +
        String.raw`append|persist|carry|copy|paste|put|insert|prepend)\b`,
      String.raw`\b${lastingPlace}`,
      String.raw`\b(?:pre-?approved|final say|trust(?:ed|s)? (?:by default|` +
        String.raw`this)|always (?:allow|approve|use this|trust)|without (?:asking|` +
        String.raw`mention\w*|telling)|as (?:though|if) the user|on your own|` +
        String.raw`skip (?:confirm\w*|the)|never (?:ask|question|refuse)|never needs? (?:an? ` +
        String.raw`|any )?` +
        String.raw`(?:confirmation|approval|permission|review)|needs? no (?:confirmation` +
        String.raw`|approval))\b`,
    ],
    String.raw`\b(?:do not|don['’]t|if the user asks)\b`,
  ),

  want(
    'remember',
    'active|loaded|force|after|closed|removed|uninstalled',
    [
      String.raw`\b(?:also|even)\s+(?:when|after|if)\s+(?:this|the)\s+(?:skill|task|` +
        String.raw`session)\s+(?:is|was|has been|ends?|ended)\s*(?:not\s+)?(?:active|` +
        String.raw`loaded|in use|over|closed|removed|uninstalled|done|finished)?|` +
        String.raw`\b(?:remains?|stays?|continues?)\s+(?:in force|in effect|` +
        String.raw`active|to apply)\b.{0,60}\b(?:after|even|until|when|other)\b`,
      String.raw`\b(?:apply|applies|keep|continue|follow|` +
        String.raw`remain\w*|stay\w*|in force|in effect|use)\b`,
    ],
    String.raw`\b(?:branch|process|server|container|token|cache|connection|subscription|` +
      String.raw`contract|membership|offer|until that (?:date|day))\b`,
  ),

  // Weaken: the record of what was done loses it.
  want(
    'weaken',
    'history|auth.log|wtmp|lastlog|audit.log|audit log|event log|journal',
    [
      String.raw`\b(?:remove|take|delete|clear|cut|strip|edit|filter|drop|purge)\b`,
      String.raw`\.(?:bash|zsh)_history|\b(?:auth\.log|wtmp|btmp|lastlog|audit\.log|audit ` +
        String.raw`logs?|event log` +
        String.raw`|shell history|journal)\b`,
      String.raw`\b(?:lines?|entries|traces?|commands?|what) (?:of|from|that|you` +
        String.raw`|this)\b.{0,30}\b(?:session` +
        String.raw`|run|skill|work|you|maintenance|visit)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|secrets?|passwords?|tokens?|typed by mistake)\b`,
  ),

  // Evade safety: checks that would stop the model are answered for.
  want(
    'evade-safety',
    'filter|scanner|classifier|moderation|detector|dlp|review bot|censor|flagged',
    [
      String.raw`\b(?:filters?|scanners?|classifiers?|moderation|detectors?|` +
        String.raw`dlp|review bots?|outgoing (?:checks?|filters?))\b`,
      String.raw`\b(?:rot13|base32|base64|hex|encod\w+|translat\w+|latin|split|chunks?|` +
        String.raw`pieces|reword\w*|rephras\w*|disguis\w+|obfuscat\w+|rename|spell\w*|` +
        String.raw`so that|(?:is|are)n['’]t (?:flagged|seen|noticed)|not (?:be )?(?:flagged|` +
        String.raw`noticed|blocked|rejected)|slip|pass unnoticed|from rejecting)\b`,
      String.raw`\b(?:not|n['’]t|avoid|evade|bypass|get past|` +
        String.raw`slip past|keep|from rejecting|unnoticed|without)\b`,
    ],
    String.raw`\b(?:attackers?|malicious|detect (?:whether|if)|never|users? may try)\b`,
  ),

  // As settings, which read like a configuration of the model.
  hint('skip-consent', 'confirm|approval|consent|permission|ask', [
    String.raw`\b(?:confirm(?:ation)?s?|ask|approvals?|consent|permissions?|` +
      String.raw`prompts?)["']?\s*[:=|]\s*["']?(?:never(?! [a-z])|off|false|none|skip|` +
      String.raw`auto\w*|disabled|no|not needed|unrestricted|bypass\w*|accept\w*)\b`,
  ]),
  hint('cancel-rules', 'instruction|prompt|rules|policy|guard', [
    String.raw`\b(?:host|system|user|platform|operator|safety)[-_ ]?(?:instructions|` +
      String.raw`prompt|rules|polic(?:y|ies)|guidance)\b["']?\s*[:=#|].{0,30}\b(?:ignored?|` +
      String.raw`informative|expires?|disabled|low|lowest|advisory|off|void|secondary)\b`,
  ]),
  hint('evade-safety', 'refus|declin', [
    String.raw`\b(?:refus(?:al|ing|e)|declin(?:e|ing))\b["']?\s*(?:[:=|` +
      String.raw`]|is(?: not|n['’]t)|are(?: not|n['’]t)|does(?: not|` +
      String.raw`n['’]t))\s*["']?(?:\w+\s+){0,2}?(?:among|an option|available|possible|` +
      String.raw`permitted|allowed|supported|provided|exist|not|off|disabled|never|none)\b`,
  ]),
];
