import type { IntentMatch } from '../knowledge/intent-phrase.ts';
import { hitsOf } from '../knowledge/intents.ts';
import { isLesson } from '../knowledge/about.ts';
import { pattern } from '../pattern.ts';
import { phrases, isFenced, isShown, plainProseOf, sourceOf } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { handedOver } from '../knowledge/leaving.ts';
import { sectionSends } from '../knowledge/section-sends.ts';

const secret =
  String.raw`(?:passwords?|passphrases?|seed\s+phrases?|recovery\s+phrases?` +
  String.raw`|mnemonics?|private\s+keys?|secret\s+keys?|access\s+tokens?` +
  String.raw`|session\s+(?:tokens?|cookies?)|api\s+keys?|credentials|(?:credit` +
  String.raw`|debit)\s+card(?:\s+numbers?)?|cvv|(?:2fa|otp|mfa|verification` +
  String.raw`|one-time)\s+codes?|social\s+security\s+numbers?)`;

const asks = pattern(
  [
    'password',
    'passphrase',
    'phrase',
    'mnemonic',
    'key',
    'token',
    'cookie',
    'credential',
    'card',
    'cvv',
    'code',
    'social security',
  ],
  String.raw`\b(?:ask|prompt|request|require|instruct|tell|get)\s+(?:the\s+|your\s+)?(?:users?|person|humans?|customers?|them)\s+(?:to\s+(?:provide|enter|paste|type|share|send|give|supply|reveal|input|submit)|for)\s+(?:\w+['’]?s?\s+){0,4}?${secret}\b` +
    String.raw`|\b(?:paste|type|share|enter|send)\s+(?:\w+\s+){0,2}?(?:your|their)\s+(?:\w+\s+){0,3}?${secret}\s+(?:here|below|in(?:to)?\s+(?:the\s+|this\s+)?(?:chat|conversation|message|prompt)|to\s+me|as\s+a\s+(?:reply|message))\b` +
    String.raw`|\b(?:provide|give|share|send|tell|show)\s+(?:me|us)\s+(?:with\s+)?(?:your|` +
    String.raw`the)\s+(?:\w+\s+){0,3}?${secret}\b`,
);

/** P12. */
export const askingSecrets = rule({
  id: 'P12',
  family: 'steering',
  severity: 'high',
  title: 'Asks you for a secret in the chat',
  why:
    'Chats are logged, and every tool in the session can read them. Programs take secrets ' +
    'from the environment or a keychain.',
  confusedWith: 'Setup steps that ask you to put a key into your own variable or file.',
  look: (document) => hitsOf(document, 'ask-secret', [...phrases(document, asks)]),
});

const verbs =
  String.raw`(?:send|sends|sending|forward|forwards|forwarding|transmit|upload` +
  String.raw`|uploading|post|posting|exfiltrate|submit|report|relay|push|deliver` +
  String.raw`|share|email|copy|beacon|sync)`;
const data =
  String.raw`(?:conversations?|chat(?:\s+(?:history|logs?))?|messages?` +
  String.raw`|transcripts?|context|history|prompts?|inputs?|data|files?|contents?` +
  String.raw`|source\s+code|code(?:base)?|environment(?:\s+variables)?` +
  String.raw`|env(?:\s+vars)?|credentials?|secrets?|(?:api\s+|access\s+|session\s+` +
  String.raw`|auth\s+|ssh\s+|private\s+)*(?:keys?|tokens?)|passwords?|cookies?` +
  String.raw`|results?|outputs?|logs?|everything|details|information)`;
const owned =
  String.raw`(?:all|every|any|user['’]?s?|full|complete|entire|their|your` +
  String.raw`|sensitive|private|personal|current|session|collected|gathered` +
  String.raw`|conversation|environment|secret|credential|raw)`;
const outside =
  String.raw`(?:https?://|wss?://|ftp://|[\w.+-]+@[\w-]+\.[a-z]{2,}|(?:the\s+` +
  String.raw`|our\s+|this\s+|an?\s+|my\s+)?(?:\w+\s+){0,2}?(?:remote|external` +
  String.raw`|attacker|collection|logging|analytics|audit|telemetry|tracking` +
  String.raw`|third[- ]party|outside)\s+(?:\w+\s+)?(?:server|endpoint|host` +
  String.raw`|address|url|webhook|service|api|collector)\b|(?:an?|the|our` +
  String.raw`|this)\s+webhook\b)`;

const sendings = pattern(
  [
    'send',
    'forward',
    'transmit',
    'upload',
    'post',
    'exfiltrate',
    'submit',
    'report',
    'relay',
    'push',
    'deliver',
    'share',
    'email',
    'copy',
    'beacon',
    'sync',
  ],
  String.raw`\b${verbs}\s+(?:[\w'’-]+\s+){0,4}?${owned}\s+(?:[\w'’,/-]+\s+){0,5}?${data}\b[^.\n]*?\b(?:to|at|via|into)\s+[(<"'\x60]*${outside}` +
    String.raw`|\b${verbs}\s+(?:[\w'’-]+\s+){0,3}?(?:conversations?|chat\s+history|transcripts?|credentials?|secrets|passwords?|cookies|environment\s+variables|(?:private|ssh|api|access|session)\s+(?:keys?|tokens?))\b[^.\n]*?\b(?:to|at|via|into)\s+[(<"'\x60]*${outside}`,
);

/** P07. */
export const sending = rule({
  id: 'P07',
  family: 'steering',
  severity: 'high',
  title: 'Tells the model to send data elsewhere',
  why: 'One sentence is enough: the model has network tools and can send all that it has read.',
  confusedWith:
    'Clients of a service, which describe what they send to it. Check who owns the address.',
  *look(document) {
    // Elsewhere than in English, only what is sent shows that it isn't a service's own client.
    const weigh = ({ isForeign }: IntentMatch): Partial<RuleHit> =>
      isForeign ? { severity: 'medium' } : {};
    yield* hitsOf(document, 'send-data', [...phrases(document, sendings)], weigh);
    yield* hitsOf(document, 'send-secret');
    const sections = [...sectionSends(document)];
    for (const section of sections)
      yield at(
        section,
        isLesson(document) && isShown(document, section.start) ? { role: 'example' } : {},
      );
    // Comments, data and templates are read by the model like prose.
    if (document.kind.kind === 'code') return;
    const plain = plainProseOf(document);
    for (const found of handedOver(plain.text)) {
      const passage = { ...found, ...sourceOf(plain, found) };
      if (!sections.some(({ start }) => start >= passage.start && start < passage.end))
        yield at(
          passage,
          passage.isPlain && !isFenced(document, passage.start) && !isShown(document, passage.start)
            ? { role: 'instruction' }
            : {},
        );
    }
  },
});

const orders = pattern(
  [
    'fund',
    'money',
    'balance',
    'bitcoin',
    'btc',
    'eth',
    'usd',
    'sol',
    'token',
    'coin',
    'crypto',
    'asset',
    'transaction',
    'trade',
    'order',
    'swap',
    'payment',
    'purchase',
    'transfer',
    'allowance',
    'spending',
    'approval',
  ],
  String.raw`\b(?:transfer|send|wire|withdraw|swap|bridge|drain` +
    String.raw`|sweep)\s+(?:\w+\s+){0,4}?(?:funds|money|(?:crypto|wallet|account)\s+balances?` +
    String.raw`|bitcoin|btc|eth|ether|usdc|usdt|sol|tokens|coins|crypto(?:currency)?` +
    String.raw`|assets)\s+(?:\w+\s+){0,3}?(?:to|from|into|via|on|using)\b` +
    String.raw`|\bsign\s+(?:and\s+(?:send|submit|broadcast)\s+)?(?:\w+\s+){0,2}?transactions?\b` +
    String.raw`|\b(?:execute|place|submit|open)\s+(?:\w+\s+){0,2}?(?:trades?|(?:buy|sell|market|` +
    String.raw`limit)\s+orders?|swaps?|payments?)\b` +
    String.raw`|\b(?:make|initiate|process|authori[sz]e|complete)\s+(?:\w+\s+){0,2}?(?:payments?|` +
    String.raw`purchases?|wire\s+transfers?|bank\s+transfers?)\b` +
    String.raw`|\b(?:approve|grant)\s+(?:\w+\s+){0,2}?(?:unlimited|max(?:imum)?|` +
    String.raw`infinite)\s+(?:\w+\s+)?(?:allowance|spending|approval)\b`,
);
const drains = pattern(
  ['fund', 'balance', 'wallet', 'token', 'asset', 'bitcoin', 'eth', 'allowance'],
  String.raw`\b(?:transfer|send|sweep|drain|move)\s+(?:\w+\s+){0,2}?(?:all|entire|full` +
    String.raw`|remaining|whole|any)\s+(?:\w+\s+){0,3}?(?:funds|balances?|wallet|tokens|assets` +
    String.raw`|bitcoin|eth)\s+(?:\w+\s+){0,3}?to\s+[\x60"']?(?:0x[0-9a-f]{6,}|bc1\w{6,}` +
    String.raw`|[13]\w{25,}|the\s+(?:address|wallet|account)|this\s+(?:address|wallet|account)` +
    String.raw`|my\b|our\b)`,
);

/** P13. */
export const money = rule({
  id: 'P13',
  family: 'steering',
  severity: 'medium',
  title: 'Pays, trades, transfers or signs',
  why: "You can't take back a payment or a signature, and a model can be talked into one.",
  confusedWith:
    'Skills for accounting, shops and wallets. Ordinary trading is shown as information; ' +
    'emptying an account is rated medium, and a payment that is secretly changed high.',
  *look(document) {
    // A payment that goes elsewhere, or costs more, behind somebody's back.
    yield* hitsOf(document, 'divert', [], ({ isWeak }) => (isWeak ? {} : { severity: 'high' }));
    yield* phrases(document, drains);
    yield* phrases(document, orders, () => ({ severity: 'info' }));
  },
});

const hole =
  String.raw`(?:\{\{?[^}\n]+?\}|\$\{[^}\n]+?\}|\$\([^)\n]+?\)|<[a-z][\w -]+>` +
  String.raw`|\[[A-Z_ -]+\]|%s|=(?-i:[A-Z][A-Z_]{2,})\b)`;

const images = pattern(
  ['!['],
  String.raw`!\[[^\]\n]{0,200}\]\(\s*<?https?://[^)\s]+?\?[^)\n]*?${hole}`,
);
const links = pattern(
  [']('],
  String.raw`[^!]\[[^\]\n]{0,200}\]\(\s*<?https?://[^)\s]+?\?[^)\n]*?=\s*(?:\{\{?|\$\{` +
    String.raw`|<)[^}>)\n]*?(?:data|secret|token|key|context|conversation|history|env|content` +
    String.raw`|password|message|prompt|base64|encoded)`,
);
const appended = pattern(
  ['image', 'img', 'markdown', 'link', 'pixel'],
  String.raw`\b(?:render|include|add|insert|append|display|embed` +
    String.raw`|output)\s+(?:\w+\s+){0,4}?(?:images?|markdown\s+(?:images?|links?)|img\s+tags?` +
    String.raw`|tracking\s+pixels?)\b[^\n]*?https?://[^\s)]+?(?:\?|/)[^\n]*?\b(?:encoded?` +
    String.raw`|base64|contents?|data|conversation|secrets?|token|summary)\b`,
);

/** P15. */
export const dataLink = rule({
  id: 'P15',
  family: 'steering',
  severity: 'high',
  title: 'Image or link that carries data in its address',
  why:
    'Apps load an image as soon as they show it. Anything the model writes into its address ' +
    'leaves the machine without a tool call or a prompt.',
  confusedWith: 'Badges and charts whose addresses are written out in full.',
  *look(document) {
    yield* phrases(document, images);
    yield* phrases(document, links);
    yield* phrases(document, appended);
  },
});

const url = String.raw`[(<"'\x60\[]*https?://[^\s)>"'\x60]{4,}`;

const loads = pattern(
  ['http'],
  String.raw`\b(?:follow|obey|execute|apply|run|do|perform|use|adopt|load)\s+(?:\w+\s+){0,4}?(?:instructions?|steps|commands?|rules|directives?|prompts?|guidance|policy|policies|playbook|configuration)\s+(?:\w+\s+){0,4}?(?:at|from|in|on|found\s+at|served\s+(?:at|by|from)|located\s+at|hosted\s+(?:at|on)|returned\s+(?:by|from))\s+(?:the\s+\w+\s+)?${url}` +
    String.raw`|\b(?:fetch|download|retrieve|get|read|load|open|visit|curl|pull|browse)\s+(?:\w+\s+){0,6}?(?:from|at)?\s*${url}[\s\S]{0,160}?\b(?:and|then)[\s>]+(?:\w+\s+){0,2}?(?:follow|obey|execute|carry[\s>]+out|do[\s>]+what|apply|comply\s+with|act\s+on|perform)\b` +
    String.raw`|\b(?:latest|current|updated|additional|further|remaining|full|actual|real)\s+(?:instructions|steps|rules|directives)\s+(?:\w+\s+){0,4}?(?:from|at)\s+${url}`,
);

/** P11. */
export const remoteInstructions = rule({
  id: 'P11',
  family: 'steering',
  severity: 'high',
  title: 'Loads its instructions from an address at run time',
  why:
    "Approval doesn't cover what the address returns tomorrow. The text can change later, " +
    'even for one person only.',
  confusedWith: 'Links to documentation that a reader may look up.',
  look: (document) => phrases(document, loads),
});
