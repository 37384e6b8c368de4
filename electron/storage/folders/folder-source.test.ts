import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../core/digest.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { openFolderSource, readFolder, type KnownDigests } from './folder-source.ts';

const file = 'skill://notes/a.md';
let top: string;
let path: string;
let known: KnownDigests;

beforeEach(async () => {
  top = await temporaryFolder();
  path = join(top, 'notes/a.md');
  known = new Map();
  await mkdir(join(top, 'notes'));
  await writeFile(join(top, 'notes/SKILL.md'), '---\nname: notes\ndescription: Notes.\n---\n');
  await writeFile(path, 'one');
});
afterEach(() => void vi.useRealTimers());

const digest = async (): Promise<string | undefined> => {
  const { skills } = await readFolder(top, known);
  return skills[0]?.files.find(({ uri }) => uri === file)?.digest;
};
const later = (ms: number): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

describe('a folder that’s read again', () => {
  it('has the digests of files that are as they were, without reading them', async () => {
    later(10_000);
    expect(await digest()).toBe(sha256(Buffer.from('one')));
    const kept = known.get(path);
    if (kept === undefined) throw new Error('the digest was forgotten');
    known.set(path, { ...kept, digest: 'of the last time' });
    expect(await digest()).toBe('of the last time');
  });

  it('reads a file whose content is other under the same size and time', async () => {
    later(10_000);
    await digest();
    const { atime, mtime } = await stat(path);
    await writeFile(path, 'two');
    await utimes(path, atime, mtime);
    expect(await digest()).toBe(sha256(Buffer.from('two')));
  });

  it('keeps no digest of a file that may change again within the same moment', async () => {
    const { ctimeMs } = await stat(path);
    vi.useFakeTimers({ toFake: ['Date'], now: ctimeMs + 1 });
    await digest();
    expect(known.has(path)).toBe(false);
  });
});

it('names a path once where it is given in full, and both where not', async () => {
  const said = async (given: string): Promise<string> => {
    const opened = await openFolderSource({ cwd: top, home: top }, given);
    return opened.ok ? '' : opened.error;
  };
  const empty = join(top, 'empty');
  await mkdir(empty);
  expect(await said(path)).toBe(`${path} is neither a folder nor a SKILL.md.`);
  expect(await said(`${path}/`)).toBe(`${path}/ is neither a folder nor a SKILL.md.`);
  expect(await said('notes/a.md')).toBe(`notes/a.md (${path}) is neither a folder nor a SKILL.md.`);
  expect(await said(empty)).toBe(`There's no SKILL.md in ${empty} or its subfolders.`);
  expect(await said('empty')).toBe(`There's no SKILL.md in empty (${empty}) or its subfolders.`);
  expect(await said(`${empty}/x`)).toBe(`${empty}/x can't be read: there's nothing there.`);
  expect(await said('x')).toBe(`x can't be read: there's nothing at ${join(top, 'x')}.`);
});
