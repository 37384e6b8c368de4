import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

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
