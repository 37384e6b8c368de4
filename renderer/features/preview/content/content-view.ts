import type { Ref } from 'react';
import type { RevealedText } from '../../../../shared/invisible.ts';
import type { FindingMark } from '../../../store/findings.ts';
import type { NumberRange } from '../../../store/shown/file-shown.ts';

/** Scrolls to an offset in a part of the file; false if this view doesn't show it. */
export interface ContentHandle {
  readonly go: (part: string, offset: number) => boolean;
}

/** What every content view gets. */
export interface ContentView {
  /** Called with what's on screen, in the unit of the part. */
  readonly onSeen: (part: string, range: NumberRange) => void;
  readonly handle: Ref<ContentHandle>;
  /** Goes to the next unread part; null if there is none. */
  readonly onNext: (() => void) | null;
  /** Positions of findings for the margin. */
  readonly marks: readonly FindingMark[];
  /** Where to start; null: at the top or the previous position. */
  readonly start: Spot | null;
}

type Spot = Pick<FindingMark, 'line' | 'column'>;

/**
 * Maps a place in a file's text to the displayed text, where hidden characters are written out: the
 * line stays the same, because no line end is added or written out, and the column moves right.
 */
export function placeShown(text: string, shown: RevealedText, { line, column }: Spot): Spot {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  return { line, column: shown.shownAt(start + column - 1) - shown.shownAt(start) + 1 };
}

export function markShown(text: string, shown: RevealedText, mark: FindingMark): FindingMark {
  const from = placeShown(text, shown, mark);
  const to = placeShown(text, shown, { line: mark.endLine, column: mark.endColumn });
  return { ...mark, column: from.column, endColumn: to.column };
}

/** A place as an offset in the displayed text. */
export function offsetShown(shown: string, { line, column }: Spot): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = shown.indexOf('\n', start);
    if (end === -1) return shown.length;
    start = end + 1;
  }
  return start + column - 1;
}

/** Most rows, columns and cells that are laid out: a server chooses how many there are. */
export const tableLimits = { rows: 1_000, columns: 50, cells: 5_000 } as const;

interface TableCell {
  readonly text: string;
  /** Its range in the text, up to the next cell (UTF-16 units). */
  readonly from: number;
  readonly to: number;
}

export interface TextTable {
  readonly rows: readonly (readonly TableCell[])[];
  /** The text has more rows than these. */
  readonly isCut: boolean;
}

/**
 * The rows of comma- or tab-separated text (RFC 4180). Null if it's no table or has loose quotes,
 * which would hide where a cell ends.
 */
export function tableRows(text: string, separator: ',' | '\t'): TextTable | null {
  const rows: TableCell[][] = [];
  let row: { text: string; from: number }[] = [];
  let cells = 0;
  let at = 0;
  const found: { text: string; from: number }[][] = [];
  while (at < text.length) {
    const from = at;
    let value: string;
    if (text[at] === '"') {
      const end = quoteEnd(text, at);
      if (end === -1) return null;
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      if (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) return null;
    } else {
      const stop = /[,\t\r\n"]/g;
      let end = text.length;
      for (stop.lastIndex = at; ;) {
        const sign = stop.exec(text);
        if (sign === null) break;
        if (sign[0] === '"') return null;
        if (sign[0] !== separator && !/[\r\n]/.test(sign[0])) continue;
        end = sign.index;
        break;
      }
      value = text.slice(at, end);
      at = end;
    }
    row.push({ text: value, from });
    cells += 1;
    if (row.length > tableLimits.columns) return null;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push({ text: '', from: at });
      else continue;
    }
    found.push(row);
    row = [];
    while (at < text.length && /[\r\n]/.test(text[at] ?? '')) at += 1;
    if (found.length >= tableLimits.rows || cells >= tableLimits.cells) break;
  }
  const isCut = at < text.length;
  const all = found.flat();
  if (found.length < 2 || (found[0]?.length ?? 0) < 2) return null;
  let index = 0;
  for (const one of found)
    rows.push(
      one.map((cell) => {
        index += 1;
        // The first cell includes what comes before it, and the last what comes after.
        return { ...cell, from: index === 1 ? 0 : cell.from, to: all[index]?.from ?? at };
      }),
    );
  return { rows, isCut };
}

/** Where a quoted cell's closing quote is; -1 without one. */
function quoteEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end;
  return -1;
}

/** Beyond these, JSON is shown as it was read: a server can nest it to make the page huge. */
const indentLimits = { characters: 200_000, depth: 40, growth: 4 } as const;

/** JSON with other white space between its tokens, and where each of its offsets was. */
interface IndentedJson {
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
