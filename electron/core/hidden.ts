import type { HiddenCharacter } from '../../shared/model/file-view.ts';
import type { WritingKind } from '../../shared/confusables/writing.ts';
import { isOrdinary, isSeen, isSpace, nameOf, suspects } from '../../shared/invisible.ts';
import { lookalikes } from '../../shared/lookalikes.ts';

/**
 * How many spaces in a row make a line look finished, and how many empty lines make the file look
 * finished.
 */
const longRun = { blanks: 100, inTable: 400, lines: 40 } as const;

interface Place {
  /** In UTF-16 units. */
  readonly index: number;
  readonly kind: HiddenCharacter['kind'];
  readonly codePoint: string;
  readonly name: string;
}

/**
 * Where a file's text holds what a reader cannot see or takes for something else. Tabs, line ends
 * and a byte order mark at the very start are ordinary.
 * @param limit most places given back.
 * @param kind how the text is written: more counts as an imitation in code.
 * @returns places in file order; lines and columns count from 1, columns in UTF-16 units.
 */
export function hiddenCharacters(
  text: string,
  limit = 200,
  kind: WritingKind = 'text',
): HiddenCharacter[] {
  const places = [...unseen(text, limit), ...posing(text, limit, kind), ...blanks(text, limit)]
    .sort((a, b) => a.index - b.index)
    .slice(0, limit);
  let line = 1;
  let lineStart = 0;
  return places.map(({ index, kind, codePoint, name }) => {
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < index;) {
      line += 1;
      lineStart = end + 1;
      end = text.indexOf('\n', lineStart);
    }
    return { kind, line, column: index - lineStart + 1, codePoint, name };
  });
}

const codePointOf = (point: number): string =>
  `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

function unseen(text: string, limit: number): Place[] {
  const found: Place[] = [];
  for (const match of text.matchAll(suspects)) {
    if (found.length >= limit) break;
    const index = match.index;
    const point = match[0].codePointAt(0) ?? 0;
    const ordinary = isOrdinary(text, point, index) || (point === 0xfeff && index === 0);
    if (ordinary || isSeen(text, index, point)) continue;
    found.push({
      index,
      kind: isSpace(point) ? 'space' : 'invisible',
      codePoint: codePointOf(point),
      name: nameOf(point),
    });
  }
  return found;
}

const posing = (text: string, limit: number, writing: WritingKind): Place[] =>
  lookalikes(text, writing)
    .slice(0, limit)
    .map(({ index, char, name }) => ({
      index,
      kind: 'lookalike',
      codePoint: codePointOf(char.codePointAt(0) ?? 0),
      name,
    }));

/**
 * Lines that look finished long before they end, and text after a screen of empty lines. Scans by
 * hand: a regular expression with two repeats takes quadratic time on hostile spaces.
 */
function blanks(text: string, limit: number): Place[] {
  const found: Place[] = [];
  const put = (index: number, name: string): void => {
    if (found.length < limit) found.push({ index, kind: 'blank', codePoint: '', name });
  };
  let from = 0;
  while (from < text.length) {
    if (!isBlank(text.charCodeAt(from))) {
      from += 1;
      continue;
    }
    let to = from;
    let lines = 0;
    let run = 0;
    let longest = 0;
    let longestAt = from;
    for (; to < text.length && isBlank(text.charCodeAt(to)); to += 1) {
      if (text.charCodeAt(to) === 0x0a) {
        lines += 1;
        run = 0;
      } else if (text.charCodeAt(to) !== 0x0d) run += 1;
      if (run > longest) {
        longest = run;
        longestAt = to - run + 1;
      }
    }
    if (lines > longRun.lines && to < text.length)
      put(from, `${lines - 1} empty lines before more text`);
    else if (longest >= longRun.blanks && !isPadding(text, longestAt, longest))
      put(longestAt, `${longest} spaces in a row`);
    from = to;
  }
  return found;
}

const isBlank = (unit: number): boolean =>
  unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;

/** Table columns are padded with spaces. */
function isPadding(text: string, at: number, count: number): boolean {
  return count < longRun.inTable && text[at + count] === '|';
}
