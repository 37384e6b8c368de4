import { parse, TomlError } from 'smol-toml';
import { err, ok } from '../../../shared/result.ts';
import { isRawEntry } from '../import/server-entry.ts';
import {
  rootIn,
  valueAt,
  type HostEntry,
  type HostFormat,
  type TextSpan,
  type LinePair,
  rewritten,
} from './entry.ts';

/** TOML, in which a server is a table with subtables (Codex). */
export const toml: HostFormat = {
  value(text) {
    try {
      return ok(parse(text));
    } catch (error) {
      if (error instanceof TomlError) return err(`line ${error.line}, column ${error.column}`);
      if (error instanceof RangeError) return err('nested too deeply');
      throw error;
    }
  },

  entries(text, host) {
    const value = toml.value(text);
    if (!value.ok) return err(`it is not valid TOML: ${value.error}`);
    const root = rootIn(value.value, host);
    const map = valueAt(value.value, root);
    if (!isRawEntry(map)) return ok([]);
    const statements = tomlStatements(text);
    const tables = tablesBelow(statements, root);
    return ok(
      Object.entries(map).flatMap(([label, entry]): HostEntry[] => {
        const path = [...root, label];
        const own = tables.get(label) ?? noTables;
        return isRawEntry(entry)
          ? [{ path, label, project: '', value: entry, span: spanOf(statements, path, own) }]
          : [];
      }),
    );
  },

  through(text, { path, span }, gateway, keys) {
    const inside = tomlStatements(text).filter(
      ({ start, end }) => start >= span.start && end <= span.end,
    );
    const pairs: LinePair[] = [];
    let table: TomlStatement | null = null;
    let main: TomlStatement | null = null;
    for (const statement of inside) {
      if (statement.kind !== 'pair') {
        table = statement;
        if (statement.key.length === path.length) main = statement;
      }
      const [key = ''] = (table?.key ?? []).slice(path.length);
      // A subtable such as `[mcp_servers.x.env]` is one pair of the entry.
      if (key !== '') pairs.push({ key, start: statement.start, end: statement.end });
      else if (statement.kind === 'pair')
        pairs.push({ key: statement.key[0] ?? '', start: statement.start, end: statement.end });
    }
    if (main === null) throw new Error('an entry without its own table');
    const newline = text.indexOf('\n', main.end);
    const [body, at] = newline === -1 ? [`${text}\n`, text.length + 1] : [text, newline + 1];
    return rewritten(body, at, pairs, gateway, {
      ...{ keys, indent: '' },
      line: (key, value) => `${key} = ${value}`,
      env: ({ env }) =>
        `{ ${Object.entries(env)
          .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
          .join(', ')} }`,
    });
  },

  hasComment: (piece) => piece.includes('#'),
};

/** Where the statements of an entry are, and whether one of them is its own table. */
interface EntryTables {
  readonly at: number[];
  hasOwn: boolean;
}
const noTables: EntryTables = { at: [], hasOwn: false };

/** The statements in tables below a path, by the key after it: read once for all entries. */
function tablesBelow(
  statements: readonly TomlStatement[],
  root: readonly string[],
): ReadonlyMap<string, EntryTables> {
  const found = new Map<string, EntryTables>();
  let of: EntryTables | null = null;
  for (const [index, { kind, key }] of statements.entries()) {
    if (kind !== 'pair') {
      const label = key[root.length];
      const isBelow = label !== undefined && root.every((part, at) => key[at] === part);
      of = isBelow ? (found.get(label) ?? { at: [], hasOwn: false }) : null;
      if (isBelow && of !== null) found.set(label, of);
      if (of !== null && kind === 'table' && key.length === root.length + 1) of.hasOwn = true;
    }
    of?.at.push(index);
  }
  return found;
}

/** One entry's tables, which must be adjacent; from its first header to its last value. */
function spanOf(
  statements: readonly TomlStatement[],
  path: readonly string[],
  { at, hasOwn }: EntryTables,
): HostEntry['span'] {
  const name = path.join('.');
  const first = at[0] ?? 0;
  const last = at.at(-1) ?? 0;
  if (!hasOwn) return err(`it is not written as its own table [${name}]`);
  if (last - first + 1 !== at.length)
    return err(`its tables [${name}…] aren’t next to each other in the file`);
  const [start, end] = [statements[first]?.start ?? 0, statements[last]?.end ?? 0];
  return ok({ start, end });
}

/** A line of TOML with a statement, or the lines that its value takes. */
interface TomlStatement extends TextSpan {
  readonly kind: 'table' | 'tables' | 'pair';
  readonly key: readonly string[];
}

/**
 * The statements of valid TOML, in order. `end` follows the statement's last character and precedes
 * any comment. Throws if the text isn't valid TOML: whoever edits by these spans parses the result
 * again as proof.
 */
function tomlStatements(text: string): readonly TomlStatement[] {
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
