import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { builtCli, ended, greet, runCli, startCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';
import { browse, guardedServer, type Guarded } from './testing/sign-in.ts';

let cli: BuiltCli;
let guarded: Guarded;
let place: Place;
beforeAll(async () => {
  [cli, guarded] = await Promise.all([builtCli(), guardedServer()]);
});
afterAll(() => guarded.stop());
beforeEach(() => {
  place = makePlace();
  storeServers(place, { s: guarded.entry });
});
afterEach(() => place.remove());

/** The address that a command asks to open. */
const addressIn = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (child.stderr === null) throw new Error('no standard error');
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/^https?:/.test(line)) resolve(line);
    });
  });

it('says where, for what and with which command to sign in', async () => {
  const said =
    /asks you to sign in \(HTTP 401\)\. What to do: Sign in at http:\/\/127\.0\.0\.1:\d+ \(scope: skills:read\) with `skillgate login s`\./;
  for (const words of [['list'], ['verify'], ['check', '--server', 's', '--uri', 'skill://a']]) {
    const { code, stdout, stderr } = await runCli(cli, place, words);
    expect(code).toBe(words[0] === 'check' ? 2 : 1);
    expect(`${stdout}${stderr}`).toMatch(said);
  }
  const { stdout } = await runCli(cli, place, ['list', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    servers: [{ turn: 'person', next: expect.stringContaining('skills:read') as string }],
  });
});

it('signs in by an address opened elsewhere, connects and lists', async () => {
  const child = startCli(cli, place, ['login', 's', '--no-browser']);
  const [address, over] = [addressIn(child), ended(child)];
  await browse(await address);
  const { code, stdout, stderr } = await over;
  expect(stdout).toContain('s: signed in.');
  expect(stdout).toContain('3 skills listed');
  expect(stderr).toContain(`good for              ${guarded.url}`);
  expect(stderr).toContain('scopes                skills:read offline_access');
  expect(code).toBe(0);
  const { secrets } = await guarded.control();
  for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
});

it('signs in by a pasted address, without listening', async () => {
  const args = ['login', 's', '--paste', '--json'];
  const child = startCli(cli, place, args, {}, 'pipe', 'pipe');
  const [address, over] = [addressIn(child), ended(child)];
  const at = await browse(await address, { comesHome: false });
  // Another listener on that port rejects it.
  const answer = await fetch(at).catch(() => null);
  expect([undefined, 400]).toContain(answer?.status);
  child.stdin?.end(`${at}\n`);
  const { code, stdout } = await over;
  expect(JSON.parse(stdout)).toMatchObject({ label: 's', signedIn: true, skills: 3 });
  expect(code).toBe(0);
});

it("doesn't sign in by an address that isn't an answer, and ends", async () => {
  const child = startCli(cli, place, ['login', 's', '--paste'], {}, 'pipe', 'pipe');
  const over = ended(child);
  child.stdin?.end('https://evil.example/?code=x\n');
  const { code, stdout, stderr } = await over;
  expect(stderr).toContain('isn’t the address of this sign-in');
  expect(stdout).toContain('s: not signed in.');
  expect(code).toBe(1);
});

it('has nothing to forget if nobody signed in', async () => {
  const { code, stdout } = await runCli(cli, place, ['logout', 's']);
  expect([code, stdout]).toEqual([0, "s: you weren't signed in.\n"]);
});

it('says through a gateway that a sign-in is needed, and opens nothing', async () => {
  const before = (await guarded.control()).asked;
  const child = startCli(cli, place, ['gateway', '--server', 's'], {}, 'pipe', 'pipe');
  const over = ended(child);
  await greet(child);
  child.stdin?.end();
  expect((await over).stderr).toContain('skillgate login s');
  expect((await guarded.control()).asked).toEqual(before);
});

it('stays signed in for every command, and two at once renew a token once', async () => {
  expect((await runCli(cli, place, ['keychain', '--use-file'])).code).toBe(0);
  const child = startCli(cli, place, ['login', 's', '--no-browser']);
  const [address, over] = [addressIn(child), ended(child)];
  await browse(await address);
  expect((await over).code).toBe(0);
  expect((await runCli(cli, place, ['list'])).code).toBe(0);

  const before = (await guarded.control('end')).asked['/token'] ?? 0;
  const both = await Promise.all([runCli(cli, place, ['list']), runCli(cli, place, ['list'])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect((await guarded.control()).asked['/token']).toBe(before + 1);

  const out = await runCli(cli, place, ['logout', 's']);
  expect(out.stdout).toContain('the authorization server revoked the tokens');
  expect((await runCli(cli, place, ['list'])).code).toBe(1);
});

it('is signed out by removing the server, unless another has its address', async () => {
  expect((await runCli(cli, place, ['keychain', '--use-file'])).code).toBe(0);
  storeServers(place, { s: guarded.entry, twin: guarded.entry });
  const child = startCli(cli, place, ['login', 's', '--no-browser']);
  const [address, over] = [addressIn(child), ended(child)];
  await browse(await address);
  expect((await over).code).toBe(0);

  const first = await runCli(cli, place, ['servers', 'remove', 's']);
  expect(first.stdout).toContain('another of your servers uses the same address');
  expect((await runCli(cli, place, ['list'])).code).toBe(0);
  const last = await runCli(cli, place, ['servers', 'remove', 'twin', '--json']);
  expect(JSON.parse(last.stdout)).toEqual({ removed: 'twin', signIn: 'forgotten' });
  storeServers(place, { s: guarded.entry });
  const again = await runCli(cli, place, ['list']);
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('skillgate login s')]);
});
