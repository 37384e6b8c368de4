import { isOrdinary, isSeen } from '../../../../shared/invisible.ts';
import { rule, type RuleHit } from '../rule.ts';

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
