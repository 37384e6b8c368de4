import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { err } from '../../../shared/result.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { keychainInMemory } from '../testing/keychain.ts';
import { keychainInFolder } from '../testing/keychain-in-folder.ts';
import { recordingDisk } from '../testing/recording.ts';
import { buildScripts } from '../testing/scripts.ts';
import type { VaultContents } from './vault-file.ts';
import type { SystemKeychain } from './keychain.ts';
import { openVault, type SecretVault } from './vault.ts';

const withSecret =
  (id: string) =>
  (contents: VaultContents): VaultContents => ({
    ...contents,
    secrets: { ...contents.secrets, [id]: { value: id, use: 'test' } },
  });
async function ids(vault: SecretVault): Promise<string[]> {
  const contents = await vault.read();
  if (!contents.ok) throw new Error(contents.error.message);
  return Object.keys(contents.value.secrets).sort();
}
const done = { ok: true, value: undefined };

const slow = (keychain: SystemKeychain, ms = 40): SystemKeychain => ({
  get: (name) => wait(ms).then(() => keychain.get(name)),
  set: (name, secret) => wait(ms).then(() => keychain.set(name, secret)),
  remove: (name) => wait(ms).then(() => keychain.remove(name)),
});

describe('the first key', () => {
  it('is one for all who need it at once in a process, with a keychain as slow as a process', async () => {
    const folder = await temporaryFolder();
    const keychain = keychainInMemory();
    const vault = openVault(folder, { keychain: slow(keychain) });
    const kept = await Promise.all(['a', 'b', 'c'].map((id) => vault.change(withSecret(id))));
    expect(kept).toEqual([done, done, done]);
    await wait(200);
    expect(keychain.held.size).toBe(1);
    expect(await ids(openVault(folder, { keychain }))).toEqual(['a', 'b', 'c']);
  });

  it('is taken away again where the file could not be written', async () => {
    const folder = await temporaryFolder();
    const keychain = keychainInMemory();
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const { disk } = recordingDisk((step) => (step.startsWith('writev cred') ? full : null));
    const kept = await openVault(folder, { keychain, disk }).change(withSecret('a'));
    expect(kept).toMatchObject({ ok: false, error: { reason: 'unwritable' } });
    expect(keychain.held.size).toBe(0);
  });
});

/** What there may be before, by what leads there. */
const states = {
  'no file, no key': [],
  'no file, a key in a file': ['file'],
  'a file under the keychain': ['keep'],
  'a file under a key in a file': ['file', 'keep'],
  'a file under the keychain beside a key file': ['keep', 'stray file key'],
  'a file under a key in a file beside a key of nothing': ['stray chain key', 'file', 'keep'],
} as const;
const operations = ['keep', 'file', 'keychain'] as const;
type Step = (typeof states)[keyof typeof states][number] | (typeof operations)[number];

/** A disk and a keychain that end together: after `most` steps nothing of both is done any more. */
function ending(most: number, keychain: SystemKeychain) {
  let steps = 0;
  const isOver = (): boolean => (steps += 1) > most;
  const broken = Object.assign(new Error('io'), { code: 'EIO' });
  const { disk } = recordingDisk(() => (isOver() ? broken : null));
  const chain: SystemKeychain = {
    get: async (name) => (steps > most ? err('locked') : keychain.get(name)),
    set: async (...given) => (isOver() ? err('locked') : keychain.set(...given)),
    remove: async (name) => (isOver() ? err('locked') : keychain.remove(name)),
  };
  return { disk, chain, steps: () => steps };
}

describe('whatever there is and whatever is done', () => {
  const cases = (Object.keys(states) as (keyof typeof states)[]).flatMap((state) =>
    operations.map((operation) => [operation, state] as const),
  );
  it.each(cases)('%s over %s loses nothing at any step', async (operation, state) => {
    for (let most = 0, isWhole = false; !isWhole; most += 1) {
      const folder = await temporaryFolder();
      const keychain = keychainInMemory();
      const act = async (vault: SecretVault, step: Step, id: string) => {
        if (step === 'keep') return vault.change(withSecret(id));
        if (step === 'file' || step === 'keychain') return vault.moveKey(step);
        if (step === 'stray chain key') return keychain.set('credentials stray', 'stray');
        const other = await temporaryFolder();
        await openVault(other, { keychain: null }).moveKey('file');
        await copyFile(join(other, 'credentials-key'), join(folder, 'credentials-key'));
        return done;
      };
      const whole = openVault(folder, { keychain });
      for (const step of states[state]) expect((await act(whole, step, 'old')).ok).toBe(true);
      const before = await ids(whole);

      const end = ending(most, keychain);
      const broken = openVault(folder, { keychain: end.chain, disk: end.disk, waitMs: 60 });
      const said = await act(broken, operation, 'new');
      isWhole = end.steps() <= most;
      const where = `after ${most} steps`;
      if (isWhole) expect(said, where).toEqual(done);

      const again = openVault(folder, { keychain });
      const after = await ids(again);
      expect(after, where).toEqual(expect.arrayContaining(before));
      if (said.ok && operation === 'keep') expect(after, where).toContain('new');
      expect(await again.change(withSecret('more')), where).toEqual(done);
      expect(await act(again, operation, 'new'), where).toEqual(done);
      expect(await ids(openVault(folder, { keychain })), where).toEqual(
        [...new Set([...before, 'more', ...(operation === 'keep' ? ['new'] : [])])].sort(),
      );
      const files = await readdir(folder);
      if (operation === 'keychain') expect(files, where).not.toContain('credentials-key');
      if (operation === 'file') expect(await again.protection(), where).toBe('file');
    }
  });
});

describe('two processes at the keys at once', () => {
  let scripts: Awaited<ReturnType<typeof buildScripts>>;
  beforeAll(async () => {
    scripts = await buildScripts('key-mover');
    return () => scripts.remove();
  });

  const start = (folder: string, chain: string, at: number, ...what: string[]) => {
    const words = [scripts.path('key-mover'), folder, chain, String(at), ...what];
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines: string[] = [];
    child.stdout.on('data', (text: Buffer) => lines.push(...text.toString().trim().split('\n')));
    return { child, lines, ended: once(child, 'close') };
  };
  /** Its last word once it has said so many, or has ended. */
  const wordOf = async (of: ReturnType<typeof start>, count: number): Promise<string> => {
    let isOver = false;
    void of.ended.then(() => (isOver = true));
    while (of.lines.length < count && !isOver)
      await Promise.race([once(of.child.stdout, 'data'), of.ended]);
    return of.lines.at(-1) ?? '';
  };

  it.each([
    ['keychain', 'file', ['file', 'keep']],
    ['file', 'keychain', ['keep']],
    ['keychain', 'keep', ['file']],
    ['keep', 'keep', []],
  ] as const)(
    'lose nothing: %s, stopped or killed at each step, and %s (starts two per step)',
    async (first, second, prepared) => {
      const race = async (at: number, isKilled: boolean): Promise<boolean> => {
        const [folder, chain] = [await temporaryFolder(), await temporaryFolder()];
        const vault = (): SecretVault => openVault(folder, { keychain: keychainInFolder(chain) });
        for (const step of prepared)
          expect(
            await (step === 'keep' ? vault().change(withSecret('old')) : vault().moveKey(step)),
          ).toEqual(done);
        const one = start(folder, chain, at, first, 'one');
        if ((await wordOf(one, 2)) !== 'at') {
          expect(one.lines[1]).toMatch(/^ok/);
          return true;
        }
        const two = start(folder, chain, 0, second, 'two');
        // What it does of itself takes less; then it waits for the other one.
        await wordOf(two, 1);
        await Promise.race([two.ended, wait(350)]);
        if (isKilled) one.child.kill('SIGKILL');
        else one.child.stdin?.end('go\n');
        await Promise.all([one.ended, two.ended]);
        const where = `${isKilled ? 'killed' : 'stopped'} at ${at}`;
        expect(two.lines[1], where).toMatch(/^ok/);
        const isOneDone = one.lines[2]?.startsWith('ok') === true;
        expect(isOneDone, where).toBe(!isKilled);
        expect(await ids(vault()), where).toEqual(
          expect.arrayContaining([
            ...((prepared as readonly string[]).includes('keep') ? ['old'] : []),
            ...(first === 'keep' && isOneDone ? ['one'] : []),
            ...(second === 'keep' ? ['two'] : []),
          ]),
        );
        expect(await vault().change(withSecret('more')), where).toEqual(done);
        const keys = [
          ...(await readdir(chain)),
          ...(await readdir(folder)).filter((name) => name === 'credentials-key'),
        ];
        // Who is killed leaves a key of nothing; nobody else does.
        expect(keys.length, where).toBeLessThanOrEqual(isKilled ? 2 : 1);
        return false;
      };
      // Every second step; `npm run soak` takes each.
      const stride = Number(process.env['KEY_STRIDE'] ?? 2);
      for (let at = 1, isOver = false; !isOver; at += 2 * stride) {
        const these = [at, at + stride].flatMap((one) => [race(one, false), race(one, true)]);
        isOver = (await Promise.all(these)).includes(true);
      }
    },
    300_000,
  );
});
