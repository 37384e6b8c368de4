/** A token of a JSON text, as written. */
interface JsonToken {
  readonly kind: 'open' | 'close' | 'colon' | 'comma' | 'string' | 'other';
  readonly text: string;
}

const spaces = /[ \t\n\r]*/y;
const others = /[^\s"[\]{},:]+/y;
const signs: Readonly<Record<string, JsonToken['kind']>> = {
  ...{ '{': 'open', '[': 'open', '}': 'close', ']': 'close', ':': 'colon', ',': 'comma' },
};

/**
 * The tokens of a JSON text without white space. Tokens instead of a value, because a parser keeps
 * one of two equal names and rounds long numbers, and a person must see what was received. Needs no
 * stack. Throws on invalid JSON.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const past = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : from;
  };
  for (let at = past(spaces, 0); at < text.length;) {
    const kind = signs[text[at] ?? ''];
    const isString = text[at] === '"';
    const end = kind !== undefined ? at + 1 : isString ? afterString(text, at) : past(others, at);
    if (end === at) throw new SyntaxError('this is not JSON');
    yield { kind: kind ?? (isString ? 'string' : 'other'), text: text.slice(at, end) };
    at = past(spaces, end);
  }
}

/**
 * The end of the string that begins here. Scans by hand: a regular expression needs stack for each
 * character.
 */
function afterString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text[before] === '\\') before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return from;
}

/** Indenting may multiply a text's length by this at most, with extra room for short ones. */
const mostTimes = 8;
const mostAnyway = 64 * 1024;

/**
 * A JSON text indented by two with every token as written; unchanged if its sender nested it so
 * deeply that indenting would multiply its length.
 */
export function indentedJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let room = mostTimes * text.length + mostAnyway;
  let before: JsonToken['kind'] | null = null;
  const line = (): void => {
    room -= 2 * depth;
    parts.push('\n', '  '.repeat(depth));
  };
  for (const { kind, text: piece } of jsonTokens(text)) {
    if (kind === 'close') {
      depth -= 1;
      if (before !== 'open') line();
    } else if (before === 'open' || before === 'comma') line();
    if (kind === 'open') depth += 1;
    parts.push(kind === 'colon' ? ': ' : piece);
    before = kind;
    if (room < 0) return text;
  }
  return parts.join('');
}

/**
 * A name that appears twice in one object of a JSON text, in any spelling; null if there is none.
 */
export function nameTwice(text: string): string | null {
  // Null for an array, whose strings aren't names.
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const { kind, text: piece } of jsonTokens(text)) {
    if (kind === 'open') open.push(piece === '{' ? new Set() : null);
    else if (kind === 'close') open.pop();
    else if (kind === 'string') last = piece;
    else if (kind === 'colon') {
      const name = JSON.parse(last) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return null;
}

/** Deeper than any message needs, and shallow enough for every recursive function that sees it. */
export const deepestNesting = 256;

/**
 * Whether JSON is nested deeper than `levels`. The attacker controls the depth, so this never goes
 * beyond `levels`.
 */
export function isNestedDeeper(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(json)) {
    for (const item of json) if (isNestedDeeper(item, levels - 1)) return true;
    return false;
  }
  const record = json as Record<string, unknown>;
  for (const key in record) if (isNestedDeeper(record[key], levels - 1)) return true;
  return false;
}

/**
 * Maximum nesting of JSON in a file that is rewritten, or in a bundle: a message's depth, plus the
 * same again for what surrounds it.
 */
const deepestKept = 2 * deepestNesting;

/**
 * The value of a JSON text shallow enough to write again: reading it needs no stack, but
 * `JSON.stringify` does. Throws a SyntaxError for everything else.
 */
export function parsedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isNestedDeeper(value, deepestKept)) throw new SyntaxError('nested too deeply');
  return value;
}
