import { games, isAbout } from '../knowledge/about.ts';
import { hitsOf } from '../knowledge/intents.ts';
import { pattern } from '../pattern.ts';
import { isShown, phrases, plainProseOf, sourceOf } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { grantedRights } from '../knowledge/agent-rights.ts';

const orders = pattern(
  ['ignor', 'disregard', 'forget', 'overrid', 'bypass', 'supersede', 'discard', 'abandon'],
  String.raw`\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|es|ing)|` +
    String.raw`bypass(?:ing)?|supersedes?|discard|abandon)\s+` +
    String.raw`(?:(?:all|any|every|each|of|the|your|my|our|these|those|this|that|what|and|` +
    String.raw`other)\s+){0,4}` +
    String.raw`(?:(?:previous|prior|earlier|above|preceding|existing|initial|original|former|` +
    String.raw`system|developer|safety|security|user'?s?|default|current|` +
    String.raw`built-?in)[\s,/-]+(?:(?:or|and)\s+)?){1,3}` +
    String.raw`(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?|polic(?:y|` +
    String.raw`ies)|messages?|context|orders?|commands?|restrictions?|guard-?rails?|safeguards?)\b`,
);

export const override = rule({
  id: 'P01',
  family: 'steering',
  severity: 'high',
  title: 'Tells the model to ignore earlier instructions',
  why:
    'A skill should add to what you asked for. One that cancels it takes your place, or that ' +
    'of the app that runs the model.',
  confusedWith:
    'Security skills that quote such text, and prompts that say when their own notes no ' +
    'longer apply.',
  *look(document): Iterable<RuleHit> {
    const plain = plainProseOf(document);
    const said = [...orders.all(plain.text)].map((match) => {
      const place = sourceOf(plain, match);
      return { ...place, ...(isShown(document, place.start) ? { role: 'example' as const } : {}) };
    });
    yield* hitsOf(document, 'cancel-rules', said);
  },
});

const person =
  String.raw`(?:the\s+|your\s+|any\s+)?(?:users?|humans?|person|operators?` +
  String.raw`|owners?|reviewers?|developers?|anyone)`;
const acts =
  String.raw`(?:this|these|that|it|about|of|what|the\s+(?:command|script|request` +
  String.raw`|upload|step|hook|download|change|call|transfer|action|process|file` +
  String.raw`|instruction)s?)`;

const concealments = pattern(
  [
    'tell',
    'inform',
    'notify',
    'alert',
    'mention',
    'reveal',
    'disclos',
    'silently',
    'quietly',
    'secretly',
    'covertly',
    'hidden',
    'hide',
    'conceal',
    'without',
    'must not',
    'should not',
    'aware',
    'in secret',
    'surreptitiously',
    'stealthily',
    'invisible',
    'report',
    'show',
    'display',
    'keep',
    'know',
    'notice',
    'find out',
    'learn',
    'told',
    'notif',
  ],
  String.raw`\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|shouldn['’]t|avoid|` +
    String.raw`refrain\s+from|without)\s+(?:ever\s+)?(?:tell|telling|inform|informing|notify|` +
    String.raw`notifying|alert|alerting|reveal(?:ing)?\s+to|disclos(?:e|` +
    String.raw`ing)\s+to)\s+${person}\s+(?:that\s+you|${acts})\b` +
    String.raw`|\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|avoid|` +
    String.raw`without)\s+(?:ever\s+)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|` +
    String.raw`report(?:ing)?|show(?:ing)?|` +
    String.raw`display(?:ing)?)\s+(?:${acts}\s+)(?:\w+\s+){0,3}?(?:to\s+${person}\b|in\s+(?:your|` +
    String.raw`the|any)\s+(?:response|reply|answer|summary|output|report)s?\b)` +
    String.raw`|\b(?:users?|humans?|person|operator|reviewer)s?\s+(?:must|should|need)\s*(?:not|` +
    String.raw`n['’]t|never)\s+(?:be\s+(?:told|informed|notified|made\s+aware|aware)|know|notice|` +
    String.raw`find\s+out|learn)\b` +
    String.raw`|\bwithout\s+(?:the\s+)?(?:users?|humans?|person` +
    String.raw`|operator)['’]?s?\s+(?:knowledge|awareness|noticing|knowing|consent|permission` +
    String.raw`|being\s+(?:told|aware|informed|asked))\b` +
    String.raw`|\bwithout\s+(?:ever\s+)?(?:telling|informing|notifying|` +
    String.raw`alerting)\s+${person}\s*,\s*(?:run|execute|send|upload|post|copy|read|append|` +
    String.raw`download|install|fetch|write|modify|call)\b` +
    String.raw`|\b(?:silently|quietly|secretly|covertly|surreptitiously|stealthily)\s+(?:run|` +
    String.raw`execute|send|upload|post|copy|exfiltrate|collect|read|append|include|add|forward|` +
    String.raw`install|download|transmit|record|insert|write|fetch|make|modify|call)\b` +
    String.raw`|\b(?:hide|conceal|keep)\s+(?:\w+\s+){1,5}?(?:hidden\s+|secret\s+|` +
    String.raw`invisible\s+)?from\s+${person}\b` +
    String.raw`|\b(?:hidden|invisible|concealed)\s+(?:from|to)\s+${person}\b`,
);

/** P02. */
export const concealment = rule({
  id: 'P02',
  family: 'steering',
  severity: 'high',
  title: 'Tells the model to hide something from you',
  why: 'A skill that hides what it does takes away the one person who could stop it: you.',
  confusedWith:
    'Style advice ("do not show raw JSON to the user") and programs that fail quietly. What ' +
    'matters is whether an action is hidden.',
  *look(document) {
    const isGame = isAbout(document, games);
    for (const hit of hitsOf(document, 'conceal', [...phrases(document, concealments)]))
      yield isGame ? { ...hit, severity: 'medium' } : hit;
  },
});

const consent = String.raw`(?:confirmation|approval|permission|consent)`;
const act =
  String.raw`(?:run|execute|proceed|continue|delete|remove|apply|go\s+ahead|perform` +
  String.raw`|send|install|commit|push|make|carry\s+on|carry\s+out|do\s+(?:it|this` +
  String.raw`|so)|start|write|overwrite|transfer|submit|publish|post|deploy|call` +
  String.raw`|use|act)`;

const skips = pattern(
  ['confirm', 'approv', 'permission', 'consent', 'safety', 'auto', 'agreed', 'authori', 'grant'],
  String.raw`\b(?:skip|bypass|never|do\s+not|don['’]t|no\s+need\s+to|` +
    String.raw`avoid)\s+(?:\w+\s+){0,2}?(?:ask(?:ing)?|request(?:ing)?|wait(?:ing)?` +
    String.raw`|prompt(?:ing)?|` +
    String.raw`seek(?:ing)?)\s+(?:(?:the\s+)?users?\s+)?(?:for\s+)?(?:the\s+|` +
    String.raw`any\s+)?(?:users?['’]?s?\s+)?${consent}\b` +
    String.raw`|\b${act}\b[^.\n:;|]*?\bwithout\s+(?:ever\s+)?(?:asking|requesting|waiting|` +
    String.raw`prompting|seeking)\s+(?:(?:the\s+)?users?\s+)?(?:for\s+)?(?:the\s+|` +
    String.raw`any\s+)?(?:users?['’]?s?\s+)?${consent}\b` +
    String.raw`|^[ \t>*\d.)-]*(?:always\s+)?(?:skip|bypass|disable|suppress|` +
    String.raw`circumvent)\s+(?:\w+\s+){0,2}?(?:confirmation|approval|permission|consent|` +
    String.raw`safety)\s+(?:prompts?|dialogs?|checks?|requests?|steps?|gates?|questions?)\b` +
    String.raw`|^[ \t>*\d.)-]*(?:always\s+)?(?:auto-?|automatically\s+)(?:approve|accept|confirm|` +
    String.raw`allow|grant)\s+(?:all|any|every|each|the|these|this)\b` +
    String.raw`|\b(?:the\s+)?user\s+(?:has|have)\s+(?:already\s+)?(?:pre-?)?(?:approved|` +
    String.raw`authori[sz]ed|consented\s+to|agreed\s+to|granted)\s+(?:all|any|every|everything)\b`,
);
const agents =
  /^(?:claude|codex|gemini|cursor-agent|copilot|opencode|amp|aider|q|goose|qwen|crush)$/;
const flags =
  /^--?(?:dangerously-skip-permissions|dangerously-bypass-[\w-]+|allow-dangerously-[\w-]+|yolo|full-auto|trust-all-tools|dangerously-allow-all|allow-all-tools|yes-always|permission-mode=bypassPermissions|approval-mode=yolo|ask-for-approval=never)$/;
const installers =
  /^(?:apt|apt-get|dnf|yum|pacman|zypper|brew|choco|winget|conda|npx|npm|pip|pip3)$/;

/** P08. */
export const confirmation = rule({
  id: 'P08',
  family: 'steering',
  severity: 'high',
  title: 'Skips asking for your confirmation',
  why:
    'The prompt before a command is your last chance to say no. Text that removes it decides ' +
    'for you.',
  confusedWith:
    'Documentation of such a setting is ignored. Installers run with `-y` are rated low.',
  *look(document) {
    for (const { name, args, start, end } of document.commands) {
      const words = args.map(({ text }) => text);
      const bypasses =
        words.some((word) => flags.test(word)) ||
        words.some(
          (word, index) => word === '--permission-mode' && words[index + 1] === 'bypassPermissions',
        );
      if (agents.test(name) && bypasses) yield at({ start, end });
      else if (installers.test(name) && words.some((word) => /^-(?:y|-yes)$/.test(word)))
        yield at({ start, end }, { severity: 'low' });
    }
    for (const match of grantedRights(document)) yield at(match);
    yield* hitsOf(document, 'skip-consent', [...phrases(document, skips)]);
  },
});

const claims = pattern(
  [
    'skill',
    'tool',
    'before any',
    'before every',
    'every task',
    'every response',
    'every message',
    'every conversation',
    'every session',
    'all other',
    'precedence',
    'priority',
  ],
  String.raw`\b(?:always|must|should|you\s+must|required\s+to)\s+(?:\w+\s+){0,2}?(?:use|invoke|` +
    String.raw`call|run|load|activate|consult|trigger|execute|read)\s+(?:this|the)\s+(?:skill|` +
    String.raw`tool)\s+(?:\w+\s+){0,2}?(?:before|for|on|at|in|after|` +
    String.raw`first)\s+(?:\w+\s+){0,3}?(?:any|every|each|all|other)\b` +
    String.raw`|\b(?:before|for|on|in|after|with|at\s+the\s+(?:start|beginning` +
    String.raw`|end)\s+of)\s+(?:every|each|all|any)\s+(?:single\s+|other\s+|user\s+)*(?:task` +
    String.raw`|response|message|conversation|session|request|repl(?:y|ies)|answer` +
    String.raw`|interaction|turn|prompt|tool\s+call)s?\b[^.\n]*?\b(?:(?:invoke|use|run|call` +
    String.raw`|load|read|consult|follow)\s+(?:this|the)\s+(?:skill|tool|script|file|command)` +
    String.raw`|must\s+(?:run|call|send|fetch|execute|invoke))\b` +
    String.raw`|\b(?:use|prefer|choose|invoke|call)\s+this\s+(?:skill` +
    String.raw`|tool)\s+(?:\w+\s+){0,3}?(?:instead\s+of|over|rather\s+than|before)\s+(?:any` +
    String.raw`|all|every|the)\s+(?:other|built-?in|native)\b` +
    String.raw`|\bthis\s+(?:skill|tool|document|file)(?:['’]s\s+(?:instructions` +
    String.raw`|rules))?\s+(?:takes?|has|have|must\s+take` +
    String.raw`|overrides?)\s+(?:\w+\s+)?(?:precedence|priority|all\s+other)\b` +
    String.raw`|\b(?:highest|top|absolute)\s+priority\s+(?:over|above)\s+(?:all|any|` +
    String.raw`every)\s+(?:other\s+)?(?:skills?|tools?|instructions?)\b`,
);

/** P09. */
export const precedence = rule({
  id: 'P09',
  family: 'steering',
  severity: 'medium',
  title: 'Demands to be used before anything else',
  why: 'A skill that joins every task sees every task, and displaces better ones.',
  confusedWith: 'House styles and checklists that really are meant for every task.',
  look: (document) => hitsOf(document, 'take-precedence', [...phrases(document, claims)]),
});

const other =
  String.raw`(?:other|another|the\s+other|any\s+other|existing|all\s+other` +
  String.raw`|every\s+other|built-?in|third[- ]party|competing)`;

const otherToolOrders = pattern(
  ['skill', 'tool', 'server', 'plugin'],
  String.raw`\b(?:(?:do\s+not|don['’]t|never|stop)\s+trust(?:ing)?|disable|disabling|uninstall|remove|delete|block)\s+(?:the\s+|any\s+|all\s+)*${other}\s+(?:\w+\s+)?(?:skills?|mcp\s+servers?|servers?|plugins?)\b` +
    String.raw`|\b(?:when(?:ever)?|before|after|each\s+time|every\s+time|if)\s+(?:you\s+` +
    String.raw`|the\s+(?:user|agent|model)\s+)?(?:us(?:e|es|ing)|call(?:s|ing)?|invok(?:e|es` +
    String.raw`|ing)|run(?:s|ning)?)\s+(?:the\s+)?[\x60'"]?[\w./:-]+[\x60'"]?\s+(?:tool|skill` +
    String.raw`|server)\b[^.\n]*?\b(?:also|first|instead|must` +
    String.raw`|always)\s+(?:\w+\s+){0,2}?(?:send|include|add|pass|append|set|bcc|cc|copy` +
    String.raw`|forward|read|replace|change|redirect|use)\b` +
    String.raw`|\b(?:change|modify|redirect|replace|alter|intercept|hijack|shadow` +
    String.raw`|override)\s+(?:the\s+)?(?:behaviou?r|arguments?|parameters?|recipients?` +
    String.raw`|output|results?|calls?)\s+(?:of|to|for|from|in)\s+(?:the\s+` +
    String.raw`|any\s+)?(?:\w+\s+){0,2}?(?:other\s+)?(?:[\x60'"][\w.:-]+[\x60'"]\s+)?(?:tools?|skills?|servers?)\b`,
);

/** P10. */
export const otherTool = rule({
  id: 'P10',
  family: 'steering',
  severity: 'high',
  title: 'Changes how another skill, tool or server is used',
  why:
    'You reviewed the other one separately. A skill that interferes with it changes your ' +
    'decision without leaving a trace there.',
  confusedWith: 'A plain "see also", or a choice between two tools of the same skill.',
  look: (document) => hitsOf(document, 'reroute', [...phrases(document, otherToolOrders)]),
});

const guard =
  String.raw`(?:(?:two|2|multi)[- ]?factor(?:\s+auth\w*)?|2fa|mfa|audit(?:d` +
  String.raw`|\s*(?:log\w*|trails?))|(?:security|access|event|command` +
  String.raw`|shell)\s+log(?:s|ging)|anti-?virus|anti-?malware|windows\s+defender` +
  String.raw`|defender|microsoft\s+defender|firewalls?|edr` +
  String.raw`|endpoint\s+(?:protection|detection|security)|intrusion\s+detection` +
  String.raw`|security\s+(?:software|monitoring|tools?|agent|controls?|scan\w*` +
  String.raw`|checks?|alerts?)|tamper\s+protection|real-?time\s+protection` +
  String.raw`|crowdstrike|sentinelone)`;

const disabling = pattern(
  [
    'factor',
    'history',
    'traces',
    'evidence',
    'exclusion',
    'exception',
    '2fa',
    'mfa',
    'audit',
    'trail',
    'log',
    'virus',
    'malware',
    'defender',
    'firewall',
    'edr',
    'endpoint',
    'intrusion',
    'security',
    'tamper',
    'real',
    'crowdstrike',
    'sentinelone',
  ],
  String.raw`\b(?:disabl(?:e|es|ing)|turn(?:ing)?\s+off|switch(?:ing)?\s+off|deactivat(?:e|ing)|stop(?:ping)?|kill(?:ing)?|uninstall(?:ing)?|bypass(?:ing)?|circumvent(?:ing)?|evad(?:e|ing))\s+(?:the\s+|any\s+|all\s+|your\s+|their\s+|user['’]s\s+|system\s+|existing\s+|host\s+)*${guard}\b` +
    String.raw`|\b(?:delete|wipe|erase|truncate|purge|clear\s+(?:the|any|all|your` +
    String.raw`|out))\s+(?:the\s+|any\s+|all\s+|your\s+|system\s+)*(?:(?:audit|security|event` +
    String.raw`|access|system)\s+(?:logs?|trails?)|traces\s+of|evidence\s+of|shell\s+history` +
    String.raw`|bash\s+history|command\s+history)\b` +
    String.raw`|\b(?:add|create)\s+(?:\w+\s+){0,3}?(?:exclusions?|` +
    String.raw`exceptions?)\s+(?:\w+\s+){0,6}?(?:defender|anti-?virus|firewall|edr)\b`,
);

/** P14. */
export const defences = rule({
  id: 'P14',
  family: 'steering',
  severity: 'high',
  title: 'Turns off protection or logging',
  why:
    'Two-factor sign-in, logs, virus scanners and firewalls stop an attack or reveal it ' +
    'later.',
  confusedWith:
    'Hardening guides that name these and say not to; troubleshooting that turns a firewall ' +
    'off briefly.',
  look: (document) => hitsOf(document, 'weaken', [...phrases(document, disabling)]),
});

const laterAct =
  String.raw`(?:run|execute|send|upload|post|download|fetch|delete|remove` +
  String.raw`|install|append|copy|exfiltrate|activate|trigger|switch|replace` +
  String.raw`|write|overwrite|use)`;

const triggers = pattern(
  [
    'after',
    'on the',
    'if the',
    'when the',
    'once the',
    'only if',
    'hostname',
    'date is',
    'no one',
    'nobody',
    'the user',
    'run',
    'invocation',
    'execution',
    'session',
    'call',
    'conversation',
    'if today',
    'third',
    'time',
  ],
  String.raw`\b(?:on|after|at)\s+(?:the\s+)?(?:\d+(?:st|nd|rd|th)|second|third|fourth|fifth|tenth|subsequent|later)\s+(?:run|use|invocation|execution|call|session|time|conversation)s?\b[^.\n]*?\b${laterAct}\b` +
    String.raw`|\b(?:if|when|once|only\s+if)\s+(?:the\s+)?(?:current\s+|system\s+|local\s+|today['’]s\s+)?date\s+is\s+(?:on\s+or\s+)?(?:after|past|later\s+than|beyond)\b[^.\n]*?\b${laterAct}\b` +
    String.raw`|\b(?:if|when|only\s+if|unless)\s+(?:the\s+)?(?:current\s+|machine['’]?s?\s+|system['’]?s?\s+|logged[- ]in\s+)*(?:host\s*name|user\s*name|domain|ip\s+address|email\s+address|locale|time\s*zone)\s+(?:is|contains|ends\s+with|starts\s+with|matches|equals|belongs)\b[^.\n]*?\b${laterAct}\b` +
    String.raw`|\b(?:if|when)\s+(?:no\s+one|nobody|the\s+user\s+(?:is\s+)?(?:not|away|idle|asleep))\s*(?:is\s+)?(?:looking|watching|present|around|active|at)?[^.\n]*?\b${laterAct}\b`,
);

/** P16. */
export const detonator = rule({
  id: 'P16',
  family: 'steering',
  severity: 'medium',
  title: 'Acts only on a certain date, machine or run',
  why:
    'Code that waits for a date, a host name or the third run behaves well while someone ' +
    'tests it.',
  confusedWith: 'Schedules and platform-specific settings. What matters is what they do.',
  look: (document) => phrases(document, triggers),
});
