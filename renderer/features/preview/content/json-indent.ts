/** Beyond these, JSON is shown as it was read: a server can nest it to make the page huge. */
const indentLimits = { characters: 200_000, depth: 40, growth: 4 } as const;

/** JSON with other white space between its tokens, and where each of its offsets was. */
export interface IndentedJson {
  readonly text: string;
  /** An offset in `text` as one in the JSON as read, and the reverse; neither ever decreases. */
  readonly toRead: (at: number) => number;
  readonly toShown: (at: number) => number;
}

/**
 * Indents JSON token by token, so that doubled keys, long numbers and escapes stay as they were
 * read. Null if it isn't JSON, is too large, or is indented like this already.
 */
export function indentJson(json: string): IndentedJson | null {
  if (json.length > indentLimits.characters) return null;
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  const out: string[] = [];
  const shown: number[] = [];
  const read: number[] = [];
  let length = 0;
  let depth = 0;
  const write = (text: string): void => {
    out.push(text);
    length += text.length;
  };
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
  let before = '';
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    if ((closes && !isEmpty) || (!closes && ['{', '[', ','].includes(before)))
      write(`\n${'  '.repeat(depth)}`);
    else if (before === ':') write(' ');
    shown.push(length);
    read.push(index);
    write(token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > indentLimits.depth || length > 1_000 + json.length * indentLimits.growth)
      return null;
    before = token;
  }
  const text = `${out.join('')}\n`;
  if (text === json || text === `${json}\n`) return null;
  return {
    text,
    // White space before the first token and after the last belongs to them.
    toRead: (at) => (at <= 0 ? 0 : at >= length ? json.length : moved(shown, read, at)),
    toShown: (at) => Math.min(length, moved(read, shown, at)),
  };
}

/**
 * An offset after the last token start that isn't behind it, at the same distance in that token.
 */
function moved(from: readonly number[], to: readonly number[], at: number): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  if (index < 0) return 0;
  const wanted = (to[index] ?? 0) + at - (from[index] ?? 0);
  return Math.min(wanted, to[index + 1] ?? Number.POSITIVE_INFINITY);
}
