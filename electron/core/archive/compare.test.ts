import { describe, expect, it } from 'vitest';
import { compareFiles } from './compare.ts';
import { contentsOf } from './testing/reading.ts';
import { tarGz } from './testing/tar-writer.ts';
import { skillZip } from './testing/zip-writer.ts';

describe('two sets of files', () => {
  it('are equal when every path has the same digest, in any order and in any container', async () => {
    const a = { name: 'a', body: '1' };
    const b = { name: 'b', body: '2' };
    expect(
      compareFiles((await contentsOf(tarGz(a, b))).files, (await contentsOf(skillZip(b, a))).files),
    ).toEqual([]);
  });

  it('differ file by file, in the order of their paths', () => {
    const first = [
      { path: 'c', digest: 'sha256:1' },
      { path: 'a', digest: 'sha256:1' },
    ];
    const second = [
      { path: 'b', digest: 'sha256:2' },
      { path: 'c', digest: 'sha256:3' },
    ];
    expect(compareFiles(first, second)).toEqual([
      { kind: 'only-in-first', path: 'a', first: 'sha256:1' },
      { kind: 'only-in-second', path: 'b', second: 'sha256:2' },
      { kind: 'differs', path: 'c', first: 'sha256:1', second: 'sha256:3' },
    ]);
  });

  it("differ where only a letter's case does", () => {
    expect(
      compareFiles([{ path: 'A', digest: 'x' }], [{ path: 'a', digest: 'x' }]).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['only-in-first', 'only-in-second']);
  });
});
