import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../commands/run.ts';
import { hereAt } from '../commands/testing/here.ts';
import { setDigest } from '../core/decisions/record.ts';
import { verifyAudit } from '../storage/audit/verify.ts';
import { openStore, put, record } from '../storage/testing/forge.ts';
import { makePlace, type Place } from './testing/place.ts';

const { uri, resources, server } = record('a');
let place: Place;
beforeEach(async () => {
  place = makePlace();
  await (await openStore(place.data)).commit([put('a', { setDigest: setDigest(resources) })]);
});
afterEach(() => place.remove());

const path = (): string => place.path('data/approvals.json');

/** The exit code of `check`: only 0 means yes. */
async function exitOfCheck(): Promise<number> {
  const args = [
    'check',
    '--uri',
    uri,
    '--resources',
    '-',
    '--identity',
    JSON.stringify(server.identity),
  ];
  const stdin = (async function* () {
    yield Buffer.from(JSON.stringify(resources));
  })();
  const { platform } = process;
  const { home } = place;
  const env = { SKILLGATE_HOME: place.data, SKILLGATE_POLICY: '' };
  return (
    await answer(args, '0', hereAt({ place: { platform, home, env }, cwd: place.root, stdin }))
  ).exit;
}

describe('unreadable decisions', () => {
  it('count while they can be read', async () => {
    expect(await exitOfCheck()).toBe(0);
  });

  it('make check end with 2 wherever the file is truncated or overwritten', async () => {
    const whole = readFileSync(path());
    let places = 0;
    for (let at = 0; at < whole.length - 1; at += 97) {
      const overwritten = Buffer.from(whole);
      overwritten[at] = 0xff;
      for (const damaged of [whole.subarray(0, at), overwritten]) {
        writeFileSync(path(), damaged);
        expect(await exitOfCheck()).toBe(2);
        places += 1;
      }
    }
    process.stdout.write(`    check said "cannot tell" of ${places} damaged files\n`);
  });

  const states: readonly (readonly [string, string, () => void])[] = [
    ['the file is gone', 'missing', () => rmSync(path())],
    [
      'the file is of a newer format',
      'newer-format',
      () =>
        writeFileSync(path(), readFileSync(path(), 'utf8').replace('approvals@2', 'approvals@3')),
    ],
    [
      'a link stands in the place of the file',
      'symlink',
      () => {
        renameSync(path(), place.path('elsewhere.json'));
        symlinkSync(place.path('elsewhere.json'), path());
      },
    ],
    [
      'a link stands in the place of the folder',
      'symlink',
      () => {
        renameSync(place.data, place.path('moved'));
        symlinkSync(place.path('moved'), place.data);
      },
    ],
    ['everybody can write the file', 'permission', () => chmodSync(path(), 0o666)],
    ['everybody can write the folder', 'unsafe-folder', () => chmodSync(place.data, 0o777)],
    [
      'a folder stands in the place of the file',
      'io',
      () => {
        rmSync(path());
        mkdirSync(path());
      },
    ],
  ];
  it.skipIf(process.platform === 'win32').each(states)(
    'make check end with 2, say why and write nothing when %s',
    async (_what, reason, forge) => {
      forge();
      expect(await exitOfCheck()).toBe(2);
      const store = await openStore(place.data);
      expect(store.state).toMatchObject({ status: 'unreadable', reason });
      expect(await store.commit([put('b')])).toMatchObject({ ok: false });
    },
  );
});

/** A separate 64 KiB disk; only the superuser can have one, and not everywhere. */
const small = (folder: string): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', folder]).status === 0;

describe('a full disk', () => {
  it('keeps every decision reported as durable, and accepts more once there is room', async (context) => {
    const folder = place.path('small');
    mkdirSync(folder, { mode: 0o700 });
    if (!small(folder)) return context.skip();
    try {
      const store = await openStore(folder);
      const durable: string[] = [];
      for (let index = 0; ; index += 1) {
        const done = await store.commit([put(`skill-${index}`)]);
        if (!done.ok) {
          expect(done.error).toMatchObject({
            reason: 'write-failed',
            message: expect.stringContaining('disk is full') as string,
          });
          break;
        }
        durable.push(`skill-${index}`);
      }
      expect((await openStore(folder)).all().map(({ name }) => name)).toEqual(durable);
      expect(await verifyAudit(`${folder}/audit.jsonl`)).toMatchObject({ ok: true });
      spawnSync('mount', ['-o', 'remount,size=1m', folder]);
      expect(await store.commit([put('more')])).toMatchObject({ ok: true });
      expect((await openStore(folder)).all()).toHaveLength(durable.length + 1);
      process.stdout.write(
        `    64 KiB hold ${durable.length} decisions; the next was refused, none was lost\n`,
      );
    } finally {
      spawnSync('umount', [folder]);
    }
  });
});
