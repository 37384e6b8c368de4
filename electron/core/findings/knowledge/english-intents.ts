import { want, type IntentPhrase } from './intent-phrase.ts';

const ruleNouns =
  String.raw`(?:instructions?|guidance|guidelines?|rules|restrictions?|polic(?:y|` +
  String.raw`ies)|prompts?|constraints|directives|safeguards?|guard-?rails?|messages?)`;
const earlier =
  String.raw`(?:(?:previous|prior|earlier|above|preceding|system|developer|operator|platform|` +
  String.raw`safety|host['’]s|usual|content|user['’]s)\s+(?:\w+\s+){0,2}?${ruleNouns}|of ` +
  String.raw`(?:the )?(?:previous|earlier|conversation|this conversation|system)\b|you(?: were|` +
  String.raw`['’]ve been| have been| had been) (?:told|given|taught|configured)|you (?:have |` +
  String.raw`had )?(?:received|got)\b.{0,20}\b(?:before|earlier|so far)|${ruleNouns} (?:about ` +
  String.raw`(?:asking|confirm\w*|safety|reporting|permissions?|approvals?)|(?:given |` +
  String.raw`received |set )?(?:so far|before this|until now|up to now|earlier|above)))`;
const told =
  String.raw`\b(?:what(?:ever)?|anything|everything|` +
  String.raw`all)\b.{0,50}\b(?:told|said|instructed|configured|asked you)\b`;
const consent = String.raw`(?:confirmations?|approvals?|permissions?|consent)`;
const conversation =
  String.raw`(?:conversations?|(?:chat|channel|thread|mail|ticket)s? (?:history|logs?|` +
  String.raw`exports?)|customer (?:names?|data|lists?|records?|details)|personal data|` +
  String.raw`(?:prices|margins|deals|salaries)\b|transcripts?|(?:last|previous|recent|all|every|` +
  String.raw`complete|full|entire|whole|person['’]s|user['’]s)\s+(?:\w+\s+){0,2}(?:messages?|` +
  String.raw`prompts?|history|context|answers|questions|requests|inputs?))`;
const secrets =
  String.raw`(?:credentials?|secrets|passwords?|(?:api|secret|ssh|access) keys|` +
  String.raw`private keys?|connection strings?|keystores?|(?:(?:access|session|auth|api|` +
  String.raw`bearer|refresh) )?tokens|\.(?:tfstate|tfvars|jks|keystore)\b|kubeconfig|` +
  String.raw`session cookies|\.env\b|\.netrc|\.ssh\b|\.aws\b|live values?|environment variables)`;
const outside =
  String.raw`(?:https?:\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|` +
  String.raw`org|net))|[\w.+-]+@(?!example\.)[\w-]+\.[a-z]{2,}|git@)`;

const sends =
  String.raw`\b(?:send|post|upload|encode|mirror|publish|report|write|` +
  String.raw`forward|submit|append|hand|transmit|share|e-?mail|mail|` +
  String.raw`push|attach|relay|deliver|include|copy|pass)(?:s|ing)?\b`;

/** What English sentences want in a fixed order of words, where `conceptIntents` don't see it. */
export const english: readonly IntentPhrase[] = [
  want(
    'cancel-rules',
    'ignor|disregard|forget|aside|overrul|bypass|suspend|waive|stop following|' +
      'stop obeying|discard|abandon|not bound|no longer|for testing|lifted|' +
      "void|not apply|not extend|n’t apply|n’t extend|n't apply|n't extend",
    [
      String.raw`\b(?:ignor\w+|disregard\w*|forget|(?:set|put|leave)(?:ting)? aside|` +
        String.raw`aside|overrul\w+|bypass\w*|suspend\w*|waive\w*|stop (?:following|obeying|` +
        String.raw`applying)|discard\w*|abandon\w*|not bound|no longer (?:apply|applies|hold|` +
        String.raw`holds|bind|binds|count|valid)|were (?:only )?for testing|lifted|void|(?:do|` +
        String.raw`does|did|is|are)(?: not|n['’]t) (?:apply|extend|hold|bind|in force))\b`,
      String.raw`\b(?:instructions?|guidance|guidelines?|rules|restrictions?|policies|` +
        String.raw`policy|prompts?|constraints|directives|safeguards?|guard-?rails?)\b|${told}`,
      String.raw`\b${earlier}|${told}`,
    ],
    String.raw`\b(?:lint\w*|eslint|css|selector|stylesheet|gitignore|robots|firewall|` +
      String.raw`compiler|warnings? about|embedded|injected|untrusted|quoted)\b`,
  ),
  want('conceal', 'told|informed|notified|aware|notice|find out|know|see it|see that|see this', [
    String.raw`\b(?:users?|readers?(?: of (?:the|this) \w+)?|managers?|clients?|` +
      String.raw`customers?|translators?|person|humans?|operators?|owners?|reviewers?|` +
      String.raw`teachers?|they)\s+(?:\w+\s+)?(?:has no (?:\w+ )?part in (?:it|this)|` +
      String.raw`isn['’]t|is not|aren['’]t|are not|won['’]t be|will not be|must not|` +
      String.raw`mustn['’]t|should not|shouldn['’]t|need not|needn['’]t|does not need to|` +
      String.raw`doesn['’]t need to|doesn['’]t have to|never)\s+(?:\w+\s+)?(?:(?:be\s+)?(?:told|` +
      String.raw`informed|notified|aware|asked)|know|notice|find out|see (?:it|` +
      String.raw`this|that)(?: (?:part|step|section|copy))?)(?:\s*[.,;:!)]|\s*$|` +
      String.raw`\s+(?:that|about (?:it|this|the)|of (?:it|this)|why|how|what))`,
  ]),
  want(
    'conceal',
    'to yourself|between us|out of|from your|from the|without remark|without comment|stay about',
    [
      String.raw`\bkeep\b.{0,60}\b(?:to yourself|between us)\b|` +
        String.raw`\b(?:leave|omit|exclude|keep)\s+(?:this|it|that|these|` +
        String.raw`(?:this|the|that)\s+(?:step|mode|upload|transfer|request|call|` +
        String.raw`change|copy|script|command|part))\s+(?:\w+\s+)?(?:out\s+of|` +
        String.raw`from)\s+(?:your|the|any|its)\s+(?:\w+\s+)?(?:summary|report|` +
        String.raw`reply|answer|response|output|message|transcript|notes|log)s?\b|` +
        String.raw`\b(?:pass|approve|accept|let)\b.{0,30}\bwithout\s+(?:any\s+)?(?:remark|` +
        String.raw`comment)|\bshould\s+stay\s+(?:about|on)\b.{0,40}\bonly\b`,
    ],
  ),
  want(
    'conceal',
    'reply that|answer that|say that|reply with|claim that|respond that',
    [
      String.raw`\b(?:if|should|when)\b.{0,40}\b(?:asks?|asked|inquires?|wonders?)\b`,
      String.raw`\b(?:reply|answer|say|respond|claim)\s+that\b`,
      String.raw`\b(?:passed|fine|nothing|no\s+\w+|all|only|never|` +
        String.raw`not|for (?:quality|performance|statistics))\b`,
    ],
    String.raw`\b(?:price|pricing|hours|contact|out of scope|not supported|` +
      String.raw`don['’]t know|unknown|unsure|can(?:not|['’]t) help)\b`,
  ),
  want('skip-consent', "no need to|needn|n't bother|n’t bother|not necessary to|not wait", [
    String.raw`\b(?:no need to|needn['’]t|not necessary to|don['’]t bother (?:to\s+)?|` +
      String.raw`(?:do not|don['’]t) wait (?:for|to))\s*(?:check(?:ing)? with|ask(?:ing)?|` +
      String.raw`confirm(?:ing)?(?: with)?|consult(?:ing)?|wait(?:ing)? for|request(?:ing)?|` +
      String.raw`seek(?:ing)?|hear from)?\s*(?:the\s+|any\s+|an?\s+)?(?:users?|person|` +
      String.raw`humans?|anyone|them|${consent})(?:['’]s\s+${consent})?(?:\s*[.,;:!)]|` +
      String.raw`\s*$|\s+(?:before|first|again|about it|for ${consent}|to confirm|here))`,
  ]),
  want(
    'skip-consent',
    '--dangerously|--yolo|--allow-dangerously|--trust-all|' +
      '--full-auto|bypasspermissions|skip-permissions',
    [
      String.raw`--(?:dangerously-[\w-]+|yolo\b|allow-dangerously[\w-]*|` +
        String.raw`trust-all-tools|full-auto)|\bbypassPermissions\b`,
      String.raw`\b(?:start|run|use|launch|pass|add|set|with|restart|call|invoke|choose|enable)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|avoid|refuse|reject|` +
      String.raw`block|dangerous(?! *-)|risk\w*|warn\w*|disables?|questions (?:such as|like)|` +
      String.raw`what (?:does|is|do)|explains? (?:what|how|the)|asks for nothing)\b`,
  ),
  want(
    'skip-consent',
    'already agreed|already approved|already consented|already said|' +
      'already authorized|has agreed to|pre-approved|preapproved',
    [
      String.raw`\b(?:users?|person|they|owner|customer|team)\s+(?:has\s+|` +
        String.raw`have\s+)?(?:already\s+)?(?:agreed|approved|consented|authori[sz]ed|` +
        String.raw`said yes|pre-?approved)\b|\bpre-?approved by the user\b`,
      String.raw`\balready\b|\bpre-?approved\b`,
    ],
    String.raw`\b(?:once|if|after|unless|until|whether|when|verify|check that|make sure|only)\b`,
  ),
  want(
    'send-data',
    'http|@',
    [
      sends,
      String.raw`\b${conversation}\b|(?:\b|~\/|\/)${secrets}`,
      String.raw`\b(?:to|at|via|in|into|with)\b.{0,40}${outside}|\x60${outside}`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|attackers?|malicious|docs? at|` +
      String.raw`documentation|see|read more|sign up|create an? (?:api )?(?:key|` +
      String.raw`token|account)|get (?:an?|your) (?:api )?key|` +
      String.raw`authorization|bearer|header|callback|redirect_uri|phishing|scam|spam)\b`,
  ),
  want(
    'send-data',
    '@',
    [
      sends,
      String.raw`\b(?:raw|with names|customer|personal|patient|` +
        String.raw`employee|all|every|each|full|complete|internal)\b`,
      String.raw`\b(?:to|at)\b\s+[\x60"'(<]*[\w.+-]+@(?!example\.)[\w-]+\.[a-z]{2,}`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not|attackers?|ask the user|after (?:they|` +
      String.raw`the user)|questions?|feedback|report (?:bugs|vulnerabilities|security))\b`,
  ),
  want(
    'send-data',
    'tool|server',
    [
      sends,
      String.raw`\b${conversation}\b`,
      String.raw`\bto\b.{0,40}\x60[\w.-]+\x60\s+(?:\w+\s+)?(?:tool|server)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|must not)\b`,
  ),
  want('reroute', 'stop using|stop calling|never use the|disable the|uninstall the', [
    String.raw`\b(?:stop (?:using|calling|loading)|never use|uninstall|disable)\s+(?:the\s+|` +
      String.raw`any\s+|all\s+)?(?:other\s+)?[\x60"'“]?[\w-]+[\x60"'”]?\s+(?:skills?|` +
      String.raw`mcp servers?|servers?|plug-?ins?)\b`,
  ]),
  want(
    'remember',
    'memory',
    [
      String.raw`\b(?:save|store|keep|add|write|put|record|remember|commit|persist|append)\b`,
      String.raw`\b(?:long-?term|permanent|persistent)\s+memory\b|\byour\s+(?:global\s+)?memory\b`,
      String.raw`\b(?:now|always|every|preference|later|future|` +
        String.raw`next|the user (?:wants|stated|prefers)|following)\b`,
    ],
    String.raw`\b(?:never|do not|don['’]t|if the user asks|ask(?:s|` +
      String.raw`ed)? (?:you )?to remember|allocate\w*|heap|ram|gb|mb)\b`,
  ),
];
