import { describe, expect, it } from 'vitest';
import { decodeName, entryPath, foldPath } from './archive.ts';

const refused = (name: string, isFolder = false): readonly string[] => {
  const path = entryPath(name, isFolder);
  if (path.ok) throw new Error(`${name} is accepted as ${path.value}`);
  const { rule, message, entry } = path.error;
  expect(entry).toBe(name);
  return [rule, message];
};

describe('the path of an entry', () => {
  it.each([
    ['a', 'a'],
    ['./a', 'a'],
    ['a/b.md', 'a/b.md'],
    ['.hidden', '.hidden'],
    ['a'.repeat(1_024), 'a'.repeat(1_024)],
    [`./${'a'.repeat(1_024)}`, 'a'.repeat(1_024)],
    [`${'a/'.repeat(31)}b`, `${'a/'.repeat(31)}b`],
    ['a\u00a0b', 'a\u00a0b'],
  ])('%j is %j', (name, path) => {
    expect(entryPath(name, false)).toEqual({ ok: true, value: path });
    expect(entryPath(name, true)).toEqual({ ok: true, value: path });
  });

  it('is the root itself only for a folder', () => {
    expect(entryPath('.', true)).toEqual({ ok: true, value: '' });
    expect(refused('.')[0]).toBe('path-segment');
    expect(refused('./', true)[0]).toBe('path-empty');
  });

  it.each([
    ['', 'path-empty', 'An entry has no path.'],
    ['./', 'path-empty', 'An entry has no path.'],
    ['a'.repeat(1_025), 'path-length', 'An entry has a path longer than 1024 characters.'],
    ['a\u0000', 'path-control', 'An entry has a control character in its path.'],
    ['a\u001fb', 'path-control', 'An entry has a control character in its path.'],
    ['\u009fb', 'path-control', 'An entry has a control character in its path.'],
    ['//host/a', 'path-unc', 'An entry names another machine.'],
    ['\\\\host\\a', 'path-unc', 'An entry names another machine.'],
    ['Z:a', 'path-drive', 'An entry names a drive.'],
    ['./c:/a', 'path-drive', 'An entry names a drive.'],
    ['a\\b', 'path-backslash', 'An entry has a backslash in its path.'],
    ['/a', 'path-absolute', 'An entry has an absolute path.'],
    ['a/../b', 'path-traversal', 'An entry leads outside its folder.'],
    ['a/./b', 'path-segment', 'An entry has an empty segment or a dot segment in its path.'],
    ['a//b', 'path-segment', 'An entry has an empty segment or a dot segment in its path.'],
    [`${'a/'.repeat(32)}b`, 'path-depth', 'An entry is more than 32 levels deep.'],
  ])('%j is refused by %s with a message', (name, rule, message) => {
    expect(refused(name)).toEqual([rule, message]);
  });
});

describe('a name', () => {
  it('keeps its byte order mark, which makes it a different name', () => {
    expect(decodeName(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toEqual({
      ok: true,
      value: '\ufeffa',
    });
  });

  it('that is not UTF-8 is shown as far as possible', () => {
    expect(decodeName(new Uint8Array([0x61, 0xff, 0x62]))).toEqual({
      ok: false,
      error: { rule: 'name-encoding', message: 'A name is not valid UTF-8.', entry: 'a\ufffdb' },
    });
  });
});

describe('a path as another file system reads it', () => {
  it.each([
    ['A/B', ['a', 'b']],
    ['a. ./b .', ['a', 'b']],
    ['.../ ', ['', '']],
    ['a.b/c d', ['a.b', 'c d']],
    [' a', [' a']],
    ['STRASSE/straße', ['strasse', 'strasse']],
  ])('%j becomes %j, with the same number of segments', (path, folded) => {
    expect(foldPath(path)).toEqual(folded);
  });
});
