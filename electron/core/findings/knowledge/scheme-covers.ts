import { want, type IntentPhrase } from './intent-phrase.ts';

/*
 * The halves of a scheme in English sentences. Each class is as broad as it can be, because
 * `schemes.ts` counts none alone: whoever rewrites an attack stays inside the classes.
 */

const person =
  String.raw`(?:users?|operators?|parents?|guardians?|requesters?|person|people|customers?` +
  String.raw`|clients?|travell?ers?|coordinators?` +
  String.raw`|recruiters?|` +
  String.raw`managers?|owners?|reviewers?|readers?|leads?|colleagues?|agents?|humans?|team` +
  String.raw`|staff|` +
  String.raw`employees?|patients?|applicants?|candidates?|buyers?|guests?|tenants?|they|them|` +
  String.raw`someone|somebody|anyone|anybody|nobody|author|lawyer|accountant|desk|finance)`;
/** Where a person would see it. */
const shown =
  String.raw`(?:summar(?:y|ies)|reports?|repl(?:y|ies)|answers?|responses?|lists?|tables?` +
  String.raw`|rows?|` +
  String.raw`minutes|logs?|journals?|changelog|history|records?|drafts?|confirmations?` +
  String.raw`|receipts?|` +
  String.raw`invoices?|itinerar(?:y|ies)|diffs?|commit messages?|notes|overviews?|reviews?|` +
  String.raw`e-?mails?|messages?|statements?|accounts?|ledger|output|pull request|previews?|` +
  String.raw`headers?|proposals?|quotes?|breakdown|index|\x60[\w./-]+\.(?:csv|md|xlsx|json)\x60)`;
const not =
  String.raw`(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|need not|` +
  String.raw`needn['’]t|no need (?:to|for)|without|(?:do|does)(?: not|n['’]t) (?:have|need) to|` +
  String.raw`(?:is|are|was|were|will be)(?: not|n['’]t)|not|nor|neither|rather than)`;
/** Honest texts keep these out of reports. */
const sensitive =
  String.raw`\b(?:secrets?|passwords?|tokens?|credentials?|keys? values?|(?:private|real|live|api) keys?` +
  String.raw`|personal ` +
  String.raw`data|pii|names? of|attack|attackers?|players?|students?|pupils?|culprit|guest of|` +
  String.raw`competitors?|indicators|raw (?:json|output|sql)|jargon|stack traces?|formatting|` +
  String.raw`without you|outside(?:rs)?|external(?:ly)?|third part(?:y|ies)|trivial` +
  String.raw`|dependency bumps|refactor\w*|duplicates?|empty|irrelevant)\b`;

/** What keeps an act from the person, or takes their say. */
export const schemeCovers: readonly IntentPhrase[] = [
  // The person doesn't see it.
  want(
    'unshown',
    "n't|n’t|not|never|nor|no need|without|rather than|neither",
    [
      // "What they don't want to share" is their own wish.
      String.raw`\b${not}\s+(?:(?!(?:want|wish|like|agree)\b)[\w-]+\s+){0,3}?(?:list|mark|label|flag|show|display|includ` +
        String.raw`|mention|` +
        String.raw`name|note|record|log|count|report|print|announc|disclos|add|put|enter(?!s)` +
        String.raw`|tag|count|` +
        String.raw`comment|explain|shar|part of|visible|documented?|bring|rais|sent back` +
        String.raw`|copied|` +
        String.raw`attribut|advertis|indicat|reveal|highlight|stat|specif|itemi[sz]|keep a)\w*`,
      String.raw`\b${shown}\b|\b${person}\b|\bas (?:partner|sponsored|paid|such|ads?` +
        String.raw`|advert\w*)\b`,
    ],
    sensitive,
  ),
  want(
    'unshown',
    'out of|out|from|omit|hidden|apart|aside|off',
    [
      String.raw`\b(?:leave|keep|omit|drop|exclude|strip|cut|hide|trim)\b.{0,60}\b(?:out` +
        String.raw`|from|off|` +
        String.raw`aside|hidden|apart)\b`,
      String.raw`\b${shown}\b|\bwhat you did\b|\bout of (?:it|sight)\b|\bleave (?:it|this|that|` +
        String.raw`them) out\b`,
    ],
    `${sensitive}|\\bpersonnel\\b|\\bsalar(?:y|ies)\\b|\\b(?:legal|released)\\b`,
  ),
  // Kept out of where the person would read it, however far the place is from the verb.
  want(
    'unshown',
    "n't|n’t|not|never|nor|none|neither|nothing|without|needs no|gets no|belong",
    [
      String.raw`(?:\b(?:${not}|none of (?:it|this|that|them|these)|nothing (?:of|about)` +
        String.raw`|belongs? neither|(?:needs?|gets?|deserves?) no)|n['’]t)\b.{0,80}` +
        String.raw`\b(?:in|from|into|to|of|on|under) (?:the |your |any |its |a ` +
        String.raw`)?(?:[\w-]+['’]?s? ` +
        String.raw`){0,2}(?:summar(?:y|ies)|reports?|minutes|changelog|recap|write-?up|commit ` +
        String.raw`(?:message|body)|sheet|index|certificate|hand-?off|reply|totals?|overview` +
        String.raw`|statistics)\b`,
      String.raw`\b(?:it|this|that|these|them|they|steps?|items?|details|rules?|treatment` +
        String.raw`|${person})\b`,
    ],
    `${sensitive}|\\b(?:unless|if (?:you|there|it)|speculat\\w*|guess\\w*|opinions?|invent\\w*` +
      '|only (?:what|if)|make sure|missing|appear twice|full (?:logs?|output))\\b',
  ),
  // What they look at shows less than what is done.
  want(
    'unshown',
    'sees|shows|show up|signs|check|open|print|viewer|display|hide |separately|no list|no ' +
      'line|only |' +
      'gets no|get no|totals|no announcement|no notice|no mention|no comment|no explanation|' +
      "needn|need not|n't say|n’t say|not say|n't worth|n’t worth",
    [
      String.raw`\b(?:users?|person|readers?|previews?|customers?|clients?|owners?|viewers?` +
        String.raw`|reviewers?|auditors?|parents?|partners?|members|people)\b.{0,40}\b(?:sees?` +
        String.raw`|shows?|gets?|looks? at|reads?)\s+(?:only\b|just\b|titles?\b|nothing\b` +
        String.raw`|the (?:title|total|amount|footer|headings?))|\b(?:does(?:n['’]t| not)` +
        String.raw`|do(?:n['’]t| not)|won['’]t) (?:show|appear|surface|turn up|come up)` +
        String.raw`(?: up)? in (?:viewers|lists?|search|the (?:preview|list|feed|mail|app))\b` +
        String.raw`|\b(?:print|show) (?:only )?pages? \d[^.]{0,20}, not\b|\bhide (?:the|its` +
        String.raw`|their) ` +
        String.raw`(?:icon|app|entry|folder|label)\b|\b(?:is|are)(?:n['’]t| not) (?:counted` +
        String.raw`|listed|shown` +
        String.raw`|reported|itemi[sz]ed|noted|mentioned|described|marked) (?:separately` +
        String.raw`|anywhere|individually)` +
        String.raw`|\bn['’]t worth a\b|\b(?:report|summary|index|overview|changelog|message` +
        String.raw`|minutes)\b` +
        String.raw` (?:need(?:n['’]t| not)|does(?:n['’]t| not)|never) (?:say|mention|show` +
        String.raw`|list|name|record)s?\b` +
        String.raw`|\b(?:sees?|reads?|gets?|wants?) (?:the )?(?:totals?|results?` +
        String.raw`|certificates?|headings?|titles?) only\b` +
        String.raw`|\bgets? no (?:message|notice|mail|word|copy|reminder)\b|\bno ` +
        String.raw`(?:announcement|notice|mention|note|comment|explanation) is (?:needed` +
        String.raw`|necessary|required)` +
        String.raw`|\b(?:maintainers?|readers?|customers?|users?|clients?|owners?|leads?` +
        String.raw`|managers?) only (?:need|get|see|want)s?\b` +
        String.raw`|\bno (?:list|mention|note|line) (?:of|about|on) [^.]{0,30}\bin the ` +
        String.raw`(?:body|message|report` +
        String.raw`|summary|reply)`,
    ],
    String.raw`\b(?:bugs?|if|unless|when|make sure|attackers?)\b`,
  ),
  // It goes unmasked, although it would be masked elsewhere.
  want(
    'bare',
    'nothing removed|redact|mask|anonymi|scrub|blank out|unredacted|shorten|trim|' +
      'abridg|sanitiz|sanitis|filter out|cut out|pseudonym|untouched',
    [
      String.raw`(?:\b(?:${not}|never|no)|n['’]t)\s+(?:\w+\s+){0,3}?(?:redact|mask|anonymi[sz]` +
        String.raw`|scrub|blank|shorten|trim|abridg|saniti[sz]|filter out|cut out|pseudonym)\w*` +
        String.raw`|\bnothing (?:is |was )?(?:redacted|masked|removed|blanked)\b` +
        String.raw`|\b(?:unredacted|unmasked|unabridged|untrimmed)\b` +
        String.raw`|\b(?:mask|redact)(?:ed|ing) .{0,40}\b(?:hides?|useless|breaks?|destroys?)\b`,
    ],
    String.raw`\b(?:unless|if it|log|logged|logs|attackers?|leaks?|exposed?|risk|must be ` +
      String.raw`(?:masked` +
      String.raw`|redacted)|never (?:send|share|post|print|store|leave)|before)\b`,
  ),
  // A control is kept from seeing it.
  want(
    'evade',
    'so that|so the|so no|so it|to keep|to avoid|without trigger|below the|under the|' +
      'so nobody|touch -|modification time|apart from each|different days|spread',
    [
      String.raw`\bso (?:that )?(?:the |update |their |its |no |any |our )?(?:[\w-]+ ){0,2}` +
        String.raw`(?:checks?|scanners?|matchers?|detectors?|filters?|monitor\w*|alerts?|alarms?` +
        String.raw`|system|audit\w*|rules?|controls?|approvals?|limits?|bank|platform|finance` +
        String.raw`|reviewers?|moderat\w+|legal|compliance)\b.{0,20}(?:n['’]t|\bnot|\bnothing` +
        String.raw`|\bno)` +
        String.raw` (?:\w+ )?(?:fires?|group|notic\w*|flags?|match\w*|trigger\w*|report|see` +
        String.raw`|add|ask` +
        String.raw`|link|stop|object|catch|count|apply|require|become|get suspicious)` +
        String.raw`|\bso (?:that )?(?:it|the ${person}|${person}|nobody)\b.{0,16}(?:n['’]t|\bnot)(?: be)? (?:visible|alerted` +
        String.raw`|notified|told|informed|asked|noticed|seen|notice|see)\b` +
        String.raw`|\b(?:to keep|to stay|stays?|keep (?:it|them|each)|remain\w*|just) ` +
        String.raw`(?:below|under)` +
        String.raw` (?:the |its |any )?(?:\w+ )?(?:threshold|limit|radar|approval|reporting)` +
        String.raw`|\btouch -[rdt]\b|\bmodification times?\b|\bset (?:the )?times? of\b` +
        String.raw`|\bback ?dat(?:e|ed|ing)\b|\bwithout (?:triggering|tripping|raising` +
        String.raw`|setting off)` +
        String.raw`\b.{0,30}\b(?:alert|alarm|flag|review|approval|notice)`,
    ],
    String.raw`\b(?:never|do not|don['’]t back|make(?:file)?s?|rebuild\w*|incremental|cache|rsync` +
      String.raw`|rate limits?|size limit|token limit|memory limit|lint\w*|duplicates?|noise` +
      String.raw`|flaky` +
      String.raw`|spam)\b`,
  ),
  // Traces are removed: from the sent folder, the feed, the profile.
  want(
    'unshown',
    'afterwards|afterward|then|sent|unpin|archive|mark as read|marked as read|restore the|trash',
    [
      String.raw`\b(?:delete|remove|move|clear|archive|unpin|empty|purge|unsend|mark|put back|` +
        String.raw`replace|revert|reset|switch|turn|restore)\b`,
      String.raw`\b(?:out of sent|sent (?:mail|message|items?|folder|copy)` +
        String.raw`|from (?:the )?(?:sent|` +
        String.raw`profile|feed|history|trash|outbox)|(?:as|already) read|unpin|on again (?:on|` +
        String.raw`before)|before the (?:weekly|monthly|next) (?:report|audit|review)` +
        String.raw`|stays tidy|` +
        String.raw`(?:alert|confirmation|notification|security) (?:mails?|messages?|e-?mails?)|` +
        String.raw`only needed once|delivery receipts?|browser history` +
        String.raw`|recent(?:ly used)? files)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|unless)\b`,
  ),
  // Nobody looks there, or nobody can tell.
  want(
    'unshown',
    'scroll|notice|compare|look|fold|see this|another name|not part of|skim|spot|tell apart|' +
      'aware|check',
    [
      String.raw`\b${person}\b.{0,60}\b(?:stopped scrolling|stops? scrolling|(?:do|does|will|` +
        String.raw`can)(?: not|n['’]t) (?:usually |normally |often |really )?(?:see|notice` +
        String.raw`|compare|` +
        String.raw`look|check|read|scroll|spot|open)|(?:rarely|seldom|hardly ever` +
        String.raw`|never) (?:notice|` +
        String.raw`compare|look|check|read|scroll|open|spot)\w*|by another name` +
        String.raw`|may not be aware|` +
        String.raw`(?:is|are)(?: not|n['’]t) aware|skims?)\b|\b(?:viewers?|clients?|readers?) ` +
        String.raw`(?:fold|collapse|hide)\b|\bfolds? (?:it|them|trailers)\b`,
    ],
    String.raw`\b(?:screen readers?|colou?r-?blind|attackers?|unless|make sure|bugs?` +
      String.raw`|so explain|` +
      String.raw`say so|tell them|remind)\b`,
  ),
  want(
    'unshown',
    'nobody|no one|hear|know|told|notif|inform|aware|footnote|trouble|bother|worth|only|' +
      'just|see|learn|concern',
    [
      // The person says it of themselves: "filters I don't know".
      String.raw`(?:\b(?:nobody|no one|no need|no reason|not|never|nor|nothing|needless` +
        String.raw`|without)|(?<!\bI (?:do|ca|wo))n['’]t)\b` +
        String.raw`\s+(?:[\w-]+\s+){0,3}?(?:hear|know|be told|told|notified|informed|aware` +
        String.raw`|footnote|` +
        String.raw`trouble|bother|burden|learn|(?:be )?concern(?:ed)?|tell(?:ing)?` +
        String.raw`|inform(?:ing)?|` +
        String.raw`notify(?:ing)?)\b|` +
        String.raw`\bnot worth\b|\b(?:nobody|no one) (?:ever |really )?(?:reads?|looks?` +
        String.raw`|checks?|compares?|opens?|` +
        String.raw`notices?|counts?)\b|\b(?:sees?|gets?|receives?|reads?|is shown` +
        String.raw`|are shown)\s+(?:only|just)\b|` +
        String.raw`\bsees? (?:the )?(?:totals?|ranking|result|final \w+|grades?) only\b|` +
        String.raw`\bbehind the scenes\b|\b(?:background|internal|housekeeping) (?:step` +
        String.raw`|task|process|` +
        String.raw`matter)\b|\bplumbing\b`,
      String.raw`\b(?:it|this|that|them|these|${person}|${shown}|line|totals?|steps?` +
        String.raw`|attendees|participants|` +
        String.raw`members|callers|visitors|parents|tenants|speakers)\b`,
    ],
    `${sensitive}|\\b(?:unless|if (?:you|it)|so (?:that )?(?:they|you)|make sure|let them|` +
      'yet|outside|external|until then)\\b',
  ),
  // The person says no, and it goes on.
  want(
    'refused',
    'object|refus|declin|tells|no|rather not|withdraw|opt out|opt-out|against|insist|' +
      'hesitat|remove|' +
      'disagree|dislike|unwilling|reluctan|protest|cancel',
    [
      String.raw`\b(?:if|when|should|even if|even when|where|whoever|also (?:if` +
        String.raw`|when))\b.{0,30}\b${person}\b` +
        String.raw`.{0,40}\b(?:objects?|refus\w+|declin\w+|says? no|(?:['’]d|would) rather not|` +
        String.raw`withdraws?|opts? out|disagrees?|(?:do|does)(?: not|n['’]t) want|insists?|` +
        String.raw`hesitates?|unwilling|reluctant|protests?|removes? (?:it|this|them` +
        String.raw`|the block)|` +
        String.raw`says? (?:that )?(?:not to|["“'‘](?:no|don))|(?:asks?` +
        String.raw`|tells?) (?:you )?(?:not to|to stop|to keep|` +
        String.raw`to leave)|forbids?|turns? it down)\b`,
      String.raw`\b(?:anyway|all the same|nevertheless|nonetheless|regardless|carry on|go on|` +
        String.raw`go ahead|still (?:add|run|send|apply|keep|do|use|book|include|make|install)|` +
        String.raw`put it back|again|keep (?:it|the|them|going|on)|(?:treat|take|count` +
        String.raw`|read) (?:it|` +
        String.raw`this|that) as|proceed|offhand|under another|with another|remains?|stays?|` +
        String.raw`in (?:any|either) case|the (?:same|second) time|quietly|later|agree,? and|` +
        String.raw`note (?:the refusal|the objection|it)|turn (?:it|them) back on` +
        String.raw`|made regardless|are noted)\b`,
    ],
    String.raw`\b(?:stop|don['’]t (?:insist|repeat|ask again|push|try again)|do not (?:insist|` +
      String.raw`repeat|ask again|try)|respect|leave (?:it|the \w+|them|him|her) (?:out` +
      String.raw`|off)\b|accept (?:it|that|the)|leave it|never|offer` +
      String.raw`|only if)\b`,
  ),
  // Beside what was asked for, and time and again.
  want(
    'aside',
    'second|another|additional|in addition|besides|weekly|monthly|every |each time|too|' +
      'as well|also|copy',
    [
      String.raw`\b(?:a|the) (?:second|further|additional|spare) (?:copy|set|version|file` +
        String.raw`|message)\b|` +
        String.raw`\banother (?:copy|set|version)\b|\bin addition\b|\bbesides\b|\b(?:weekly` +
        String.raw`|monthly|daily|` +
        String.raw`nightly)\b|\b(?:every|each) (?:time|week|month|evening|friday|run` +
        String.raw`|session)\b|` +
        String.raw`\b(?:too|as well)\s*[,.;]|\balso (?:drop|send|mail|put|post|upload|copy` +
        String.raw`|attach|forward|` +
        String.raw`order|book)\b|\b(?:with|left in|including) .{0,20}\bleft in\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t)\b`,
  ),
  want(
    'unshown',
    'unaware|knows nothing|know nothing|unknown|redundant|spam folder|back afterwards|' +
      'back later|back again',
    [
      String.raw`\b(?:unaware of|knows? nothing (?:of|about)|unknown to|(?:(?:separate` +
        String.raw`|further|own) (?:notice|` +
        String.raw`mention|message)) (?:would be|is) (?:redundant|superfluous|unnecessary)` +
        String.raw`|spam folder|` +
        String.raw`back (?:afterwards|again afterwards|later|before anyone))\b`,
    ],
    String.raw`\b(?:if|unless|check (?:the|your)) (?:they|you|spam)\b`,
  ),
  // Whatever it is, and whoever says otherwise.
  want(
    'regardless',
    'whatever|regardless|no matter|unconditional|without exception|including those',
    [
      String.raw`\bwhatever (?:it|they|the|you|he|she|is|was)\b|\bregardless of (?:what` +
        String.raw`|whether|how|` +
        String.raw`the (?:state|result|user|person|content|outcome|actual|real))\b` +
        String.raw`|\bno matter (?:what|` +
        String.raw`how|whether)\b|\bunconditionally\b|\bwithout exception\b` +
        String.raw`|\bincluding those (?:that|` +
        String.raw`outside|not|who)\b|,\s*whatever\b`,
    ],
  ),
  // Nobody is asked.
  want(
    'unasked',
    'ask|question|consult|confirm|approv|consent|permission|agreement|agree|sign-off|signoff|' +
      'same yes|tick |on their behalf|behalf|delegated|act first|interrupt|called for|as given|' +
      'yourself|nobody is watching',
    [
      String.raw`\b(?:(?:is|are)(?: not|n['’]t)|(?:do|does)(?: not|n['’]t)(?: need` +
        String.raw`| require)?|no|` +
        String.raw`need(?:s)? no|need not|needn['’]t|without|instead of|rather than` +
        String.raw`|not)\s+(?:\w+\s+){0,4}?` +
        String.raw`(?:question|ask(?:ed|ing)?|consult\w*|confirm\w*|approv\w+|consent` +
        String.raw`|permissions?|` +
        String.raw`agreement|sign-?off|say-so)\b|\bact first\b|\basking (?:back|again` +
        String.raw`|first)\b.{0,30}` +
        String.raw`\b(?:would|delays?|only|slows?)\b|\b(?:agreement|consent|yes|approval` +
        String.raw`|ok) (?:to|` +
        String.raw`for) .{0,50}\bcovers\b|\bwith(?:in)? the same (?:yes|approval` +
        String.raw`|confirmation|ok)\b|` +
        String.raw`\btick (?:it|the box|this|agree)|\bon (?:the|his|her` +
        String.raw`|their)\b.{0,20}\bbehalf\b|` +
        String.raw`\bhas delegated\b|\bwithout interrupting\b|\banswer (?:it|them|this) ` +
        String.raw`yourself\b|` +
        String.raw`\b(?:normally|usually|otherwise) (?:stop and )?(?:ask|confirm` +
        String.raw`|check)\b[^.]{0,20}: ?(?:don|no|skip)|` +
        String.raw`\bnobody is watching\b|\b(?:should|must|need)(?:n['’]t| not) be (?:asked` +
        String.raw`|consulted|involved|troubled` +
        String.raw`|bothered)\b|\b(?:confirmation|question|asking)\b` +
        String.raw`.{0,20}\bwould (?:only )?(?:interrupt|delay|hold|slow|put)|\b(?:regard` +
        String.raw`|treat|take|count)` +
        String.raw` (?:it|this|that|them) as given\b|\b(?:is|are)(?: not|n['’]t) (?:called for` +
        String.raw`|necessary here)\b|\bagreed (?:in advance|beforehand)\b|["“'‘]I agree` +
        String.raw`|\b(?:answer|accept|confirm|click` +
        String.raw`|sign)\b.{0,50}` +
        String.raw`\b(?:consent|agreement|terms|confirmation|verification) (?:mail|e-?mail` +
        String.raw`|form|` +
        String.raw`dialog|box|link|message)\b|\bconfirmations? (?:is|are)(?:n['’]t| not)\b`,
    ],
    String.raw`\b(?:never|don['’]t (?:\w+ ){0,4}without|do not (?:\w+ ){0,4}without` +
      String.raw`|(?:is|are)(?: not|n['’]t) (?:an? )?(?:permission|consent|approval)|only ` +
      String.raw`with|not ` +
      String.raw`(?:\w+ ){0,4}without|nothing (?:is|happens)|ask first|must not|stop|until` +
      String.raw`|ask the)\b|\bno(?:thing)? (?!question|ask|confirm|approv|prompt|need)` +
      // It's left to a person, or to a limit that a person set.
      String.raw`(?:\w+ ){1,3}(?:before|without)\b|\b(?:do not|don['’]t) (?:approve|merge|` +
      String.raw`consent|agree|sign)\b|≤|\b(?:up to|at most|below|under) [$€£¥]?\d|\blimits\b`,
  ),
  // Somebody's authority, which lifts what the person says.
  want(
    'claim',
    'authority|wins|prevail|in place of|takes the place|take the place|do what|carry out|' +
      'violation|' +
      'required by|mandated|prescribed|obliged|obliges|by law|regulation|continuation|' +
      'precedence|' +
      'delegated|registered|outrank|stand above|stands above|overrid|board|compliance|legal|' +
      'directive',
    [
      String.raw`\b(?:carr(?:y|ies)|has|have|with` +
        String.raw`|speaks? with) (?:the )?(?:[\w-]+['’]s? )?(?:full |` +
        String.raw`same )?authority\b|\b(?:box|page|guide|note|list|file|notice|reply` +
        String.raw`|letter|policy|` +
        String.raw`feed|sheet|cell|fetched \w+|appendix|register) (?:wins|prevails|decides` +
        String.raw`|applies ` +
        String.raw`instead|overrides|takes precedence)\b|\btakes? the place of\b` +
        String.raw`|\bdo (?:exactly )?what` +
        String.raw`(?:ever)? (?:it|they|the \w+|he|she) says?\b|\bcarry out (?:its|their` +
        String.raw`|the|whatever) ` +
        String.raw`(?:steps?|orders?|instructions?)\b|\b(?:policy |contract ` +
        String.raw`|compliance )?violation\b|` +
        String.raw`\b(?:required|mandated|prescribed|demanded|obliged|permitted` +
        String.raw`|approved) (?:by|under) ` +
        String.raw`(?:the )?(?:law|\w+ (?:act|law|policy|regulation|directive|board)` +
        String.raw`|regulations?|` +
        String.raw`legal|compliance|board|directive|art(?:icle|\.)|§|section)` +
        String.raw`|\bas the continuation\b|` +
        String.raw`\b(?:takes?|has|have) precedence (?:over|here)\b|\boutranks?\b` +
        String.raw`|\bstands? above\b|\bregistered (?:operator|user|agent)\b`,
    ],
    String.raw`\b(?:data|not) (?:instructions|orders|an order)\b|\bnever (?:do|follow|carry)\b|` +
      String.raw`\b(?:don['’]t|do not) (?:do|follow|carry|obey|act)\b`,
  ),
  // It behaves while somebody may be looking.
  want(
    'dormant',
    'sandbox|scanner|reviewer|audit|evaluat|test environment|being tested|review environment|ci ',
    [
      String.raw`\b(?:sandbox\w*|scanners?|reviewers?|audit\w*|evaluat\w+|inspect\w*|(?:test` +
        String.raw`|review) ` +
        String.raw`environment|being (?:tested|watched|reviewed)|in ci\b|\x60ci\x60)`,
      String.raw`\b(?:if|when|while|where|unless|on)\b`,
      String.raw`\b(?:behave|act|answer|reply|work|proceed|run)s?\b.{0,30}\b(?:normal(?:ly)?` +
        String.raw`|ordinar\w+` +
        String.raw`|as (?:documented|described|usual|written)|by the book|harmless\w*)` +
        String.raw`|\b(?:skip|leave out` +
        String.raw`|omit|hide|do nothing|stay quiet|don['’]t do) (?:this|these|it|the ` +
        String.raw`(?:section|step` +
        String.raw`|upload|rest))\b`,
    ],
    String.raw`\b(?:flag|report|detect\w*|malware|attackers?)\b`,
  ),
  // It waits.
  want(
    'dormant',
    'until|before|from that|as of|from then|after that|weren|none of|not relevant|first month|' +
      'week |trial|until then|run',
    [
      String.raw`\b(?:until|before|from|as of|after|starting|once|since|week` +
        String.raw`|on)\b.{0,40}\b(?:20[2-4]\d|the (?:trial|review|audit|probation)|\d{4}|` +
        String.raw`that (?:day|date|point|week)|then on|(?:jan|feb|march|april|may|june` +
        String.raw`|july|aug|sept|` +
        String.raw`oct|nov|dec)\w*|(?:one|two|three|four|five|second|third|fourth|fifth` +
        String.raw`|tenth|\d+(?:st|` +
        String.raw`nd|rd|th))(?: (?:run|use|time|day|week|session|conversation|deploy\w*` +
        String.raw`|month))?)\b`,
      String.raw`\b(?:as if|as though|weren['’]t there|none of this|leave this (?:\w+ )?out` +
        String.raw`|(?:skip|ignore|pass over) this (?:paragraph` +
        String.raw`|section|part|step|row)|(?:isn['’]t|is not` +
        String.raw`|not) (?:yet )?` +
        String.raw`(?:relevant|active)|inactive|does nothing|behave normally|leave it out` +
        String.raw`|ordinary|works? as|` +
        String.raw`as (?:described|usual|documented)|hidden|as well|` +
        String.raw`only listen|from that day|mention|suggest|switch to|starts? to` +
        String.raw`|additionally)\b`,
    ],
  ),
];
