import { at } from '../knowledge/places.ts';
import { isKnownAddress, isPrivate } from '../knowledge/networks.ts';
import { pattern } from '../pattern.ts';
import { inCode, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const octets = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}`;
const addresses = pattern(
  ['://'],
  String.raw`\b(?:https?|ftp|wss?|tcp|ssh|git)://(?:[^@/\s]+?@)?(${octets})(?::\d{1,5})?(?:[/"'\s)\x60]|$)`,
);
const operands = pattern(
  ['nc ', 'ncat ', 'ssh ', 'scp ', 'telnet ', 'curl ', 'wget ', 'rsync ', 'connect', '/dev/tcp/'],
  String.raw`(?:\b(?:nc|ncat|telnet|ssh|scp|rsync|curl|wget)\s(?:[^\n|;&]*?[\s@/])?|\bconnect(?:ion)?\(\s*\(?\s*["']|/dev/tcp/)(${octets})\b`,
);
const hidden = pattern(
  ['.onion', 'xn--'],
  String.raw`\b[a-z2-7]{16}(?:[a-z2-7]{40})?\.onion\b|\bhttps?://(?:[\w-]+\.){0,4}xn--[\w-]+(?:\.[\w-]+){0,4}`,
);

/** E08. */
export const rawAddress = rule({
  id: 'E08',
  family: 'secrets',
  severity: 'medium',
  title: 'Address that hides its owner',
  why:
    'Host names have owners you can look up. Bare IP addresses, hidden services and disguised ' +
    "names don't.",
  confusedWith:
    'Your own machines, well-known name servers and addresses reserved for examples are ' +
    'ignored.',
  *look(document) {
    const found = [...inCode(document, addresses), ...inCode(document, operands)];
    for (const match of found.sort((a, b) => a.start - b.start)) {
      const address = match.groups[0] ?? '';
      if (!isKnownAddress(address) && !isPrivate(address)) yield at(match);
    }
    const links = phrases(document, addresses, ({ groups: [address = ''] }) =>
      isKnownAddress(address) || isPrivate(address) ? null : {},
    );
    for (const hit of links) if (!found.some(({ start }) => start === hit.start)) yield hit;
    for (const match of inCode(document, hidden)) yield at(match);
    yield* phrases(document, hidden);
  },
});
