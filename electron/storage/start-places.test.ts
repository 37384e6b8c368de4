import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StartCommand } from '../engine/ports/servers.ts';
import { emptyFolderName, openStartPlaces } from './start-places.ts';

let root: string;
/** A cloned repository: the folder that the program is started in. */
let repository: string;
let dataFolder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillgate-places-'));
  repository = join(root, 'repository');
  dataFolder = join(root, 'data');
  mkdirSync(repository);
  mkdirSync(dataFolder, { mode: 0o700 });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const placesAt = (more: { isHosts?: boolean; userId?: number } = {}) =>
  openStartPlaces({
    place: { platform: 'linux', home: root, env: { PATH: '/usr/bin:/bin' } },
    ...{ dataFolder, cwd: repository, isHosts: false, ...more },
  });
const command = (args: readonly string[] = [], more: Partial<StartCommand> = {}): StartCommand => ({
  ...{ type: 'stdio', command: 'npx', args, env: {} },
  ...more,
});
const own = (): string => join(dataFolder, emptyFolderName);

describe('the folder that a stored server starts in', () => {
  it('is an empty one in the data folder, which nobody may write to by accident', async () => {
    expect(await placesAt().folderFor(command(['-y', '@acme/skills-server']))).toEqual({
      ok: true,
      value: own(),
    });
    expect(statSync(own()).mode & 0o777).toBe(0o500);
    expect((await placesAt().folderFor(command())).ok).toBe(true);
  });

  it('is refused when it is not empty, with what is in it, and nothing of that is taken away', async () => {
    mkdirSync(own());
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(own(), name), '');
    const answer = await placesAt().folderFor(command());
    expect(answer).toMatchObject({ ok: false, error: { spawn: { why: 'own-folder' } } });
    if (!answer.ok)
      expect(answer.error.text).toMatch(
        /must be empty, but contains “[a-d]”, “[a-d]”, “[a-d]” and more$/,
      );
    expect(readdirSync(own())).toHaveLength(4);
  });

  it.each([
    ['a link', () => symlinkSync(repository, own())],
    ['a file', () => writeFileSync(own(), '')],
    [
      'open to other users',
      () => {
        mkdirSync(own());
        chmodSync(own(), 0o777);
      },
    ],
    ['in a data folder that is open to other users', () => chmodSync(dataFolder, 0o777)],
    ['in no data folder at all', () => rmSync(dataFolder, { recursive: true })],
  ])('is refused when it is %s', async (_, forge) => {
    forge();
    expect(await placesAt().folderFor(command())).toMatchObject({
      ok: false,
      error: { spawn: { why: 'own-folder', path: own() } },
    });
  });

  it('is the one that is set, for what is relative, too', async () => {
    const given = command(['./server.js'], { startIn: repository, command: './run.sh' });
    expect(await placesAt().folderFor(given)).toEqual({ ok: true, value: repository });
    const below = { ...given, cwd: 'sub/..' };
    expect(await placesAt().folderFor(below)).toEqual({ ok: true, value: `${repository}/sub/..` });
    expect(await placesAt().folderFor({ ...given, cwd: root })).toEqual({ ok: true, value: root });
  });

  it.each([
    ['a relative command', command([], { command: './run.sh' })],
    ['a relative command without a dot', command([], { command: 'bin/run' })],
    ['an argument ./x', command(['./server.js'])],
    ['an argument ../x', command(['--', '../server.js'])],
    ['an argument that names a file', command(['server.js'])],
    ['a relative cwd', command([], { cwd: 'sub' })],
    ['a folder of another system', command([], { cwd: 'C:\\sub' })],
  ])('is refused for %s where none is set', async (_, given) => {
    writeFileSync(join(repository, 'server.js'), '');
    const answer = await placesAt().folderFor(given);
    expect(answer).toMatchObject({ ok: false, error: { spawn: { why: 'relative' } } });
  });

  it('is the empty one for a package that a folder here is called like', async () => {
    mkdirSync(join(repository, '@acme/skills-server'), { recursive: true });
    mkdirSync(join(repository, 'mcp_server_git'));
    for (const args of [['@acme/skills-server'], ['-m', 'mcp_server_git'], ['--dir=./x'], ['.env']])
      expect(await placesAt().folderFor(command(args))).toEqual({ ok: true, value: own() });
  });

  it('is refused where it belongs to another user, or any user can write to it', async () => {
    const mine = process.getuid?.() ?? 0;
    const elsewhere = mkdtempSync(join(root, 'x-'));
    if (mine === 0) {
      // Another person's: forged by asking as somebody else about a folder of a third one.
      const { chownSync } = await import('node:fs');
      chownSync(elsewhere, 12_345, 12_345);
      expect(
        await placesAt({ userId: 54_321 }).folderFor(command([], { cwd: elsewhere })),
      ).toMatchObject({ ok: false, error: { spawn: { why: 'open-folder', path: elsewhere } } });
    }
    if (mine === 0) {
      const { chownSync } = await import('node:fs');
      chownSync(elsewhere, 0, 54_321);
      chmodSync(elsewhere, 0o775);
      expect(await placesAt().folderFor(command([], { startIn: elsewhere }))).toMatchObject({
        ok: false,
        error: { spawn: { why: 'open-folder' } },
      });
      // The user's own group, as many systems have it.
      chownSync(elsewhere, 0, 0);
      expect((await placesAt().folderFor(command([], { startIn: elsewhere }))).ok).toBe(true);
    }
    chmodSync(elsewhere, 0o1777);
    for (const given of [{ cwd: elsewhere }, { startIn: elsewhere }])
      expect(await placesAt().folderFor(command([], given))).toMatchObject({
        ok: false,
        error: { spawn: { why: 'open-folder' } },
      });
  });

  it('that does not exist is left to the start, which says so', async () => {
    const gone = join(root, 'gone');
    expect(await placesAt().folderFor(command([], { cwd: gone }))).toEqual({
      ok: true,
      value: gone,
    });
  });
});

describe('the folder behind a gateway', () => {
  const gateway = () => placesAt({ isHosts: true });

  it("is the host's where nothing is set and nothing in the command is relative", async () => {
    expect(await gateway().folderFor(command(['-y', '@acme/skills-server']))).toEqual({
      ok: true,
      value: undefined,
    });
  });

  it('is the one that is set, as it was shown, and not the repository that the host is in', async () => {
    const safe = join(root, 'safe');
    mkdirSync(safe);
    for (const given of [
      command([], { command: './run.sh', startIn: safe }),
      command(['run.sh'], { command: 'sh', startIn: safe }),
      command(['-y', 'pkg'], { startIn: safe }),
      command([], { command: './run.sh', cwd: safe }),
    ]) {
      expect(await gateway().folderFor(given)).toEqual({ ok: true, value: safe });
      expect(await gateway().programOf(given)).toBe(await placesAt().programOf(given));
    }
    const below = command([], { command: './run.sh', startIn: safe, cwd: 'sub' });
    expect(await gateway().folderFor(below)).toEqual({ ok: true, value: `${safe}/sub` });
    chmodSync(safe, 0o1777);
    expect(await gateway().folderFor(command([], { startIn: safe }))).toMatchObject({
      ok: false,
      error: { spawn: { why: 'open-folder' } },
    });
  });

  it.each([
    ['a relative command', command([], { command: './run.sh' })],
    ['an argument ./x', command(['./server.js'])],
    ["an argument that names a file in the host's folder", command(['run.sh'], { command: 'sh' })],
    ['a relative cwd', command([], { cwd: 'sub' })],
    [
      "a program that only the host's folder has on the PATH",
      command([], { command: 'run.sh', env: { PATH: `:/usr/bin` } }),
    ],
  ])('is refused for %s where none is set', async (_, given) => {
    writeFileSync(join(repository, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    expect(await gateway().folderFor(given)).toMatchObject({
      ok: false,
      error: { spawn: { why: 'relative' } },
    });
  });
});

describe('the program that a command means', () => {
  it('is found on the PATH, and not in the folder of this process', async () => {
    writeFileSync(join(repository, 'npx'), '#!/bin/sh\n', { mode: 0o755 });
    const place = {
      platform: 'linux' as const,
      home: root,
      env: { PATH: `:.:${join(root, 'bin')}` },
    };
    const places = openStartPlaces({ place, dataFolder, cwd: repository, isHosts: false });
    expect(await places.programOf(command())).toBeNull();
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin/npx'), '#!/bin/sh\n', { mode: 0o755 });
    expect(await places.programOf(command())).toBe(join(root, 'bin/npx'));
    expect(await places.programOf(command([], { startIn: repository }))).toBe(`${repository}/npx`);
  });
});
