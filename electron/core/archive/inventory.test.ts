import { describe, expect, it } from 'vitest';
import type { RawArchiveEntry } from './archive.ts';
import { takeInventory } from './inventory.ts';

const file = (name: string): RawArchiveEntry => ({ name, kind: 'file', mode: 0o644 });
const folder = (name: string): RawArchiveEntry => ({ name, kind: 'folder', mode: 0o755 });
const link = (name: string, linkTarget: string): RawArchiveEntry => ({
  name,
  kind: 'symlink',
  mode: 0o777,
  linkTarget,
});
const main = file('SKILL.md');
const refusalOf = (...entries: RawArchiveEntry[]): unknown => {
  const taken = takeInventory([main, ...entries]);
  return taken.ok ? taken.value : taken.error;
};
const many = (count: number, make: (name: string) => RawArchiveEntry): RawArchiveEntry[] =>
  Array.from({ length: count }, (_, at) => make(`e${at}`));

describe('all entries of an archive', () => {
  it('have their paths in order, and the root has an empty one', () => {
    expect(
      refusalOf(folder('.'), folder('a'), file('./a/b'), file('c/d/e'), folder('c/d'), folder('c')),
    ).toEqual(['SKILL.md', '', 'a', 'a/b', 'c/d/e', 'c/d', 'c']);
  });

  it('may include the root twice, as in an appended archive, but never as a file', () => {
    expect(refusalOf(folder('.'), folder('.'), file('a'))).toEqual(['SKILL.md', '', '', 'a']);
    expect(refusalOf(file('.'))).toMatchObject({ rule: 'path-segment', entry: '.' });
  });

  it('are at most 2,048, and at most 512 that are not folders', () => {
    expect(refusalOf(...many(2_047, folder))).toHaveLength(2_048);
    expect(refusalOf(...many(2_048, folder))).toEqual({
      rule: 'too-many-entries',
      message: 'The archive has too many entries.',
      expected: 'at most 2048',
      actual: '2049',
    });
    expect(refusalOf(...many(511, file))).toHaveLength(512);
    expect(refusalOf(...many(512, file))).toEqual({
      rule: 'too-many-files',
      message: 'The archive has too many files.',
      expected: 'at most 512',
      actual: '513',
    });
  });

  it('are refused for the first bad path', () => {
    expect(refusalOf(file('a/../b'), file('/c'))).toMatchObject({ rule: 'path-traversal' });
  });

  it('can only be below folders', () => {
    const below = {
      rule: 'file-and-folder',
      message: 'An entry is inside another that is not a folder.',
    };
    expect(refusalOf(file('a'), file('a/b'))).toEqual({ ...below, entry: 'a/b', actual: 'a' });
    expect(refusalOf(link('a', 'SKILL.md'), file('A/b/c'))).toEqual({
      ...below,
      entry: 'A/b/c',
      actual: 'a',
    });
    expect(refusalOf(file('a/b'), file('a'))).toEqual({
      rule: 'file-and-folder',
      message: 'An entry that is not a folder has others inside it.',
      entry: 'a',
    });
  });

  it('have different paths, even on a file system that ignores case', () => {
    expect(refusalOf(file('a'), file('a'))).toEqual({
      rule: 'duplicate-path',
      message: 'Two entries have the same path.',
      entry: 'a',
    });
    expect(refusalOf(folder('a'), folder('a'))).toMatchObject({ rule: 'duplicate-path' });
    expect(refusalOf(file('x/a'), file('x/A'))).toEqual({
      rule: 'twin-path',
      message: 'Two paths differ only in case or in other ways that some file systems ignore.',
      entry: 'x/A',
      expected: 'x/a',
      actual: 'x/A',
    });
    expect(refusalOf(file('x/y/a'), file('x/Y/b'))).toEqual({
      rule: 'twin-path',
      message: 'Two folders differ only in case or in other ways that some file systems ignore.',
      entry: 'x/Y/b',
      expected: 'x/y',
      actual: 'x/Y',
    });
    // The same name in two folders, or a name that is the end of another, isn't a twin.
    expect(refusalOf(file('x/a'), file('y/a'), file('xa'))).toHaveLength(4);
  });

  it('are checked as links once all entries are known', () => {
    expect(refusalOf(link('l', 'd/x'), link('d', 'e'))).toMatchObject({
      rule: 'link-outside',
      message: 'A link goes through another link.',
      entry: 'l',
    });
    expect(refusalOf(link('l', 'd/x'), folder('d'))).toHaveLength(3);
  });

  it('include SKILL.md as a file at the root', () => {
    const missing = {
      ok: false,
      error: {
        rule: 'no-skill-md',
        message: 'The archive has no SKILL.md file at its root.',
        expected: 'SKILL.md',
      },
    };
    for (const entries of [
      [],
      [file('a/SKILL.md')],
      [folder('SKILL.md')],
      [link('SKILL.md', 'a'), file('a')],
      [file('SKILL.md.txt')],
    ])
      expect(takeInventory(entries)).toEqual(missing);
    expect(takeInventory([file('a'), file('./SKILL.md')])).toEqual({
      ok: true,
      value: ['a', 'SKILL.md'],
    });
  });
});
