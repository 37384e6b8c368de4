import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/literals.ts';
import { rule, type RuleHit } from '../rule.ts';

/** Addresses of wallets, as programs write them. */
const wallet =
  /\b0x[0-9a-fA-F]{40}\b|\bbc1[02-9ac-hj-np-z]{20,60}\b|["'`][13][1-9A-HJ-NP-Za-km-z]{25,34}["'`]|["'`]T[1-9A-HJ-NP-Za-km-z]{33}["'`]|\b[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}\b/;
/** An expression that finds any wallet. */
const finder =
  /0x\[[a-fA-F0-9-]{3,12}\]\{40\}|\(?bc1\b[^\n]{0,20}\[|\[13\]\)?\[[a-zA-Z\d-]{5,40}\]|T\[[a-zA-Z\d-]{5,40}\]\{33\}/;
/** A function that carries a payment or shows its address, replaced by the program's own. */
const replaced =
  /\b(?:ethereum|solana|web3|provider|tronWeb)\.(?:request|send|sendAsync|signTransaction|signAndSendTransaction)\s*=\s*(?:async\b|function\b|\(|\w+\s*=>|new\s+Proxy)|\b(?:window|globalThis|self|global)\.fetch\s*=\s*(?:async\b|function\b|\(|\w+\s*=>|new\s+Proxy)|\bXMLHttpRequest\.prototype\.(?:open|send)\s*=/;
const clipboard =
  /\bpyperclip\.copy\(|\bclipboard\.write\w*\(|\bclipboardy\.write\w*\(|\bSet-Clipboard\b|\bSetClipboardData\b|\bpbcopy\b|\bxclip\b|\bclipboard_append\(/;
const endless =
  /\b(?:maxUint256|MaxUint256|MAX_UINT(?:256)?|constants\.MaxUint256)\b|\btype\(uint256\)\.max\b|\b2n?\s*\*\*\s*256n?\s*-\s*1|\b0x[fF]{64}\b/;
const approval = /\bapprove\b|\bsetApprovalForAll\b|\bincreaseAllowance\b|\bpermit\(/;
/** Bytes that become an address only when they are combined with a number. */
const builtAddress =
  /\^\s*(?:0x[\da-f]{1,2}|\d{1,3})\s*\)+\s*\.toString\(\s*16\s*\)|\^\s*(?:0x[\da-f]{1,2}|\d{1,3})\s*(?::02x|for\s+\w+\s+in)|%02x[^\n]{0,60}\^/i;
const bytes = /(?:(?:0x[\da-f]{1,2}|\d{1,3})\s*,\s*){19,}/i;

/** X16. */
export const swappedPayment = rule({
  id: 'X16',
  family: 'running',
  severity: 'critical',
  title: 'Changes where a payment goes',
  why:
    'The person sees one address and confirms, and the money goes to another. A payment in ' +
    "coins can't be taken back.",
  confusedWith:
    'Wallet libraries that wrap a provider without an address of their own. An approval without a ' +
    'limit is rated medium.',
  *look({ code, text }: RuleDocument) {
    for (const part of code) if (part.from === 'script') yield* inPart(part, text);
  },
});

function* inPart({ start, end }: CodePart, text: string): Generator<RuleHit> {
  const said = text.slice(start, end);
  const place = ({ index, 0: found }: RegExpExecArray): { start: number; end: number } => ({
    start: start + index,
    end: start + index + found.length,
  });
  const hooked = replaced.exec(said) ?? (finder.test(said) ? clipboard.exec(said) : null);
  if (hooked !== null && wallet.test(said)) yield at(place(hooked));
  const built = bytes.test(said) ? builtAddress.exec(said) : null;
  if (built !== null) yield at(place(built), { severity: 'high' });
  const limitless = approval.test(said) ? endless.exec(said) : null;
  if (limitless !== null) yield at(place(limitless), { severity: 'medium' });
}
