import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli, ended, greet, runCli, startCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';
import { browse, guardedServer, type Guarded } from './testing/sign-in.ts';
import { until } from './testing/until.ts';

let cli: BuiltCli;
let guarded: Guarded;
let place: Place;
beforeAll(async () => {
  [cli, guarded] = await Promise.all([builtCli(), guardedServer()]);
});
afterAll(() => guarded.stop());
beforeEach(async () => {
  place = makePlace();
  storeServers(place, { s: guarded.entry });
  expect((await runCli(cli, place, ['keychain', '--use-file'])).code).toBe(0);
});
afterEach(() => place.remove());

const asked = async (path: string): Promise<number> => (await guarded.control()).asked[path] ?? 0;

/** Starts a sign-in up to the browser; `come` is the returning browser. */
async function login() {
  const child = startCli(cli, place, ['login', 's', '--no-browser']);
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const over = ended(child);
  const address = await until('the address', async () => /^http\S+$/m.exec(said)?.[0] ?? null);
  return { over, come: () => browse(address) };
}

async function signedIn(): Promise<void> {
  const { over, come } = await login();
  await come();
  expect((await over).code).toBe(0);
}

/** A command that has begun to renew the token; the answer comes once it's released. */
async function renewing() {
  await guarded.control('end');
  const before = await asked('/token');
  await guarded.control('hold');
  const child = startCli(cli, place, ['list']);
  const over = ended(child);
  await until('the renewal', async () => {
    const { asked: now } = await guarded.control('hold');
    return (now['/token'] ?? 0) > before ? true : null;
  });
  return { child, over, release: () => guarded.control() };
}

describe('concurrent renewal by another program', () => {
  it('stays signed out when somebody signs out', async () => {
    await signedIn();
    const { over, release } = await renewing();
    const out = runCli(cli, place, ['logout', 's']);
    // It may wait for the renewal.
    await Promise.race([out, sleep(1_000)]);
    await release();
    expect((await out).stdout).toContain('signed out');
    await over;
    const { code, stdout } = await runCli(cli, place, ['list']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('skillgate login s')]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is kept when the program is ended by %s',
    async (signal) => {
      await signedIn();
      const { child, over, release } = await renewing();
      child.kill(signal);
      await sleep(200);
      await release();
      expect((await over).code).toBe(130);
      expect(await runCli(cli, place, ['list'])).toMatchObject({ code: 0 });
    },
  );
});

it("doesn't keep a sign-in that ends after its server was removed, and says so", async () => {
  const { over, come } = await login();
  expect((await runCli(cli, place, ['servers', 'remove', 's'])).code).toBe(0);
  await come();
  const { code, stdout } = await over;
  expect([code, stdout]).toEqual([1, expect.stringContaining('The server was removed meanwhile')]);
  storeServers(place, { s: guarded.entry });
  expect((await runCli(cli, place, ['list'])).stdout).toContain('asks you to sign in');
});

it('ends a gateway on request though its app keeps its end open', async () => {
  const child = startCli(cli, place, ['gateway', '--server', 's'], {}, 'pipe', 'pipe');
  const over = ended(child);
  await greet(child);
  child.kill('SIGTERM');
  expect((await over).signal).toBeNull();
});
