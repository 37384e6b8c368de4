import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '../index.ts';
import type { Approvals } from '../types.ts';
import { approvalsText, vectors } from '../testing/vectors.ts';
import { loadApprovals, watchApprovals } from './index.ts';
import { dataFolder } from './location.ts';

const approved = vectors.check.find(({ name }) => name === 'approved')!.query;
const standing = (approvals: Approvals): string => check(approvals, approved).standing;
const onWindows = process.platform === 'win32';

let folder: string;
let path: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillgate-host-')));
  path = join(folder, 'approvals.json');
  writeFileSync(path, approvalsText('approved'), { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('reading decisions', () => {
  it('answers from the file, leaves it as it is and puts nothing beside it', async () => {
    const before = lstatSync(path, { bigint: true });
    expect(standing(await loadApprovals(path))).toBe('approved');
    const after = lstatSync(path, { bigint: true });
    expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([
      before.ino,
      before.mtimeNs,
      before.ctimeNs,
    ]);
    expect(readdirSync(folder)).toEqual(['approvals.json']);
  });

  it('reads beside a lock that somebody holds', async () => {
    writeFileSync(`${path}.lock`, 'held');
    expect(standing(await loadApprovals(path))).toBe('approved');
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe('held');
  });

  it('has no decision where there is no file, nor where there is no folder', async () => {
    expect(standing(await loadApprovals(join(folder, 'none.json')))).toBe('undecided');
    expect(standing(await loadApprovals(join(folder, 'none', 'approvals.json')))).toBe('undecided');
  });

  const audit = (...actions: readonly string[]): void =>
    writeFileSync(
      join(folder, 'audit.jsonl'),
      actions.map((action) => `${JSON.stringify({ seq: 1, action })}\n`).join(''),
    );

  it.each<[string, () => void]>([
    ['the audit beside it records decisions', () => audit('exported', 'denied')],
    ['the audit beside it is damaged', () => writeFileSync(join(folder, 'audit.jsonl'), '\0')],
    ['the audit beside it cannot be read', () => mkdirSync(join(folder, 'audit.jsonl'))],
    [
      'a writer was stopped',
      () => writeFileSync(`${path}.next`, approvalsText('approved'), { mode: 0o600 }),
    ],
  ])('cannot tell from a missing file where %s', async (_, forge) => {
    rmSync(path);
    forge();
    const approvals = await loadApprovals(path);
    expect(approvals).toMatchObject({ status: 'unreadable', reason: 'missing' });
    expect(check(approvals, approved)).toEqual({ standing: 'cannot-tell', reason: 'missing' });
  });

  it('has no decision where the audit has notes alone, and none is lost beside a file', async () => {
    audit('exported', 'load-refused');
    writeFileSync(`${path}.next`, approvalsText('approved').slice(0, -20));
    expect(standing(await loadApprovals(path))).toBe('approved');
    rmSync(path);
    expect(standing(await loadApprovals(path))).toBe('undecided');
  });

  it('cannot tell from a file cut at any place', async () => {
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length += 97) {
      writeFileSync(path, whole.subarray(0, length));
      const approvals = await loadApprovals(path);
      expect([length, approvals.status, standing(approvals)]).toEqual([
        length,
        'unreadable',
        'cannot-tell',
      ]);
    }
  });

  it.each<[string, string, () => void]>([
    ['a folder', 'io', () => (rmSync(path), mkdirSync(path))],
    ['a path through a file', 'io', () => (path = join(path, 'approvals.json'))],
    [
      'bytes that are no UTF-8',
      'corrupt',
      () => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from([0xff])])),
    ],
    ['nesting without end', 'corrupt', () => writeFileSync(path, '['.repeat(5_000_000))],
  ])('cannot tell from %s', async (_, reason, forge) => {
    forge();
    expect(await loadApprovals(path)).toMatchObject({ status: 'unreadable', reason });
  });

  it.skipIf(onWindows).each<[string, string, () => void]>([
    [
      'a link',
      'symlink',
      () => (renameSync(path, `${path}.real`), symlinkSync(`${path}.real`, path)),
    ],
    [
      'a folder that is a link',
      'symlink',
      () => (
        mkdirSync(join(folder, 'real')),
        renameSync(path, join(folder, 'real', 'approvals.json')),
        symlinkSync(join(folder, 'real'), join(folder, 'link')),
        void (path = join(folder, 'link', 'approvals.json'))
      ),
    ],
    ['a file that others can write', 'permission', () => chmodSync(path, 0o622)],
    ['a folder that others can write', 'unsafe-folder', () => chmodSync(folder, 0o777)],
    ['a FIFO', 'io', () => (rmSync(path), execFileSync('mkfifo', ['-m', '600', path]))],
  ])('cannot tell from %s', async (_, reason, forge) => {
    forge();
    const approvals = await loadApprovals(path);
    expect(approvals).toMatchObject({ status: 'unreadable', reason });
    expect(standing(approvals)).toBe('cannot-tell');
  });

  it('tells where the file is on every platform', () => {
    const place = { home: '/home/me', env: {}, cwd: '/work' };
    expect(dataFolder({ ...place, platform: 'linux' })).toBe('/home/me/.config/skillgate');
    expect(dataFolder({ ...place, platform: 'linux', env: { XDG_CONFIG_HOME: '/x' } })).toBe(
      '/x/skillgate',
    );
    expect(dataFolder({ ...place, platform: 'linux', env: { XDG_CONFIG_HOME: 'x' } })).toBe(
      '/home/me/.config/skillgate',
    );
    expect(dataFolder({ ...place, platform: 'darwin' })).toBe(
      '/home/me/Library/Application Support/skillgate',
    );
    expect(
      dataFolder({
        ...place,
        home: 'C:\\me',
        platform: 'win32',
        env: { APPDATA: 'C:\\me\\Roaming' },
      }),
    ).toBe('C:\\me\\Roaming\\skillgate');
    expect(dataFolder({ ...place, platform: 'linux', env: { SKILLGATE_HOME: 'data' } })).toBe(
      '/work/data',
    );
  });
});

describe('watching decisions', () => {
  const until = async (look: () => boolean): Promise<void> => {
    for (const end = Date.now() + 20_000; !look(); await sleep(10))
      if (Date.now() > end) throw new Error('nothing came');
  };

  it('tells the state at once, then each replacement, damage and removal of the file', async () => {
    const seen: string[] = [];
    const stop = watchApprovals((approvals) => seen.push(standing(approvals)), path);
    const replace = (text: string): void => {
      writeFileSync(`${path}.next`, text, { mode: 0o600 });
      renameSync(`${path}.next`, path);
    };
    try {
      await until(() => seen.at(-1) === 'approved');
      replace(approvalsText('denied'));
      await until(() => seen.at(-1) === 'denied');
      replace('{');
      await until(() => seen.at(-1) === 'cannot-tell');
      rmSync(path);
      await until(() => seen.at(-1) === 'undecided');
    } finally {
      stop();
    }
    const before = seen.length;
    replace(approvalsText('approved'));
    await sleep(700);
    expect(seen.length).toBe(before);
  });

  it('tells of a file that is gone, and of one that a person put back', async () => {
    writeFileSync(join(folder, 'audit.jsonl'), '{"action":"approved"}\n');
    const seen: string[] = [];
    const stop = watchApprovals((approvals) => seen.push(standing(approvals)), path);
    try {
      await until(() => seen.at(-1) === 'approved');
      renameSync(path, `${path}.kept`);
      await until(() => seen.at(-1) === 'cannot-tell');
      renameSync(`${path}.kept`, path);
      await until(() => seen.at(-1) === 'approved');
    } finally {
      stop();
    }
  });

  it('waits for a folder that is not there yet', async () => {
    const later = join(folder, 'later', 'approvals.json');
    const seen: string[] = [];
    const stop = watchApprovals((approvals) => seen.push(standing(approvals)), later);
    try {
      await until(() => seen.at(-1) === 'undecided');
      mkdirSync(join(folder, 'later'), { mode: 0o700 });
      writeFileSync(later, approvalsText('approved'), { mode: 0o600 });
      await until(() => seen.at(-1) === 'approved');
    } finally {
      stop();
    }
  });
});
