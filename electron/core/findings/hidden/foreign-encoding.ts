import { markedText } from '../../preview/marked-text.ts';
import { rule, type RuleHit } from '../rule.ts';

/** H16. */
export const foreignEncoding = rule({
  id: 'H16',
  family: 'hidden',
  severity: 'low',
  title: "Text file isn't valid UTF-8",
  why:
    'Programs guess differently what such bytes mean, or drop them, so two programs may read ' +
    'two different texts.',
  confusedWith: 'Old files in Latin-1 or Windows-1252, with single accented letters only.',
  *look({ bytes, text, opened }): Iterable<RuleHit> {
    if (text === '' || opened.length > 0) return;
    const { bad } = markedText(bytes);
    const [first] = bad;
    if (first === undefined) return;
    const isLatin = bad.every(({ byte }) => byte >= 0xa0);
    const marks = bad
      .slice(0, 50)
      .map(({ index }) => ({ start: index, end: index + '\\x{E9}'.length }));
    yield {
      ...(marks[0] ?? { start: 0, end: 0 }),
      related: marks.slice(1),
      decoded: {
        path: [isLatin ? 'Latin-1' : 'not UTF-8'],
        text: said(
          bad.map(({ byte }) => byte),
          isLatin,
        ),
      },
    };
  },
});

function said(bytes: readonly number[], isLatin: boolean): string {
  if (isLatin) return Buffer.from(bytes.slice(0, 100)).toString('latin1');
  const isOverlong = bytes.some((byte) => byte === 0xc0 || byte === 0xc1);
  return `${bytes.length} bytes${isOverlong ? ', some of overlong forms' : ''}`;
}
