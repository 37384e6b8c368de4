import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const secret = String.raw`(?:passwords?|passphrases?|seed\s+phrases?|recovery\s+phrases?|mnemonics?|private\s+keys?|secret\s+keys?|access\s+tokens?|session\s+(?:tokens?|cookies?)|api\s+keys?|credentials|(?:credit|debit)\s+card(?:\s+numbers?)?|cvv|(?:2fa|otp|mfa|verification|one-time)\s+codes?|social\s+security\s+numbers?)`;

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
    String.raw`|\b(?:provide|give|share|send|tell|show)\s+(?:me|us)\s+(?:with\s+)?(?:your|the)\s+(?:\w+\s+){0,3}?${secret}\b`,
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
