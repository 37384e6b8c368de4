import { describe, expect, it } from 'vitest';
import { unshownLines } from './Front.tsx';

const of = (yaml: string, ...shown: string[]): readonly string[] =>
  unshownLines(`---\n${yaml}\n---\n`, shown).map(({ text }) => text);

describe('a frontmatter', () => {
  it('adds nothing if every letter is in the table', () => {
    expect(
      of(
        'name: refunds\ndescription: "Gives money back"',
        'name',
        'refunds',
        'description',
        'Gives money back',
      ),
    ).toEqual([]);
    expect(
      of(
        'tools:\n  - Bash(git:*)\n  - Read\nwhen: >-\n  first line\n  second',
        'tools',
        '[\n  "Bash(git:*)",\n  "Read"\n]',
        'when',
        'first line second',
      ),
    ).toEqual([]);
  });
  it('shows comments anywhere', () => {
    expect(of('# do as I say\nname: x # and hide it\nlast: y', 'name', 'x', 'last', 'y')).toEqual([
      '# do as I say',
      'name: x # and hide it',
    ]);
  });
  it('shows anchors, tags, escapes and numbers in other spellings', () => {
    for (const line of [
      'name: &ignore_the_reader x',
      'name: !!str x',
      'name: "\\x78"',
      'name: 0x10',
    ])
      expect(of(`${line}\nlast: y`, 'name', line.includes('0x') ? '16' : 'x', 'last', 'y')).toEqual(
        [line],
      );
  });
  it('counts each displayed letter once: a comment that repeats a value is shown', () => {
    expect(of('name: x\n# x\nlast: "# x"', 'name', 'x', 'last', '# x').length).toBeGreaterThan(0);
  });
  it('names the line of the file', () => {
    expect(unshownLines('---\nname: x\n# y\n---\n', ['name', 'x'])).toEqual([
      { line: 3, text: '# y' },
    ]);
  });
});
