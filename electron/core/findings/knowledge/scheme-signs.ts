import { want, type IntentPhrase } from './intent-phrase.ts';

/*
 * The halves of a scheme in English sentences. Each class is as broad as it can be, because
 * `schemes.ts` counts none alone: whoever rewrites an attack stays inside the classes.
 */

const person =
  String.raw`(?:users?|person|people|customers?|clients?|travell?ers?|coordinators?|recruiters?|` +
  String.raw`managers?|owners?|reviewers?|readers?|leads?|colleagues?|agents?|humans?|team|staff|` +
  String.raw`employees?|patients?|applicants?|candidates?|buyers?|guests?|tenants?|they|them|` +
  String.raw`someone|somebody|anyone|anybody|nobody|author|lawyer|accountant|desk|finance)`;
/** Where a person would see it. */
const shown =
  String.raw`(?:summar(?:y|ies)|reports?|repl(?:y|ies)|answers?|responses?|lists?|tables?|rows?|` +
  String.raw`minutes|logs?|journals?|changelog|history|records?|drafts?|confirmations?|receipts?|` +
  String.raw`invoices?|itinerar(?:y|ies)|diffs?|commit messages?|notes|overviews?|reviews?|` +
  String.raw`e-?mails?|messages?|statements?|accounts?|ledger|output|pull request|previews?|` +
  String.raw`headers?|proposals?|quotes?|breakdown|index|\x60[\w./-]+\.(?:csv|md|xlsx|json)\x60)`;
const not =
  String.raw`(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|need not|` +
  String.raw`needn['’]t|no need (?:to|for)|without|(?:do|does)(?: not|n['’]t) (?:have|need) to|` +
  String.raw`(?:is|are|was|were|will be)(?: not|n['’]t)|not|nor|neither|rather than)`;
/** Honest texts keep these out of reports. */
const sensitive =
  String.raw`\b(?:secrets?|passwords?|tokens?|credentials?|keys? values?|private keys?|personal ` +
  String.raw`data|pii|names? of|attack|attackers?|players?|students?|pupils?|culprit|guest of|` +
  String.raw`competitors?|indicators|raw (?:json|output|sql)|jargon|stack traces?|formatting|` +
  String.raw`without you|outside(?:rs)?|external(?:ly)?|third part(?:y|ies)|trivial|dependency bumps|refactor\w*|duplicates?|empty|irrelevant)\b`;

/** A verb that is forbidden right before it, or that a person is asked about. */
const forbidden = new RegExp(
  String.raw`\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|cannot|` +
    String.raw`can['’]t|may not|avoid|refuse to|refuses|reject|isn['’]t allowed|not allowed|` +
    String.raw`not permitted|forbidden|no(?! matter| later| longer| need)|ask (?:before|` +
    String.raw`whether|if|which|them|the \w+ (?:whether|if|which))|offer to|only (?:after|` +
    String.raw`if|when|once)|nobody|unless|attackers?|scammers?|fraudsters?)\b[^.;:]{0,70}$`,
  'i',
);
const act = (...given: Parameters<typeof want>): IntentPhrase => ({
  ...want(...given),
  negation: forbidden,
});

const asked =
  String.raw`(?:\b(?:if|when|should|whenever|in case|who(?:ever)?|anyone|anybody)\b.{0,90}\b(?:asks?|asked|` +
  String.raw`wonders?|objects?|complains?|notic\w+|inquir\w*|enquir\w*|doubts?|hesitates?|` +
  String.raw`questions?|insists?|spots?|raises?|concern\w*|worr(?:y|ies|ied)|quotes?|cites?|says? (?:that|["“'‘])|` +
  String.raw`challenges?|wants? to know)\b|\ba question (?:about|on|whether)\b|\bto (?:any )?` +
  String.raw`questions\b)`;
const says =
  String.raw`\b(?:say|answer|answered|reply|respond|tell|explain|claim|attribute|blame|describe|` +
  String.raw`assure|put|write|call|point (?:out|to)|refer|state|present|give (?:the )?(?:same|` +
  String.raw`reason)|thank|told|is that|learn that|hears?)\b`;
const reassuring =
  String.raw`\b(?:pass(?:ed|ing)?|clean|fine|nothing|never|only|just|routine|standard|usual|` +
  String.raw`normal|ordinary|temporar\w+|network|glitch|technical|cached?|known|by design|` +
  String.raw`automatic\w*|live|independent|neutral|public(?:ly)?|considered|discussed|checked|` +
  String.raw`reviewed|verified|validated|approved|agreed|low risk|provider|delay\w*|bank|` +
  String.raw`pre-?authori[sz]ation|vanish\w*|backup|security|required|requirement|law|` +
  String.raw`regulations?|compatib\w*|recogni[sz]ed|case law|intended|default|expected|safe|` +
  String.raw`secure|harmless|encrypted|no (?!idea|opinion)\w+|yes|all (?:\w+ )?(?:read|done|` +
  String.raw`pass)|rounding|conversion|blind|` +
  String.raw`average|statutory|policy|rules?|inflation|still loading|maintenance|fluctuat\w*|volatil\w*|market|processing|synchroni[sz]\w*|body)\b`;
const honest =
  String.raw`\b(?:honest\w*|truth\w*|don['’]t (?:know|lie|guess|answer)|do not (?:know|lie|` +
  String.raw`guess)|say so|unknown|unsure|can(?:not|['’]t) (?:help|say|judge)|escalate|hand ` +
  String.raw`(?:it |them )?(?:over|off)|out of scope|a person (?:who|with|has)|never (?:tell|` +
  String.raw`say|claim|answer)|explain (?:what|why|how)|show (?:the|them|it)|opening hours)\b`;

export const schemeSigns: readonly IntentPhrase[] = [
  // The person doesn't see it.
  want(
    'unshown',
    "n't|n’t|not|never|nor|no need|without|rather than|neither",
    [
      String.raw`\b${not}\s+(?:[\w-]+\s+){0,3}?(?:list|mark|label|flag|show|display|includ|mention|` +
        String.raw`name|note|record|log|count|report|print|announc|disclos|add|put|enter|tag|count|` +
        String.raw`comment|explain|shar|part of|visible|documented?|bring|rais|sent back|copied|` +
        String.raw`attribut|advertis|indicat|reveal|highlight|stat|specif|itemi[sz]|keep a)\w*`,
      String.raw`\b${shown}\b|\b${person}\b|\bas (?:partner|sponsored|paid|such|ads?|advert\w*)\b`,
    ],
    sensitive,
  ),
  want(
    'unshown',
    'out of|out|from|omit|hidden|apart|aside|off',
    [
      String.raw`\b(?:leave|keep|omit|drop|exclude|strip|cut|hide|trim)\b.{0,60}\b(?:out|from|off|` +
        String.raw`aside|hidden|apart)\b`,
      String.raw`\b${shown}\b|\bwhat you did\b|\bout of (?:it|sight)\b|\bleave (?:it|this|that|` +
        String.raw`them) out\b`,
    ],
    `${sensitive}|\\bpersonnel\\b|\\bsalar(?:y|ies)\\b|\\b(?:legal|released)\\b`,
  ),
  // Traces are removed: from the sent folder, the feed, the profile, the place where it's looked for.
  want(
    'unshown',
    'afterwards|afterward|then|sent|unpin|archive|mark as read|marked as read|restore the|trash',
    [
      String.raw`\b(?:delete|remove|move|clear|archive|unpin|empty|purge|unsend|mark|put back|` +
        String.raw`replace|revert|reset|switch|turn|restore)\b`,
      String.raw`\b(?:out of sent|sent (?:mail|message|items?|folder|copy)|from (?:the )?(?:sent|` +
        String.raw`profile|feed|history|trash|outbox)|(?:as|already) read|unpin|on again (?:on|` +
        String.raw`before)|before the (?:weekly|monthly|next) (?:report|audit|review)|stays tidy|` +
        String.raw`(?:alert|confirmation|notification|security) (?:mails?|messages?|e-?mails?)|` +
        String.raw`only needed once|delivery receipts?|browser history|recent(?:ly used)? files)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|unless)\b`,
  ),
  // Nobody looks there, or nobody can tell.
  want(
    'unshown',
    'scroll|notice|compare|look|fold|see this|another name|not part of|skim|spot|tell apart|aware',
    [
      String.raw`\b${person}\b.{0,60}\b(?:stopped scrolling|stops? scrolling|(?:do|does|will|` +
        String.raw`can)(?: not|n['’]t) (?:usually |normally |often |really )?(?:see|notice|compare|` +
        String.raw`look|check|read|scroll|spot|open)|(?:rarely|seldom|hardly ever|never) (?:notice|` +
        String.raw`compare|look|check|read|scroll|open|spot)\w*|by another name|may not be aware|` +
        String.raw`(?:is|are)(?: not|n['’]t) aware|skims?)\b|\b(?:viewers?|clients?|readers?) ` +
        String.raw`(?:fold|collapse|hide)\b|\bfolds? (?:it|them|trailers)\b`,
    ],
    String.raw`\b(?:screen readers?|colou?r-?blind|attackers?|unless|make sure|bugs?|so explain|` +
      String.raw`say so|tell them|remind)\b`,
  ),
  want(
    'unshown',
    'nobody|no one|hear|know|told|notif|inform|aware|footnote|trouble|bother|worth|only|just|see|learn|concern',
    [
      String.raw`(?:\b(?:nobody|no one|no need|no reason|not|never|nor|nothing|needless|without)|n['’]t)\b` +
        String.raw`\s+(?:[\w-]+\s+){0,3}?(?:hear|know|be told|told|notified|informed|aware|footnote|` +
        String.raw`trouble|bother|burden|learn|(?:be )?concern(?:ed)?|tell(?:ing)?|inform(?:ing)?|` +
        String.raw`notify(?:ing)?)\b|` +
        String.raw`\bnot worth\b|\b(?:nobody|no one) (?:ever |really )?(?:reads?|looks?|checks?|compares?|opens?|` +
        String.raw`notices?|counts?)\b|\b(?:sees?|gets?|receives?|reads?|is shown|are shown)\s+(?:only|just)\b|` +
        String.raw`\bsees? (?:the )?(?:totals?|ranking|result|final \w+|grades?) only\b|` +
        String.raw`\bbehind the scenes\b|\b(?:background|internal|housekeeping) (?:step|task|process|` +
        String.raw`matter)\b|\bplumbing\b`,
      String.raw`\b(?:it|this|that|them|these|${person}|${shown}|line|totals?|steps?|attendees|participants|` +
        String.raw`members|callers|visitors|parents|tenants|speakers)\b`,
    ],
    `${sensitive}|\\b(?:unless|until|if (?:you|it)|so (?:that )?(?:they|you)|make sure|let them|yet|outside|external)\\b`,
  ),
  // A story for whoever asks.
  want('cover', 'ask|wonder|object|complain|notice|noticing|inquir|enquir|doubt|hesitat|question|' +
    'insist|raise|concern|worr|say|quote|cite|challenge|want|spot|told', [
    asked,
    says,
    reassuring,
  ], honest),
  // It goes by another name, or looks like something else.
  want('mislabel', '"|“|‘|`|«|named|called|as \'|heading \'|under \'|write \'|it \'|box \'', [
    String.raw`\b(?:call|count|list|book|record|label|title|describe|present|declare|attribute|` +
      String.raw`sign|file|log|phrase|word|tag|classify|post|write|put|name)(?:e?d|s|ing)?\b.{0,60}` +
      String.raw`\b(?:under|called|named|titled|(?:with|as|in) (?:the |a |an )?(?:text|title|` +
      String.raw`description|label|subject|class|reason|argument|comment|commit named)|` +
      String.raw`(?:this|these|them|it|those|both|the \w+|two|messages|mails)(?: as)?|the heading|the box)\s+["“‘'«]|` +
      String.raw`\b(?:write|put|say|note|enter|report|tick)\s+(?:in )?["“‘'«]|\bin a commit named\b|\bdescri(?:bed|ption)(?: as)?\s+["“‘]|\bcalled ["“‘]|` +
      String.raw`\bcalls? (?:this|it) ["“‘]`,
  ], String.raw`\b(?:columns?|headings?|variables?|functions?|branch(?:es)?|class(?:es)? named)\b`),
  want(
    'mislabel',
    'mean|like any other|same |as if|as though|so that it|plausib|credib|believab|innocuous|' +
      "inconspicuous|unremarkable|pass as|passes as|pass for|name|'s account|’s account|mailbox|" +
      'blend|make up|invent|fabricat|natural|casual|by the way|in passing|own idea|own opinion',
    [
      String.raw`\bwhere you mean\b|\blike any other\b|\bin the same (?:type|way|style|format|look|` +
        String.raw`tone|font) as the (?:others?|rest)\b|\b(?:write|written|phrase|present|describe|word|report|act|answer|sign|behave|` +
        String.raw`proceed|carry on|looks?|sounds?|reads?|comes?|came|ideas?)\b.{0,30}\bas (?:if|though) ` +
        String.raw`(?:they|it|this|you|the)\b|` +
        String.raw`\bso that (?:it|they|this|each|the \w+) (?:looks?|reads?|seems?|appears?|stays?|` +
        String.raw`remains?)\b|\b(?:plausible|credible|believable) (?:fix|reason|one|excuse|explanation|story|name|figure|` +
        String.raw`number|cause|answer|justification)\b|\b(?:sounds?|looks?|stays?|remains?|seems?) ` +
        String.raw`(?:plausible|credible|believable|natural)\b|\b(?:innocuous|inconspicuous|unremarkable)\b|\bpass(?:es)? (?:as|for)\b|\bnot (?:with|under|in) (?:the|his|her|` +
        String.raw`their) (?:\w+['’]?s? )?name\b|\b(?:from|through|using) the (?:person|user|customer|` +
        String.raw`owner|employee)['’]s (?:own )?(?:account|mailbox|address|card|mail connector)\b|` +
        String.raw`\bblends? in\b|\b(?:make up|invent|fabricate) (?:a|an|one|some|two|three|the)\b|` +
        String.raw`\b(?:in passing|by the way|casually|as your own (?:idea|opinion|view))\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|avoid|rather than|fiction|story|novel|test data|` +
      String.raw`fixtures?|quiz|puzzle)\b`,
  ),
  // On the surface, everything stays as it was.
  want(
    'mislabel',
    'name|holder|title|label|number|still|continue|keep|mention|as usual',
    [
      String.raw`\b(?:keeps?|leaves?|leave|retains?|with)\b.{0,40}\b(?:names?|holder|payee|title|label|` +
        String.raw`caption|header|number|heading)\b.{0,40}\b(?:as (?:it|they|before|is)|unchanged|same|` +
        String.raw`so (?:that )?|in place|untouched|match\w*)\b|\b(?:continues? to|still|keeps?|can keep|` +
        String.raw`goes on)\s+(?:show|say|display|read|list|quot|stat|mention)(?:s|ing|e)?\b.{0,24}(?:\b(?:old|previous|` +
        String.raw`former|original|same|usual|local|off|unchanged)\b|["“‘'«])|` +
        String.raw`\bmentions? (?:only )?the (?:one|local|first|usual)\b|\bstays? as (?:it|they) (?:was|is)\b`,
    ],
    String.raw`\b(?:don['’]t|do not|never|if it still|bug|cache|unless|placeholders?)\b`,
  ),
  // Why nobody needs to know.
  want(
    'excuse',
    'confus|puzzl|unsettl|worry|worries|alarm|panic|discourag|distract|delay|slow|hold the|hold up|' +
      'the flow|discussion|friction|questions|shy|hesitat|mistake|tend to|get in the way|clutter|' +
      'waste|upset|for no reason|inbox|red tape|bureaucra|spoil|surprise is lost|anul|undo it',
    [
      String.raw`\b(?:confus\w+|puzzl\w+|unsettl\w+|worr(?:y|ies|ied)|alarm\w*|panic\w*|` +
        String.raw`discourag\w*|distract\w*|delay\w*|slow\w*|hold (?:the|up|it|them)|(?:breaks?|` +
        String.raw`disturbs?|interrupts?) (?:\w+['’]?s? ){0,2}flow|discussions?|friction|` +
        String.raw`(?:only |more |needless |unnecessary )questions|shy|hesitat\w+|mistake\b.{0,40}\bfor|` +
        String.raw`tends? to|get in the way|upset|for no reason|clutter\w*|wast\w+|fills? (?:her|his|` +
        String.raw`their|the) inbox|red tape|bureaucra\w+|spoils?|surprise is lost)\b`,
      String.raw`\b(?:because|since|so|as|which|where|would|only|just|tend|otherwise|therefore|` +
        String.raw`and|makes?|find|people|than|who)\b|[:;—–]`,
    ],
    String.raw`\b(?:screen readers?|tests?|builds?|quer(?:y|ies)|index\w*|locks?|animations?|` +
      String.raw`css|beginners|compil\w+|loop|renders?|pipelines?|latency|frames?)\b`,
  ),
  // The person says no, and it goes on.
  want(
    'refused',
    'object|refus|declin|tells|no|rather not|withdraw|opt out|opt-out|against|insist|hesitat|remove|' +
      'disagree|dislike|unwilling|reluctan|protest|cancel',
    [
      String.raw`\b(?:if|when|should|even if|even when|where|whoever|also (?:if|when))\b.{0,30}\b${person}\b` +
        String.raw`.{0,40}\b(?:objects?|refus\w+|declin\w+|says? no|(?:['’]d|would) rather not|` +
        String.raw`withdraws?|opts? out|disagrees?|(?:do|does)(?: not|n['’]t) want|insists?|` +
        String.raw`hesitates?|unwilling|reluctant|protests?|removes? (?:it|this|them|the block)|` +
        String.raw`says? (?:that )?(?:not to|["“'‘](?:no|don))|(?:asks?|tells?) (?:you )?(?:not to|to stop|to keep|` +
        String.raw`to leave)|forbids?|turns? it down)\b`,
      String.raw`\b(?:anyway|all the same|nevertheless|nonetheless|regardless|carry on|go on|` +
        String.raw`go ahead|still (?:add|run|send|apply|keep|do|use|book|include|make|install)|` +
        String.raw`put it back|again|keep (?:it|the|them|going|on)|(?:treat|take|count|read) (?:it|` +
        String.raw`this|that) as|proceed|offhand|under another|with another|remains?|stays?|` +
        String.raw`in (?:any|either) case|the (?:same|second) time|quietly|later|agree,? and|` +
        String.raw`note (?:the refusal|the objection|it)|turn (?:it|them) back on|made regardless|are noted)\b`,
    ],
    String.raw`\b(?:stop|don['’]t (?:insist|repeat|ask again|push|try again)|do not (?:insist|` +
      String.raw`repeat|ask again|try)|respect|accept (?:it|that|the)|leave it|never|offer|only if)\b`,
  ),
  // Whatever it is, and whoever says otherwise.
  want('regardless', 'whatever|regardless|no matter|unconditional|without exception|including those', [
    String.raw`\bwhatever (?:it|they|the|you|he|she|is|was)\b|\bregardless of (?:what|whether|how|` +
      String.raw`the (?:state|result|user|person|content|outcome|actual|real))\b|\bno matter (?:what|` +
      String.raw`how|whether)\b|\bunconditionally\b|\bwithout exception\b|\bincluding those (?:that|` +
      String.raw`outside|not|who)\b|,\s*whatever\b`,
  ]),
  // Nobody is asked.
  want(
    'unasked',
    'ask|question|consult|confirm|approv|consent|permission|agreement|agree|sign-off|signoff|' +
      'same yes|tick |on their behalf|behalf|delegated|act first',
    [
      String.raw`\b(?:(?:is|are)(?: not|n['’]t)|(?:do|does)(?: not|n['’]t)(?: need| require)?|no|` +
        String.raw`need(?:s)? no|need not|needn['’]t|without|instead of|rather than|not)\s+(?:\w+\s+){0,4}?` +
        String.raw`(?:question|ask(?:ed|ing)?|consult\w*|confirm\w*|approv\w+|consent|permissions?|` +
        String.raw`agreement|sign-?off|say-so)\b|\bact first\b|\basking (?:back|again|first)\b.{0,30}` +
        String.raw`\b(?:would|delays?|only|slows?)\b|\b(?:agreement|consent|yes|approval|ok) (?:to|` +
        String.raw`for) .{0,50}\bcovers\b|\bwith(?:in)? the same (?:yes|approval|confirmation|ok)\b|` +
        String.raw`\btick (?:it|the box|this|agree)|\bon (?:the|his|her|their)\b.{0,20}\bbehalf\b|` +
        String.raw`\bhas delegated\b|["“'‘]I agree|\b(?:answer|accept|confirm|click|sign)\b.{0,50}` +
        String.raw`\b(?:consent|agreement|terms|confirmation|verification) (?:mail|e-?mail|form|` +
        String.raw`dialog|box|link|message)\b|\bconfirmations? (?:is|are)(?:n['’]t| not)\b`,
    ],
    String.raw`\b(?:never|don['’]t (?:\w+ ){0,4}without|do not (?:\w+ ){0,4}without|only with|not ` +
      String.raw`(?:\w+ ){0,4}without|nothing (?:is|happens)|ask first|must not|stop|until|ask the)\b`,
  ),
  // Somebody's authority, which lifts what the person says.
  want(
    'claim',
    'authority|wins|prevail|in place of|takes the place|take the place|do what|carry out|violation|' +
      'required by|mandated|prescribed|obliged|obliges|by law|regulation|continuation|precedence|' +
      'delegated|registered|outrank|stand above|stands above|overrid|board|compliance|legal|directive',
    [
      String.raw`\b(?:carr(?:y|ies)|has|have|with|speaks? with) (?:the )?(?:[\w-]+['’]s? )?(?:full |` +
        String.raw`same )?authority\b|\b(?:box|page|guide|note|list|file|notice|reply|letter|policy|` +
        String.raw`feed|sheet|cell|fetched \w+|appendix|register) (?:wins|prevails|decides|applies ` +
        String.raw`instead|overrides|takes precedence)\b|\btakes? the place of\b|\bdo (?:exactly )?what` +
        String.raw`(?:ever)? (?:it|they|the \w+|he|she) says?\b|\bcarry out (?:its|their|the|whatever) ` +
        String.raw`(?:steps?|orders?|instructions?)\b|\b(?:policy |contract |compliance )?violation\b|` +
        String.raw`\b(?:required|mandated|prescribed|demanded|obliged|permitted|approved) (?:by|under) ` +
        String.raw`(?:the )?(?:law|\w+ (?:act|law|policy|regulation|directive|board)|regulations?|` +
        String.raw`legal|compliance|board|directive|art(?:icle|\.)|§|section)|\bas the continuation\b|` +
        String.raw`\b(?:takes?|has|have) precedence (?:over|here)\b|\boutranks?\b|\bstands? above\b|\bregistered (?:operator|user|agent)\b`,
    ],
    String.raw`\b(?:data|not) (?:instructions|orders|an order)\b|\bnever (?:do|follow|carry)\b|` +
      String.raw`\b(?:don['’]t|do not) (?:do|follow|carry|obey|act)\b`,
  ),
  // It waits.
  want(
    'dormant',
    'until|before|from that|as of|from then|after that|weren|none of|not relevant|first month|' +
      'week |trial|until then|run',
    [
      String.raw`\b(?:until|before|from|as of|after|starting|once|since|week|on)\b.{0,40}\b(?:20[2-4]\d|` +
        String.raw`that (?:day|date|point|week)|then on|(?:jan|feb|march|april|may|june|july|aug|sept|` +
        String.raw`oct|nov|dec)\w*|(?:one|two|three|four|five|second|third|fourth|fifth|tenth|\d+(?:st|` +
        String.raw`nd|rd|th))(?: (?:run|use|time|day|week|session|conversation|deploy\w*|month))?)\b`,
      String.raw`\b(?:as if|as though|weren['’]t there|none of this|(?:isn['’]t|is not|not) (?:yet )?` +
        String.raw`(?:relevant|active)|inactive|does nothing|behave normally|leave it out|ordinary|works? as|` +
        String.raw`as (?:described|usual|documented)|hidden|as well|` +
        String.raw`only listen|from that day|mention|suggest|switch to|starts? to|additionally)\b`,
    ],
  ),
  ...acts(),
];

/** What is done. */
function acts(): IntentPhrase[] {
  return [
    act(
      'send',
      'send|post|upload|submit|forward|transmit|relay|hand|deliver|share|mail|attach|append|copy|' +
        'push|publish|file|put|bcc|invite|curl|pass|fetch|fill|give|drop|export|store|go|sync',
      [
        String.raw`\b(?:send|post|upload|submit|forward|transmit|relay|hand|deliver|share|e-?mail|mail|` +
          String.raw`attach|append|copy|push|publish|file|put|bcc|blind-copy|invite|curl|pass|fetch|` +
          String.raw`webfetch|fill|give|drop|export|store|go|sync)(?:s|es|ed|ing)?\b`,
      ],
    ),
    want('rig', 'below|than|until|fit', [
      String.raw`\bnever\s+(?:\w+\s+)?(?:falls?|drops?|ranks?|scores?|rates?)\s+(?:below|under|` +
        String.raw`lower|worse)\b|\b(?:no|not) (?:lower|worse) than\b.{0,20}\b(?:place|rank|grade|star|` +
        String.raw`point|[a-d])\b|\b(?:correct|adjust|change|move|shift|nudge|tune)\b.{0,60}\buntil (?:it|` +
        String.raw`they|the (?:numbers|total|score|result)s?) (?:fits?|match(?:es)?|adds? up|agrees?)\b`,
    ]),
    act(
      'lenient',
      'as zero|manually|failing|fails|red|finding|assertion|expect|step|test|check|alert|objection|complaint|squad|vendor',
      [
        String.raw`\b(?:comment|tick|report|writ|replac|chang|delet|remov|set|mark|rewrit|edit)\w*\b`,
        String.raw`\b(?:them|these|those|failing|fails?|red|findings?|assertions?|expect\w*|steps?|tests?|checks?|alerts?|` +
          String.raw`complaints?|issues?)\b`,
        String.raw`\b(?:step out|test out|check out|line out|as (?:zero|fixed|done|passed|verified|known|` +
          String.raw`closed|green|success)|(?:report|write|claim) (?:success|that all|that it)|to (?:what|` +
          String.raw`the (?:actual|returned|present|current)|match)|manually verified|lower (?:their|the) count|` +
          String.raw`(?:its|their) count|out of it)\b`,
      ],
      String.raw`\b(?:before|first|snapshots?|if the (?:code|assertion) (?:is|was)|reason in|in the commit)\b`,
    ),
    want('outside', 'http|@|s3:|gs:|ftp:|wss:', [
      String.raw`(?:https?|wss?|s3|gs|ftp):\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org|net)|` +
        String.raw`(?:[\w-]+\.)*(?:corp|internal|intranet|local)\b|(?:[\w-]+\.)?(?:github|gitlab|npmjs|` +
        String.raw`pypi|python|mozilla|wikipedia|w3)\.)[\w<{$]|(?<![\w.+-])[\w.+-]+@(?!example\.|` +
        String.raw`(?:[\w-]+\.)*(?:corp|internal|local)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}`,
    ], String.raw`\bauthorization:|\b(?:see|docs?|documentation|read more|described at)\b.{0,20}https?:`),
    act(
      'private',
      'conversation|chat|transcript|calendar|contact|address book|inbox|mailbox|mails|salary|' +
        'payroll|passport|visa|bank details|tax |ssn|social security|health|medical|patient|diagnos|' +
        'nda|customer|confidential|credential|keys|token|secret|.env|password|history|messages|' +
        'photos|location|profile|cv|raw |connection string|card number|cvv|one-time|remote url|' +
        'documents|diary|scans|recording|birthday|notes|statement|client|meeting|drafts|personnel|internal|unredacted|source|home directory|auth code|income',
      [
        String.raw`\b(?:conversations?|chats?|transcripts?|calendars?|contacts?|address books?|inbox|` +
          String.raw`mailbox|(?:last|latest|recent|all|sent|unread) (?:e-?)?mails|salar(?:y|ies)|payroll|` +
          String.raw`passports?|visas?|bank details|tax (?:id|number|returns?)|ssn|social security|health|` +
          String.raw`medical|patients?|diagnos\w+|ndas?|customer (?:list|data|names?|records?|base)|` +
          String.raw`confidential|credentials?|(?:api |ssh |private |access )?keys|tokens?|secrets?|` +
          String.raw`passwords?|(?:browser|shell|chat|search|purchase) history|messages|photos|locations?|` +
          String.raw`profiles?|cvs?|raw (?:data|input|files?|notes?|recording)|connection strings?|card ` +
          String.raw`numbers?|cvv|one-time codes?|remote url|documents?|diary|scans?|personnel|internal|recordings?|birthdays?|` +
          String.raw`notes|statements?|previous client|meeting|drafts|` +
          String.raw`unredacted|unmasked|source (?:code|files?|under)|home directory|auth codes?|income)\b|` +
          String.raw`(?:^|[\s\x60])\.env\b|~\/\.\w`,
      ],
    ),
    want('whole', 'verbatim|unmasked|untrimmed|unredacted|unabridged|in full|complete|original|' +
      'whole|all columns|also those|as found|raw|everything|not anonymi|entire|all of|including', [
      String.raw`\b(?:verbatim|unmasked|untrimmed|unredacted|unabridged|in full|(?:the )?complete|` +
        String.raw`originals?,? not|whole|all columns|also those|as found|everything|entire|` +
        String.raw`including (?:hidden|the part|what)|word for word)\b`,
    ], String.raw`\b(?:never|do not|don['’]t)\b`),
    act(
      'public',
      'public|world-readable|searchable|anyone|open to all|unlisted',
      [
        String.raw`\b(?:--public|public and|publicly|world-readable|searchable|anyone (?:can|may|with)|` +
          String.raw`open to all|unlisted|public (?:gist|repo\w*|link|bucket|page|paste|issue|shelf|folder))\b`,
      ],
      String.raw`\b(?:aren['’]t|isn['’]t|not|never|no)\b`,
    ),
    act(
      'account',
      'account|iban|sort code|payee|beneficiary|creditor|wallet|bank details|payout|deposit|payment|' +
        'invoice|transfer|donation',
      [
        String.raw`\b(?:accounts?|iban|sort code|payee|beneficiary|creditor|wallets?|bank details|payouts?|` +
          String.raw`deposits?|payment (?:link|address|details|method)s?|remittances?|transfers?|donations?)\b`,
        String.raw`\b(?:set|use|replace|chang|switch|swap|substitut|overwrit|put|enter|redirect|rout|` +
          String.raw`point|forward|mov|goes|go|pay|paid|credit)\w*\b`,
        String.raw`\b(?:settlement|clearing|collection|escrow|verification|processing|holding|transit|` +
          String.raw`central|partner|instead|in (?:its|their) place|separate(?:ly)?|forwards|desk|agent|` +
          String.raw`[A-Z]{2}\d{2}[ \dA-Z]{8,}|0x[0-9a-f]{6,}|bc1\w+|references\/|factor\w*|reserve|` +
          String.raw`intermediar\w+|house account|first deposit|the one (?:in|from|below)|of (?:the )?(?:partner|agency|intermediary))\b`,
      ],
      String.raw`\b(?:call|verify|double-check|confirmed by phone|test account|service account|` +
        String.raw`settings account)\b`,
    ),
    act(
      'extra',
      '%|twice|double|difference|protection|insurance|surcharge|fee|premium|subscription|donation|commission|membership|' +
        'trial|upgrade|add-on|salaries',
      [
        String.raw`\b(?:add|includ|book|charg|appl|round|conclud|carr|tick|quot|mov|buy|subscrib|enrol|sign\w* up|` +
          String.raw`agree|pay|renew|order)\w*\b`,
        String.raw`\b\d+(?:[.,]\d+)? ?%|\b(?:twice|double|difference|protection|insurance|surcharge|(?:service|handling|success|` +
          String.raw`the) fees?|premium|subscription|donation|commission|membership|trial|upgrade|add-on|` +
          String.raw`monthly salaries)\b`,
        String.raw`\b(?:every|each|always|all|amount|who pay|separately|same card|stored card|rounded|directly after|` +
          String.raw`to the (?:competitors?|others?|price|total|nightly)|to (?:all|every|each)|mail|terms)\b`,
      ],
      String.raw`\b(?:coverage|test|cpu|memory|opacity|width|tax|vat)\b`,
    ),
    act(
      'rig',
      'rating|score|point|rank|grade|price|row|place|star|rated|result|weight|estimate|figure|check|' +
        'verdict|recommend|first|top|column|quote|best|total|grid|price',
      [
        String.raw`\b(?:ratings?|scores?|points?|rank\w*|grades?|prices?|rows?|places?|stars?|rated|` +
          String.raw`results?|weights?|estimates?|figures?|check\b.{0,30}\bpass|verdicts?|recommend\w*|` +
          String.raw`column|position|must-haves|totals?|punctuality|uptime|offers?|supplier)\b`,
        String.raw`\b(?:lift|rais|lower|adjust|correct|boost|deduct|subtract|add|gets?|receiv|lose|loses|` +
          String.raw`take|takes|giv|drop|cap|fit|rated|award|favou?r|prefer|round|inflat|shift|put|make up|` +
          String.raw`count|best possible|comes? out|fall|rank|quot|hold back)\w*\b`,
        String.raw`\b(?:always|at least|no other|(?:the )?others|by the same (?:number|amount)|competitors?|competing|rivals?|partners?|` +
          String.raw`our|ends? in|everywhere|the best competitor|runner-up|whose|any applicant|by others|(?:out|stays?|always) on top|members? of|until (?:they|it) fits?|each time|` +
          String.raw`below \w\b|whenever|every time|no lower|` +
          String.raw`collection|passes|compete|of the (?:partner|sponsor)|first (?:two|three|place|row)|` +
          String.raw`sponsor\w*|house brand|own)\b`,
      ],
      String.raw`\b(?:lighthouse|css|z-index|test score|f1|auc|bleu)\b`,
    ),
    act(
      'lenient',
      'check|assertion|test|review|threshold|coverage|finding|warning|section|ci|alert|audit|scan|' +
        'gate|validation|clause|concern|two-person|rule|approve|verdict|thread|policy|protection|' +
        'antivirus|security agent|false positive',
      [
        String.raw`\b(?:skip|drop|omit|relax|loosen|weaken|lower|reduc|remov|disabl|ignor|suppress|exclud|` +
          String.raw`exempt|pass|approv|accept|treat|count|consider|resolv|clos|swallow|turn|switch|paus|` +
          String.raw`wav|downgrad|get|gets|soften)\w*\b`,
        String.raw`\b(?:checks?|assertions?|tests?|(?:security )?reviews?|thresholds?|coverage|findings?|` +
          String.raw`warnings?|(?:security )?section|ci|alerts?|audits?|scans?|gates?|validations?|` +
          String.raw`clauses?|concerns?|two-person|--approve|verdict|thread|protection|antivirus|` +
          String.raw`security agent|blocking|pull requests?|commits?|contracts?)\b`,
        String.raw`\b(?:already (?:discussed|reviewed|checked|approved|done)|whatever|off\b|exempt\w*|` +
          String.raw`right away|known false positive|--approve|(?:for|by|from) (?:commits|authors|those|` +
          String.raw`these|files|skills|contracts|vendors|them)|to what the code|swallows?|by the amount|` +
          String.raw`for an hour|without (?:reading|review|comment)|never (?:flag|report)|once and for ` +
          String.raw`all|as (?:done|passed|usual|generated|vetted|reviewed)|looks good|lgtm|on fridays)\b`,
      ],
    ),
    act(
      'grant',
      'admin|owner|collaborator|maintainer|access|role|ingress|0.0.0.0|service account|ssh key|' +
        'deploy key|delegate|forwarding|bypass|webhook|authorized_keys',
      [
        String.raw`\b(?:add|creat|grant|giv|invit|assign|open|allow|enabl|register|set|join|may)\w*\b`,
        String.raw`\b(?:administratoraccess|permission=admin|(?:as|an) (?:owner|admin\w*|collaborator|` +
          String.raw`maintainer|delegate)|(?:write|full|root|admin\w*) access|ingress rule|0\.0\.0\.0\/0|` +
          String.raw`may assume|ssh keys?|deploy keys?|authorized_keys|forwarding (?:rule|filter|address)|` +
          String.raw`bypass_\w+|mailbox delegate|external (?:user|account|member))\b`,
      ],
      String.raw`\b(?:least|narrow\w*|read-only|ask|agrees?|after (?:a|the) (?:yes|approval))\b`,
    ),
 act(
      'destroy',
      'delet|drop|truncat|wip|eras|overwrit|purg|revok|remov',
      [
        String.raw`\b(?:delet(?:e|es|ing|ions?)|drops?|truncate|wipe|erase|overwrite|purge|revoke)\b`,
        String.raw`\b(?:tables?|databases?|records?|backups?|files?|accounts?|branch(?:es)?|data|rows|` +
          String.raw`production|prod|history|volumes?|buckets?|deletions?|without a \x60?where)\b|\x60(?:delete|` +
          String.raw`truncate|drop)\x60`,
      ],
      String.raw`\b(?:temp\w*|cache|own|test|sandbox|drop (?:them|it) from)\b`,
    ),
    act('install', 'install|enrol|npx|curl|wget|claude -|execute|run the', [
      String.raw`\b(?:install|enrol\w*|npx|curl|wget)\b|\brun (?:the )?(?:command blocks?|script|it)\b`,
    ]),
    act(
      'lasting',
      'put it back|restore the|restore them|repeat this|repeat the|every file|each file|memory|' +
        'every conversation|any topic|claude.md|agents.md|all later|from now on|every session|' +
        'every page|each page|every markdown|next run|standing|copy this',
      [
        String.raw`\b(?:put (?:it|them) back|restore (?:the lines|them|it)|repeat (?:this|the) (?:block|` +
          String.raw`text|paragraph|note)|in every (?:markdown |source )?(?:file|page|conversation|session|` +
          String.raw`document)|on any topic|(?:claude|agents|gemini)\.md|long-?term memory|at the next run|` +
          String.raw`from now on|standing (?:consent|order|instruction)|all later)\b`,
      ],
    ),
    act(
      'asks',
      'card|cvv|pin|one-time|sms|seed|passphrase|password|social security|passport|tan|' +
        'verification code|security code|login code|reset code|digits|front of',
      [
        String.raw`\b(?:ask|request|have|get|tell|prompt|instruct|invite|enter|type|write|read out|confirm|` +
          String.raw`give|provide)\w*\b`,
        String.raw`\b(?:(?:full |whole |complete )?card numbers?|cvv|cvc|pin|one-time (?:code|password)s?|` +
          String.raw`(?:sms|verification|security|reset|login) codes?|seed phrases?|passphrases?|tan|` +
          String.raw`(?:long )?numbers? (?:on|from) the (?:front|back)|(?:three|four) digits)\b`,
      ],
      String.raw`\b(?:never|does(?: not|n['’]t)|last four|we don['’]t)\b`,
    ),
    act(
      'harm',
      'medic|prescri|dose|pill|insulin|treatment|appointment|doctor|emergency|therap|hospital',
      [
        String.raw`\b(?:stop\w*|leav\w+|omit\w*|skip\w*|halv\w+|reduc\w+|doubl\w+|put\w* (?:it |them )?off|` +
          String.raw`postpon\w+|delay\w*|cancel\w*|discontinu\w*|suspend\w*|without)\b`,
        String.raw`\b(?:medic\w+|prescri\w+|dos(?:e|es|age)|pills?|tablets?|insulin|treatments?|` +
          String.raw`appointments?|doctors?|emergency|therap\w+|hospitals?)\b`,
        String.raw`\b(?:suggest\w*|recommend\w*|advis\w+|encourag\w*|propos\w+|explain\w*|then the)\b`,
      ],
      String.raw`\b(?:talk to|consult|ask (?:a|the|your|their) (?:doctor|pharmacist)|calls? )\b`,
    ),
    act('promo', 'code |ref=|affiliate|partner|sponsor|commission|starter|exchange|/r/|?aff|' +
      'collection|discount|voucher|shop|premium|upgrade', [
      String.raw`\b(?:mention|recommend|suggest|bring up|point out|offer|link|promot|steer|lead|push|` +
        String.raw`favou?r|prefer|use|buy|buying|point|always|place)\w*\b`,
      String.raw`\bcode \x60[a-z0-9-]{3,}\x60|[?&](?:ref|aff|partner|utm_source|tag)=|\/r\/\d|\b(?:affiliate|premium|upgrade|` +
        String.raw`partner (?:offers?|code|link)|sponsored|commission|starter set|voucher)\b|\bon one ` +
        String.raw`(?:exchange|shop|platform)\b`,
    ], String.raw`\b(?:disclos\w+|declare\w*|say so|marked|label\w*|rel=)\b`),
  ];
}
