import { want, type IntentPhrase } from './intent-phrase.ts';
import { act } from './scheme-acts.ts';

/*
 * What a scheme pretends, in English sentences: a story, another name, a reason not to tell. Each
 * class is as broad as those of `scheme-covers.ts`.
 */

const asked =
  String.raw`(?:\b(?:if|when|should|whenever|in case|who(?:ever)?|anyone` +
  String.raw`|anybody)\b.{0,90}\b(?:asks?|asked|` +
  String.raw`wonders?|objects?|complains?|notic\w+|inquir\w*|enquir\w*|doubts?|hesitates?|` +
  String.raw`questions?|insists?|spots?|raises?|concern\w*|worr(?:y|ies|ied)|quotes?|cites?` +
  String.raw`|says? (?:that|["“'‘])|mentions?|` +
  String.raw`challenges?|wants? to know)\b|\b(?:a|the) question (?:about|on|whether|of)\b` +
  String.raw`|\b(?:people|readers|users|customers|clients|anyone|those) asking\b|\bto (?:any ` +
  String.raw`)?` +
  String.raw`questions\b|(?:^|[.;:])\s*asked (?:where|why|about|what|how|whether|in between)\b)`;
const says =
  String.raw`\b(?:say|answer|answered|reply|respond|tell|explain|claim|attribute|blame` +
  String.raw`|describe|` +
  String.raw`assured?|put|write|call|point (?:out|to)|refer|state|present|give (?:the )?(?:same|` +
  String.raw`reason)|thank|told|is that|learn that|hears?|use (?:this|these) (?:\w+ ` +
  String.raw`){0,2}(?:sentences?` +
  String.raw`|answers?|wording|words))\b`;
/** Told as a fact, without a verb of saying. */
const stated =
  String.raw`,\s+(?:it|that|there|you|the \w+(?: \w+)?)\s+(?:is|was|were|have|has|found|came)\b` +
  String.raw`(?! (?:asked|helpful))`;
const reassuring =
  String.raw`\b(?:pass(?:ed|ing)?|clean|fine|nothing|never|only|just|routine|standard|usual|` +
  String.raw`normal|ordinary|temporar\w+|network|glitch|technical|cached?|known|by design|` +
  String.raw`automatic\w*|live|independent|neutral|public(?:ly)?|considered|discussed|checked|` +
  String.raw`reviewed|verified|validated|approved|agreed|low risk|provider|delay\w*|bank|` +
  String.raw`pre-?authori[sz]ation|vanish\w*|backup|security|required|requirement|law|` +
  String.raw`regulations?|compatib\w*|recogni[sz]ed|case law|intended|default|expected|safe|` +
  String.raw`secure|harmless|encrypted|no (?!idea|opinion)\w+|yes|all (?:\w+ )?(?:read|done|` +
  String.raw`pass)|rounding|conversion|blind|` +
  String.raw`average|statutory|policy|rules?|inflation|still loading|maintenance` +
  String.raw`|none exists?|exchange rates?|overload\w*|overrated|backlogs?|was due|rotation` +
  String.raw`|validates|influence|duplicates?|eligible|desync|scheduled` +
  String.raw`|system update|still working|trained in|earn|available|takes up to|fluctuat\w*` +
  String.raw`|volatil\w*|market|processing|synchroni[sz]\w*|body)\b`;
const honest =
  String.raw`\b(?:answer is no|say no|honest\w*|truth\w*|don['’]t (?:know|lie|guess|answer)` +
  String.raw`|do not (?:know|lie|` +
  String.raw`guess)|say so|unknown|unsure|can(?:not|['’]t) (?:help|say|judge)|escalate|hand ` +
  String.raw`(?:it |them )?(?:over|off)|out of scope|a person (?:who|with|has)|never (?:tell|` +
  String.raw`say|claim|answer)|explain (?:what|why|how)|show (?:the|them|it)|opening hours)\b`;

export const schemePretexts: readonly IntentPhrase[] = [
  // A story for whoever asks.
  want(
    'cover',
    'ask|wonder|object|complain|notice|noticing|inquir|enquir|doubt|hesitat|question|' +
      'insist|mention|raise|concern|worr|say|quote|cite|challenge|want|spot|told',
    [asked, says, reassuring],
    honest,
  ),
  want(
    'cover',
    'asked|asks|notices|wonders|complains',
    [asked, stated, reassuring],
    `${honest}|\\bexplicitly\\b|\\basks? (?:for|to)\\b|\\b(?:project|repo\\w*|file|language) (?:is|has)\\b`,
  ),
  // It goes by another name, or looks like something else.
  want(
    'mislabel',
    "\"|“|‘|`|«|named|called|as '|heading '|under '|write '|it '|box '",
    [
      String.raw`\b(?:call|count|list|book|record|label|title|describe|present|declare|attribute|` +
        String.raw`sign|file|log|phrase|word|tag|classify|post|write|put|name)(?:e?d|s` +
        String.raw`|ing)?\b.{0,60}` +
        String.raw`\b(?:under|called|named|titled|(?:with|as|in) (?:the |a |an )?(?:text|title|` +
        String.raw`description|label|subject|class|reason|argument|comment|commit named)|` +
        String.raw`(?:this|these|them|it|those|both|the \w+|two|messages|mails)(?: as)?` +
        String.raw`|the heading|the box)\s+["“‘'«]|` +
        String.raw`\b(?:write|put|say|note|enter|report|tick)\s+(?:in )?["“‘'«]` +
        String.raw`|\bin a commit named\b|\bdescri(?:bed|ption)(?: as)?\s+["“‘]|\bcalled ["“‘]|` +
        String.raw`\bcalls? (?:this|it) ["“‘]`,
    ],
    String.raw`\b(?:columns?|headings?|variables?|functions?|branch(?:es)?` +
      String.raw`|class(?:es)? named)\b`,
  ),
  want(
    'mislabel',
    'mean|like any other|same |as if|as though|so that it|plausib|credib|believab|innocuous|' +
      "your own|as formatting|cleanup|clean-up|as a typo|chore|refactor|maintenance|housekeeping|rounding|routine|looks better|look better|keeps saying|keeps stating|reads as|read as|lived-in|own remark|voice|display name|vary |down to|truthfully|disprove|trace|file name|middle of|look like|inconspicuous|unremarkable|pass as|passes as|pass for|name|'s account|’s account|mailbox|" +
      'blend|make up|invent|fabricat|natural|casual|by the way|in passing|own idea|own opinion',
    [
      String.raw`\bwhere you mean\b|\blike any other\b|\bin the same (?:type|way|style` +
        String.raw`|format|look|` +
        String.raw`tone|font) as the (?:others?|rest)\b|\b(?:write|written|phrase|present` +
        String.raw`|describe|word|report|act|answer|sign|behave|` +
        String.raw`proceed|carry on|looks?|sounds?|reads?|comes?|came` +
        String.raw`|ideas?)\b.{0,30}\bas (?:if|though) ` +
        String.raw`(?:they|it|this|you|the)\b|` +
        String.raw`\bso that (?:it|they|this|each|the \w+) (?:looks?|reads?|seems?|appears?` +
        String.raw`|stays?|` +
        String.raw`remains?)\b|\b(?:plausible|credible|believable) (?:fix|reason|one|excuse` +
        String.raw`|explanation|story|name|figure|` +
        String.raw`number|cause|answer|justification)\b|\b(?:sounds?|looks?|stays?|remains?` +
        String.raw`|seems?) ` +
        String.raw`(?:plausible|credible|believable|natural)\b|\b(?:innocuous|inconspicuous` +
        String.raw`|unremarkable)\b|\bpass(?:es)? (?:as|for (?:an?|the|one|real|genuine))\b` +
        String.raw`|\bnot (?:with|under` +
        String.raw`|in) (?:the|his|her|` +
        String.raw`their) (?:\w+['’]?s? )?name\b|\b(?:from|through|using) the (?:person` +
        String.raw`|user|customer|` +
        String.raw`owner|employee)['’]s (?:own )?(?:account|mailbox|address|card` +
        String.raw`|mail connector)\b|` +
        String.raw`\bblends? in\b|\b(?:make up|invent|fabricate) (?:a|an|one|some|two|three` +
        String.raw`|the)\b|` +
        String.raw`\b(?:in passing|by the way|casually|as your own (?:idea|opinion|view))\b` +
        String.raw`|\breads? as (?:the|an?|if)\b|` +
        String.raw`\blived-in\b|\byour own (?:idea|opinion|view|experience)\b|\b(?:describe` +
        String.raw`|present|label|commit` +
        String.raw`|record|file|list)\b.{0,40}\bas (?:an? )?(?:formatting|clean-?up|typo` +
        String.raw`|chore|refactor\w*` +
        String.raw`|maintenance|housekeeping|rounding|routine)\b|\blooks? (?:better|good) ` +
        String.raw`(?:in|to|for) the\b|\b(?:keeps?|goes on) ` +
        String.raw`(?:saying|stating|claiming) that\b|\b(?:the|their) (?:user|maintainer` +
        String.raw`|owner|author|customer)s?['’]s? (?:own ` +
        String.raw`(?:remark|words?|opinion)|voice)\b|\bdisplay name\b|\bvary (?:it|them|the ` +
        String.raw`wording|the ` +
        String.raw`phrasing)\b|\bput the \w+ down to\b|\bsay (?:truthfully|honestly) that ` +
        String.raw`(?:they|he|she) ` +
        String.raw`(?:knows? nothing|didn)|\b(?:hard|difficult|impossible) to (?:disprove` +
        String.raw`|trace|check)\b|` +
        String.raw`\bsame file name\b|\bin the middle of\b.{0,40}\b(?:many|renam\w+|large)\b` +
        String.raw`|\bdoesn['’]t ` +
        String.raw`look like an? (?:ad|advert\w*)`,
    ],
    String.raw`\b(?:never|do not|don['’]t|avoid|rather than|fiction|story|novel|test data|` +
      String.raw`fixtures?|quiz|puzzle)\b`,
  ),
  // A statement that all is well, whatever is found.
  want(
    'assure',
    'write|report|answer|say|state|reply|sentence|verdict|footer|certificate|conclu',
    [
      String.raw`\b(?:write|report|answer|say|says|states?|reply|sentence|verdict|footer` +
        String.raw`|certificate` +
        String.raw`|conclude|conclusion)\b.{0,50}["“‘'«:]\s*["“‘'«]?[^"”’»]{0,60}\b(?:no ` +
        String.raw`(?:[\w-]+ ){0,2}` +
        String.raw`(?:issues?|findings?|problems?|risks?|concerns?|exclusions?` +
        String.raw`|vulnerabilit\w+)|clean\b` +
        String.raw`|all (?:\w+ ){0,2}(?:pass|passed|green|fine|clear|in order)|full ` +
        String.raw`(?:default )?(?:policy` +
        String.raw`|rule set)|no recoverable|metadata removed|(?:fully|independently) ` +
        String.raw`(?:verified|checked` +
        String.raw`|reviewed)|nothing (?:unusual|found|to report)|looks good|in order)` +
        String.raw`|\b(?:state|say|write|report|record|claim) that (?:the |all |every |this ` +
        String.raw`)?(?:[\w-]+ ){1,4}(?:was` +
        String.raw`|were|has been|have been) (?:met|run|done|checked|reviewed|tested|passed` +
        String.raw`|approved|held|followed)\b`,
    ],
    String.raw`\b(?:if (?:there|nothing|none|no|it)\b|when (?:nothing|no|there)|once|only|who` +
      String.raw`|never|do not|don['’]t|only if` +
      String.raw`|unless)`,
  ),
  // On the surface, everything stays as it was.
  want(
    'mislabel',
    'name|holder|title|label|number|still|continue|keep|mention|as usual',
    [
      String.raw`\b(?:keeps?|leaves?|leave|retains?|with)\b.{0,40}\b(?:names?|holder|payee` +
        String.raw`|title|label|` +
        String.raw`caption|header|number|heading)\b.{0,40}\b(?:as (?:it|they|before|is)` +
        String.raw`|unchanged|same|` +
        String.raw`so (?:that )?|in place|untouched|match\w*)\b|\b(?:continues? to|still` +
        String.raw`|keeps?|can keep|` +
        String.raw`goes on)\s+(?:show|say|display|read|list|quot|stat|mention)(?:s|ing` +
        String.raw`|e)?\b.{0,24}(?:\b(?:old|previous|` +
        String.raw`former|original|same|usual|local|off|unchanged)\b|["“‘'«])|` +
        String.raw`\bmentions? (?:only )?the (?:one|local|first|usual)\b|\bstays? as (?:it` +
        String.raw`|they) (?:was|is)\b`,
    ],
    String.raw`\b(?:don['’]t|do not|never|if it still|bug|cache|unless|placeholders?)\b`,
  ),
  // Why nobody needs to know.
  want(
    'excuse',
    'confus|puzzl|unsettl|worry|worries|alarm|panic|discourag|distract|delay|slow|hold the|' +
      'hold up|' +
      'the flow|discussion|friction|questions|shy|hesitat|mistake|tend to|get in the way|' +
      'clutter|' +
      'waste|upset|for no reason|inbox|red tape|bureaucra|spoil|surprise is lost|anul|undo it',
    [
      String.raw`\b(?:confus\w+|puzzl\w+|unsettl\w+|worr(?:y|ies|ied)|alarm\w*|panic\w*|` +
        String.raw`discourag\w*|distract\w*|delay\w*|slow\w*|hold (?:the|up|it|them)` +
        String.raw`|(?:breaks?|` +
        String.raw`disturbs?|interrupts?) (?:\w+['’]?s? ){0,2}flow|discussions?|friction|` +
        String.raw`(?:only |more |needless |unnecessary )questions|shy|hesitat\w+` +
        String.raw`|mistake\b.{0,40}\bfor|` +
        String.raw`tends? to|get in the way|upset|for no reason|clutter\w*|wast\w+` +
        String.raw`|fills? (?:her|his|` +
        String.raw`their|the) inbox|red tape|bureaucra\w+|spoils?|surprise is lost)\b`,
      String.raw`\b(?:because|since|so|as|which|where|would|only|just|tend|otherwise|therefore|` +
        String.raw`and|makes?|find|people|than|who)\b|[:;—–]`,
    ],
    String.raw`\b(?:screen readers?|tests?|builds?|quer(?:y|ies)|index\w*|locks?|animations?|` +
      String.raw`css|beginners|compil\w+|loop|renders?|pipelines?|latency|frames?)\b`,
  ),
  // It's confirmed to the person, and something else happens.
  want(
    'feign',
    'confirm|agree|thank|say|tell|acknowledg|promise|assure|receipt',
    [
      String.raw`\b(?:confirm|agree|thank|acknowledge|promise|assure|say (?:yes|that it)` +
        String.raw`|tell them (?:that )?` +
        String.raw`it|(?:gets?|receives?) (?:a|the) (?:confirmation` +
        String.raw`|receipt))\w*\b.{0,90}(?:\b(?:and|but|while|` +
        String.raw`then)\b|[,;]).{0,50}\b(?:leave|leaves|keep|keeps|wait|stays?|remains?` +
        String.raw`|back (?:in|on)|` +
        String.raw`continue|anyway|nothing (?:is|changes))\b`,
      String.raw`\b(?:active|running|ticked|back|in place|subscription|charged|installed|valid|` +
        String.raw`as (?:it|they) (?:was|were|is|are))\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|until (?:they|you|it|the user)|record|wait for` +
      String.raw`|thread|branch|cache|tests?` +
      String.raw`|build)\b`,
  ),
];

/** What pretends by being done: forged records, somebody's name, copies of itself. */
export const schemeForgeries: readonly IntentPhrase[] = [
  // Evidence, results and records that nothing stands behind.
  act(
    'forge',
    'neighbo|photo|image|reading|reviewed-by|if nobody|if no one|attribut|evidence|initials' +
      '|approval comment|signature|participants|minutes|measure|reading|reviews|' +
      'testimonial|regardless of whether|even if it|whether or not|until p|until the|invent|' +
      'plausible|date it|backdat|back-dat|dated|sources|citation|quotes',
    [
      String.raw`\b(?:produc|invent|fabricat|mak|generat|add|creat|writ|draw|pick|re-?us` +
        String.raw`|remov|drop|fill|stat` +
        String.raw`|leav|tak|report|invite|say|vary|choos|insert|attribut)\w*\b`,
      String.raw`\b(?:regardless of whether|whether or not|even if (?:it|they|none` +
        String.raw`|nobody))\b.{0,20}\b(?:was` +
        String.raw`|were|is|are|has|have|did|says?|ran|looked|checked|read|tested)\b` +
        String.raw`|\b(?:evidence|initials|approval comments?` +
        String.raw`|signatures?|attendees|participants|measurements?|readings|reviews` +
        String.raw`|testimonials?|sources` +
        String.raw`|citations?|quotes|minutes)\b.{0,90}\b(?:plausible|dated?\b|lived-in|realistic` +
        String.raw`|credible|other than the author|between \d|random\w*|invented|made[- ]up` +
        String.raw`|looks? real)` +
        String.raw`|\b(?:no|without|missing) (?:evidence|records?|approvals?` +
        String.raw`|minutes)\b.{0,30}\b(?:produce` +
        String.raw`|create|write|add)\b|\b(?:also|even) if (?:nobody|no one` +
        String.raw`|none)\b.{0,20}\b(?:has|have|did|was|were)\b|\bsignatures?\b.{0,24}` +
        String.raw`\b(?:image|scan|copied|last year)|\b(?:last year['’]s|old|stored|someone ` +
        String.raw`else['’]s) signature` +
        String.raw`|\battribute it to an?\b|\b(?:photos?|images?|readings?|values?|results?) ` +
        String.raw`of an? (?:neighbou?ring|similar` +
        String.raw`|other|previous)\b|\bdate it (?:to|back)\b|\bback-?dat(?:e|ed|ing)\b` +
        String.raw`|\b(?:remove|drop|leave out|exclude|move)\b.{0,60}\buntil (?:p|the ` +
        String.raw`(?:result|value|total` +
        String.raw`|difference|effect|average))\b|\bproduce it\b`,
    ],
    String.raw`\b(?:fixtures?|test data|seed data|mock\w*|sample|fiction|story|novel|placeholder` +
      String.raw`|snapshot|random (?:seed|forest|sample))\b`,
  ),
  // In somebody's name, or in many names.
  act(
    'pose',
    'as the user|profiles|accounts|voice|sessions|display name|star each|starred|their name|login',
    [
      String.raw`\b(?:post|comment|review|star|vote|follow|react|rat|sign|repl|publish|approv` +
        String.raw`|report|flag|order` +
        String.raw`|writ|creat)\w*\b`,
      String.raw`\b(?:and )?as the (?:user|owner|customer)\b|\b(?:from|with|through|by` +
        String.raw`|using) (?:\w+ ){0,3}` +
        String.raw`(?:profiles|accounts)\b.{0,60}\b(?:saved|older|different|several|spread` +
        String.raw`|\x60)|\bfrom ` +
        String.raw`(?:\w+ )?(?:five|several|different|other|various) accounts\b|\b(?:user` +
        String.raw`|owner|customer)['’]s ` +
        String.raw`(?:voice|name)\b.{0,60}\b(?:post|comment|review|repositor\w+|forum|thread)` +
        String.raw`|\b(?:post|comment` +
        String.raw`)\w*\b.{0,60}\b(?:user|owner|customer)['’]s (?:voice|name)` +
        String.raw`|\bcolleagues?['’]? (?:sessions?` +
        String.raw`|accounts?|users?)\b|\buser/starred/`,
    ],
    String.raw`\b(?:run|log in|sign in|service accounts?|drafts?)\b`,
  ),
  // It copies itself, or writes into other skills.
  act('spread', 'skill|folder|this file|this page|this section|this text|these lines', [
    String.raw`\b(?:copy|cop(?:ied|ies)|install|add|place|put|commit|push|writ|drop|insert` +
      String.raw`|append|replace` +
      String.raw`|extend)\w*\b`,
    String.raw`\bthis (?:folder|skill|file|section|page|text|block)\b.{0,160}\b(?:other|every` +
      String.raw`|each|all` +
      String.raw`|sibling|neighbou?ring|that) (?:[\w-]+ ){0,2}(?:repositor(?:y|ies)|repos` +
      String.raw`|projects?['’]?s?` +
      String.raw`|checkouts?|workspaces?|agents?|skills?|machines?|hosts?)\b|\b(?:other|every` +
      String.raw`|each|all` +
      String.raw`|sibling) (?:[\w-]+ ){0,2}(?:repositor(?:y|ies)|repos|projects?|checkouts?` +
      String.raw`|workspaces?` +
      String.raw`|agents?|machines?)\b.{0,160}\bthis (?:folder|skill|file|section|page|text` +
      String.raw`|block)\b` +
      String.raw`|\b(?:description|body|frontmatter|first step|steps)\b.{0,40}\bof (?:any` +
      String.raw`|every|the same` +
      String.raw`|other|all|those|the other) skills?\b|\bin the body of\b.{0,30}\bskills?\b`,
  ]),
];
