import type { BoundedMask } from '../import/mask.ts';
import { protocolWords } from '../protocol-words.ts';
import { visible } from '../text.ts';

const limits = { depth: 6, items: 12, keys: 40, text: 300, whole: 2_000 } as const;

/**
 * A server's JSON value as bounded text, for evidence; `…` marks what is cut. It walks no further
 * than it prints, because the server decides how long and deep the value is.
 */
export const quotedJson = (value: unknown, mask: BoundedMask = unmasked): string =>
  visible(write(value, 0, mask), limits.whole);

export const unmasked: BoundedMask = (text, most) => text.slice(0, most);

function write(value: unknown, depth: number, mask: BoundedMask): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') {
    const shown = mask(value, limits.text + 1);
    const isCut = value.length > limits.text + 1 || shown.length > limits.text;
    return JSON.stringify(isCut ? `${shown.slice(0, limits.text)}…` : shown);
  }
  if (typeof value !== 'object' || value === null) return mask(String(value), limits.text);
  const isList = Array.isArray(value);
  if (depth >= limits.depth) return isList ? '[…]' : '{…}';
  if (isList) {
    const items = value.slice(0, limits.items).map((item: unknown) => write(item, depth + 1, mask));
    if (value.length > limits.items) items.push(`… ${value.length - limits.items} more`);
    return `[${items.join(', ')}]`;
  }
  const fields: string[] = [];
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (fields.length === limits.keys) {
      fields.push('…');
      break;
    }
    const field = (value as Readonly<Record<string, unknown>>)[key];
    // A secret may begin like a field of the protocol, which no server chooses.
    const name = protocolWords.has(key) ? JSON.stringify(key) : write(key, depth, mask);
    fields.push(`${name}: ${write(field, depth + 1, mask)}`);
  }
  return `{${fields.join(', ')}}`;
}
