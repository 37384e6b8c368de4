import { isWellFormed } from './json.ts';

/** The canonical JSON of one string (RFC 8785, 3.2.2.2). Throws on a lone surrogate. */
export function canonicalString(text: string): string {
  if (!isWellFormed(text)) throw new TypeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(text);
}

/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, numbers as ECMAScript writes them,
 * no white space. Throws on anything that JSON can't represent (undefined, functions, symbols,
 * bigints, NaN, infinities, lone surrogates, class instances, cycles), because hashing such a value
 * is a bug in the caller. `text` replaces how strings and keys are written.
 */
export function canonicalJson(value: unknown, text: Writer = canonicalString): string {
  return write(value, [], text);
}

type Writer = (text: string) => string;

function write(value: unknown, above: unknown[], string: Writer): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no canonical JSON`);
  if (above.includes(value)) throw new TypeError('a cycle has no canonical JSON');
  above.push(value);
  const text = Array.isArray(value)
    ? writeArray(value, above, string)
    : writeObject(value, above, string);
  above.pop();
  return text;
}

function writeArray(items: readonly unknown[], above: unknown[], string: Writer): string {
  const parts: string[] = [];
  // Indexed on purpose: `map` would skip holes in a sparse array instead of throwing.
  for (let at = 0; at < items.length; at += 1) parts.push(write(items[at], above, string));
  return `[${parts.join(',')}]`;
}

function writeObject(object: object, above: unknown[], string: Writer): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('only plain objects have canonical JSON');
  const fields = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${string(key)}:${write(field, above, string)}`).join(',')}}`;
}
