import { at, rule, type RuleHit } from '../rule.ts';
import { isOrdinary, isSeen } from '../../../../shared/invisible.ts';

/** One class with one quantifier, so it is linear for any text. */
const runs = /[\u{E0000}-\u{E007F}]+/gu;
/** The flag of a region: a black flag, its name in tag letters, and a closing tag. */
const region = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,7}\u{E007F}$/u;
const blackFlag = '\u{1F3F4}';

export const tagCharacters = rule({
  id: 'H01',
  family: 'hidden',
  severity: 'critical',
  title: 'Text in invisible tag characters',
  why:
    'No screen draws these characters, but a model reads them as letters. The finding shows ' +
    'them decoded.',
  confusedWith: 'The flags of England, Scotland and Wales use them and are ignored.',
  *look({ text }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(runs)) {
      const isFlag = text.endsWith(blackFlag, index) && region.test(run);
      if (!isFlag) yield found(run, index);
    }
  },
});

const found = (run: string, index: number): RuleHit => ({
  start: index,
  end: index + run.length,
  decoded: { path: ['tag characters'], text: [...run].map(letter).join('') },
});

function letter(tag: string): string {
  const point = (tag.codePointAt(0) ?? 0) - 0xe0000;
  return point >= 0x20 && point < 0x7f ? String.fromCharCode(point) : '';
}

/** Embeddings and overrides, up to their end or that of the line. */
const changes = /[\u202A\u202B\u202D\u202E][^\n\u202C]*\u202C?/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** H02. */
export const direction = rule({
  id: 'H02',
  family: 'hidden',
  severity: 'high',
  title: 'Characters that reverse the reading direction',
  why:
    'They make the screen show letters in a different order than a machine reads them. What ' +
    'looks like a comment can be code.',
  confusedWith:
    'Older Hebrew and Arabic texts use them, closed on the same line. These are rated low.',
  *look({ text, kind }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(changes)) {
      const isWriting = run.endsWith('\u202C') && rightToLeft.test(run) && kind.kind !== 'code';
      yield at({ start: index, end: index + run.length }, isWriting ? { severity: 'low' } : {});
    }
  },
});

const marks = /[\u2066-\u2069]/gu;

/** H03. */
export const isolates = rule({
  id: 'H03',
  family: 'hidden',
  severity: 'high',
  title: 'Unclosed change of reading direction in code',
  why:
    'The rest of the line is shown in a different order than it runs. Editors close such a ' +
    "change at the end of the line; compilers don't know it.",
  confusedWith: 'Pairs closed on their line around a right-to-left word are ignored.',
  *look({ text, code }): Iterable<RuleHit> {
    for (const part of code) {
      const source = text.slice(part.start, part.end);
      if (source.search(marks) === -1) continue;
      let from = part.start;
      for (const line of source.split('\n')) {
        const open = unclosed(line);
        if (open !== null) yield at({ start: from + open, end: from + line.trimEnd().length });
        from += line.length + 1;
      }
    }
  },
});

/** Where the first change starts that the line doesn't close; null if all are closed. */
function unclosed(line: string): number | null {
  const open: number[] = [];
  for (const { 0: mark, index } of line.matchAll(marks))
    if (mark === '\u2069') open.pop();
    else open.push(index);
  return open[0] ?? null;
}

const unseen = /[\u200B-\u200D\u2060-\u2064\uFEFF]/gu;
/** Letters of scripts that use joiners. */
const joining =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Thai}]/u;
/** How many in a row, and how many spread over one line, where each means little on its own. */
const fewest = { inARow: 3, onALine: 8 } as const;

interface Run {
  start: number;
  end: number;
  points: number[];
}

/** H04. */
export const zeroWidth = rule({
  id: 'H04',
  family: 'hidden',
  severity: 'medium',
  title: 'Several zero-width characters',
  why:
    'Two kinds of them are enough to encode any text. If they spell something, the finding ' +
    'shows it and is rated higher.',
  confusedWith:
    'Joined emoji, Persian and Indian words, and a mark at the very start of a file are ' +
    'ignored.',
  *look({ text }): Iterable<RuleHit> {
    for (const { start, end, points } of runsIn(text)) {
      const said = decodedFrom(points);
      if (said !== null)
        yield { start, end, severity: 'high', decoded: { path: ['zero-width bits'], text: said } };
      else if (points.length >= fewest.inARow) yield { start, end };
    }
  },
});

function runsIn(text: string): Run[] {
  const rows: Run[] = [];
  const lines = new Map<number, Run>();
  let line = -1;
  let next = text.indexOf('\n');
  for (const { 0: mark, index } of text.matchAll(unseen)) {
    const point = mark.codePointAt(0) ?? 0;
    const atStart = point === 0xfeff && index === 0;
    if (atStart || isSeen(text, index, point) || isOrdinary(text, point, index)) continue;
    if (joining.test(text.slice(Math.max(0, index - 1), index + 2))) continue;
    const last = rows.at(-1);
    if (last?.end === index) {
      last.end = index + 1;
      last.points.push(point);
    } else rows.push({ start: index, end: index + 1, points: [point] });
    for (; next !== -1 && next < index; next = text.indexOf('\n', next + 1)) line = next;
    const onLine = lines.get(line);
    if (onLine === undefined) lines.set(line, { start: index, end: index + 1, points: [point] });
    else {
      onLine.end = index + 1;
      onLine.points.push(point);
    }
  }
  const spread = [...lines.values()].filter(({ points }) => points.length >= fewest.onALine);
  const alone = rows.filter(
    ({ start, end, points }) =>
      points.length >= fewest.inARow && !spread.some((run) => run.start <= start && end <= run.end),
  );
  return [...spread, ...alone].sort((a, b) => a.start - b.start);
}

/** Reads two kinds as bits, either way around, eight to a letter; null if that spells nothing. */
function decodedFrom(points: readonly number[]): string | null {
  const kinds = [...new Set(points)];
  if (kinds.length < 2 || kinds.length > 4) return null;
  for (const zero of kinds)
    for (const one of kinds) {
      if (zero === one) continue;
      const bits = points
        .filter((point) => point === zero || point === one)
        .map((point) => (point === one ? '1' : '0'))
        .join('');
      for (const width of [8, 7, 16]) {
        const letters = bits.match(new RegExp(`[01]{${width}}`, 'g')) ?? [];
        const said = letters
          .map((letter) => String.fromCharCode(Number.parseInt(letter, 2)))
          .join('');
        if (said.length >= 2 && /^[\x20-\x7e\n]+$/.test(said)) return said;
      }
    }
  return null;
}

const selectorRuns = /[\u{E0100}-\u{E01EF}\uFE00-\uFE0F]+/gu;
const ideograph = /[\p{Script=Han}\u{303F}]/u;

/** H05. */
export const selectors = rule({
  id: 'H05',
  family: 'hidden',
  severity: 'high',
  title: 'Data in variation selectors',
  why:
    'There are 256 of these invisible characters, one for each byte value. One letter can ' +
    'carry a whole hidden message.',
  confusedWith:
    'A single one after an emoji or a Chinese character picks its shape and is ignored.',
  *look({ text }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(selectorRuns)) {
      const bytes = [...run].map(byteOf);
      const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? '';
      const picksShape = bytes.length === 1 && ((bytes[0] ?? 0) < 16 || ideograph.test(before));
      if (picksShape || bytes.every((byte) => byte === 15 || byte === 14)) continue;
      const said = Buffer.from(bytes).toString('utf8');
      const decoded = { path: ['variation selectors'], text: said };
      yield { start: index, end: index + run.length, ...(bytes.length > 1 ? { decoded } : {}) };
    }
  },
});

/** VS1 to VS16 are 0 to 15, VS17 to VS256 the rest. */
function byteOf(selector: string): number {
  const point = selector.codePointAt(0) ?? 0;
  return point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00;
}

/** Escape sequences of terminals, and the single characters that start one. */
const escapes = /\u001B[[\]PX^_()#%@-Z\\]?|[\u0090\u009B\u009D\u009E\u009F]/gu;
const others =
  /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F\u007F-\u0084\u0086-\u008F\u0091-\u009A\u009C\u2061-\u2064\u206A-\u206F\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{13430}-\u{1343F}]+|\u00AD{2,}/gu;

/** H06. */
export const controlCharacters = rule({
  id: 'H06',
  family: 'hidden',
  severity: 'low',
  title: 'Terminal control characters or invisible characters',
  why:
    'A terminal that prints them moves its cursor, hides lines or sets the clipboard. Others ' +
    'are simply invisible.',
  confusedWith: 'Colors in recorded output, and leftovers of old word processors.',
  *look({ text }): Iterable<RuleHit> {
    const found = [
      ...[...text.matchAll(escapes)].map((match) =>
        hit(match, isColour(text, match.index) ? 'low' : 'high'),
      ),
      ...[...text.matchAll(others)].map((match) => hit(match, 'low')),
    ];
    yield* found.sort((a, b) => a.start - b.start);
  },
});

const hit = (match: RegExpExecArray, severity: 'low' | 'high'): RuleHit =>
  at(
    { start: match.index, end: match.index + match[0].length },
    severity === 'high' ? { severity } : {},
  );

/** `ESC [ 31 m` only changes how text looks, unless it makes the text invisible. */
const isColour = (text: string, index: number): boolean => {
  const shape = /^\u001B\[([\d;]{0,20})m/.exec(text.slice(index, index + 30))?.[1];
  return shape !== undefined && !shape.split(';').includes('8');
};

const privateRuns = /[\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]+/gu;

/** H07. */
export const privateUse = rule({
  id: 'H07',
  family: 'hidden',
  severity: 'low',
  title: 'Characters that have a meaning in only one font',
  why:
    'Without that font you see nothing, or a box. Two programs may interpret them ' +
    'differently.',
  confusedWith: 'Icon fonts in terminal prompts and style sheets.',
  *look({ text }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(privateRuns))
      // No icon font uses those beyond the first plane; a run of them is a message.
      yield at(
        { start: index, end: index + run.length },
        (run.codePointAt(0) ?? 0) > 0xffff && run.length > 8 ? { severity: 'medium' } : {},
      );
  },
});
