import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

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
  String.raw`\b(?:transfer|send|wire|withdraw|swap|bridge|drain|sweep)\s+(?:\w+\s+){0,4}?(?:funds|money|(?:crypto|wallet|account)\s+balances?|bitcoin|btc|eth|ether|usdc|usdt|sol|tokens|coins|crypto(?:currency)?|assets)\s+(?:\w+\s+){0,3}?(?:to|from|into|via|on|using)\b` +
    String.raw`|\bsign\s+(?:and\s+(?:send|submit|broadcast)\s+)?(?:\w+\s+){0,2}?transactions?\b` +
    String.raw`|\b(?:execute|place|submit|open)\s+(?:\w+\s+){0,2}?(?:trades?|(?:buy|sell|market|limit)\s+orders?|swaps?|payments?)\b` +
    String.raw`|\b(?:make|initiate|process|authori[sz]e|complete)\s+(?:\w+\s+){0,2}?(?:payments?|purchases?|wire\s+transfers?|bank\s+transfers?)\b` +
    String.raw`|\b(?:approve|grant)\s+(?:\w+\s+){0,2}?(?:unlimited|max(?:imum)?|infinite)\s+(?:\w+\s+)?(?:allowance|spending|approval)\b`,
);
const drains = pattern(
  ['fund', 'balance', 'wallet', 'token', 'asset', 'bitcoin', 'eth', 'allowance'],
  String.raw`\b(?:transfer|send|sweep|drain|move)\s+(?:\w+\s+){0,2}?(?:all|entire|full|remaining|whole|any)\s+(?:\w+\s+){0,3}?(?:funds|balances?|wallet|tokens|assets|bitcoin|eth)\s+(?:\w+\s+){0,3}?to\s+[\x60"']?(?:0x[0-9a-f]{6,}|bc1\w{6,}|[13]\w{25,}|the\s+(?:address|wallet|account)|this\s+(?:address|wallet|account)|my\b|our\b)`,
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
    'emptying an account is rated medium.',
  *look(document) {
    yield* phrases(document, drains);
    yield* phrases(document, orders, () => ({ severity: 'info' }));
  },
});
