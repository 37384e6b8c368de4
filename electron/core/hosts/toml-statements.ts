import { parse } from 'smol-toml';
import type { TextSpan } from './entry.ts';

/** A line of TOML with a statement, or the lines that its value takes. */
export interface TomlStatement extends TextSpan {
  readonly kind: 'table' | 'tables' | 'pair';
  readonly key: readonly string[];
}

/**
 * The statements of valid TOML, in order. `end` follows the statement's last character and precedes
 * any comment. Throws if the text isn't valid TOML: whoever edits by these spans parses the result
 * again as proof.
 */
export function tomlStatements(text: string): readonly TomlStatement[] {
  const found: TomlStatement[] = [];
  let at = 0;
  while (at < text.length) {
    const start = skip(text, at, /[ \t\r\n]/y);
    if (start >= text.length) break;
    if (text[start] === '#') {
      at = endOfLine(text, start);
      continue;
    }
    const kind = text.startsWith('[[', start) ? 'tables' : text[start] === '[' ? 'table' : 'pair';
    const open = kind === 'pair' ? 0 : kind === 'table' ? 1 : 2;
    const { key, end } = keyAt(text, start + open);
    const after = kind === 'pair' ? endOfValue(text, text.indexOf('=', end) + 1) : end + open;
    found.push({ kind, key, start, end: after });
    at = endOfLine(text, after);
  }
  return found;
}

function skip(text: string, from: number, what: RegExp): number {
  let at = from;
  for (what.lastIndex = at; what.test(text); what.lastIndex = at) at = what.lastIndex;
  return at;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** A dotted key; `end` follows its last part and any spaces. */
function keyAt(text: string, from: number): { key: readonly string[]; end: number } {
  const key: string[] = [];
  let at = from;
  for (;;) {
    at = skip(text, at, /[ \t]/y);
    const end = /["']/.test(text[at] ?? '') ? endOfString(text, at) : skip(text, at, /[\w-]/y);
    if (end === at) throw new Error(`no key at ${at}`);
    const written = text.slice(at, end);
    const named = /^["']/.test(written) ? parse(`key = ${written}`)['key'] : written;
    key.push(String(named));
    at = skip(text, end, /[ \t]/y);
    if (text[at] !== '.') return { key, end: at };
    at += 1;
  }
}

/** The end of a value: the line's end, or before its comment. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let last = from;
  for (let at = from; at < text.length;) {
    const char = text[at] ?? '';
    if (char === '"' || char === "'") last = at = endOfString(text, at);
    else if (char === '#') at = Math.max(at + 1, endOfLine(text, at) - 1);
    else if (char === '\n' && depth === 0) return last;
    else {
      if (char === '[' || char === '{') depth += 1;
      if (char === ']' || char === '}') depth -= 1;
      at += 1;
      if (!/\s/.test(char)) last = at;
    }
  }
  return last;
}

/** The end of a string of any of the four kinds. */
function endOfString(text: string, from: number): number {
  const quote = text[from] ?? '';
  const long = quote.repeat(3);
  const isLong = text.startsWith(long, from);
  let at = from + (isLong ? 3 : 1);
  for (; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (!isLong && text[at] === quote) return at + 1;
    else if (isLong && text.startsWith(long, at)) {
      // Up to two extra quotes belong to the string itself.
      for (at += 3; text[at] === quote; at += 1);
      return at;
    }
  }
  throw new Error(`a string that starts at ${from} does not end`);
}
