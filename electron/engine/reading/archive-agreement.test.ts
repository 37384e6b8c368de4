import { describe, expect, it } from 'vitest';
import type { ArchiveContents } from '../../core/archive/archive.ts';
import { difference, notesOf } from './archive-agreement.ts';

const contents = (more: Partial<Record<keyof ArchiveContents, unknown>>): ArchiveContents =>
  ({ files: [], entries: [], notes: [], unpackedBytes: 0, ...more }) as never;
const files = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([path, digest]) => ({ path, digest }));

describe('an archive and another form of the same skill', () => {
  it('agree where every file is the same', () => {
    const archive = contents({ files: files({ 'a.md': '1', 'b.md': '2' }) });
    const same = new Map([
      ['b.md', '2'],
      ['a.md', '1'],
    ]);
    expect(difference(archive, same, 'skill://a')).toBeNull();
  });

  it('are told apart by the first five differences', () => {
    const archive = contents({ files: files({ a: '1', b: '2', c: '3', d: '4' }) });
    const other = new Map([
      ['a', 'x'],
      ['b', '2'],
      ...['e', 'f', 'g', 'h'].map((path) => [path, '1'] as const),
    ]);
    expect(difference(archive, other, 'skill://a')).toEqual({
      rule: 'archive-differs',
      message:
        'The archive and the other form of this skill differ: a differs; c is only in the archive; d is only in the archive; e isn’t in the archive; f isn’t in the archive and 2 more.',
      field: 'skill://a',
      expected: 'the same files',
      actual: '7 differences',
      clause: 'Archives',
    });
    const five = new Map(['a', 'b', 'c', 'd', 'e'].map((path) => [path, '1']));
    expect(difference(contents({}), five, '')?.message).not.toContain('more');
  });
});

describe('what an archive has besides files', () => {
  it('is nothing worth a word where there are files alone', () => {
    const entries = [{ path: 'a.md', kind: 'file', notes: [], linkTarget: null }];
    expect(notesOf(contents({ entries }))).toEqual([]);
  });

  it('is named: links with where they lead, and what is noted of entries', () => {
    const entries = [
      { path: 'link', kind: 'symlink', linkTarget: '../up', notes: [] },
      { path: 'hard', kind: 'hardlink', linkTarget: null, notes: [] },
      { path: 'run.sh', kind: 'file', linkTarget: 'x', notes: ['is run by its mode', 'is odd'] },
    ];
    expect(notesOf(contents({ entries, notes: ['It has a comment.'] }))).toEqual([
      {
        rule: 'archive-contents',
        message:
          'The archive has links, which are shown but not followed: It has a comment.; link → ../up; hard → ?; run.sh: is run by its mode; run.sh: is odd.',
        clause: 'Archives',
      },
    ]);
  });

  it('is named up to eight, and counted beyond', () => {
    const notes = (count: number) => Array.from({ length: count }, (_, at) => `note ${at}`);
    expect(notesOf(contents({ notes: notes(8) }))[0]?.message).toMatch(/note 7\.$/);
    expect(notesOf(contents({ notes: notes(10) }))[0]?.message).toMatch(/note 7 and 2 more\.$/);
  });
});
