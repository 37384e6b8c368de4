import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli, runCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);

let place: Place;
let server: Server;
/** The `Authorization` headers sent to the server, in order. */
let sent: (string | undefined)[];
let url: string;
beforeEach(async () => {
  place = makePlace();
  sent = [];
  server = createServer((request, response) => {
    sent.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  storeServers(place, {
    acme: { url, headers: { Authorization: 'Bearer the-secret-of-acme', Accept: 'x' } },
    tool: { command: 'tool', args: ['--token', 'abcdefgh0123'], env: { TOOL_TOKEN: 'its-secret' } },
  });
});
afterEach(() => {
  server.close();
  place.remove();
});

const run = (...words: string[]): Promise<Ran> => runCli(cli, place, words);
const json = async (...words: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await run(...words, '--json')).stdout) as Record<string, unknown>;
const stored = (): string => place.text('data/servers.json');
const secretWords = /the-secret-of-acme|its-secret/;

describe('secrets of servers.json, from the command line', () => {
  it('stay there without a keychain, and doctor lists them', async () => {
    const before = stored();
    const { stdout } = await run('doctor');
    expect(stdout).toContain('No keychain: sign-ins last for one session');
    expect(stdout).toContain('unencrypted in servers.json: headers.Authorization of acme');
    expect(stdout).toContain('unencrypted in servers.json: env.TOOL_TOKEN of tool');
    expect(stdout).toContain('unencrypted in servers.json: args of tool');
    expect(stdout).toContain('but 3 secrets are unencrypted');
    expect(stdout).not.toMatch(secretWords);
    expect(stored()).toBe(before);
    expect(existsSync(place.path('data/credentials.json'))).toBe(false);
  });

  it('are stored unencrypted only after a yes, and not mentioned if there are none', async () => {
    const more = ['more', '--url', url, '--header', 'X-Api-Key=its-secret'];
    const before = stored();
    const refused = await run('servers', 'add', ...more);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('headers.X-Api-Key of more');
    expect(refused.stderr).toContain('To store them anyway, add --in-the-clear');
    expect(refused.stderr).not.toMatch(secretWords);
    expect(stored()).toBe(before);
    const added = await run('servers', 'add', ...more, '--in-the-clear');
    expect(added.stdout).toContain('unencrypted in servers.json: headers.X-Api-Key');
    expect(added.stdout).not.toMatch(secretWords);
    const plain = await run('servers', 'add', 'plain', '--url', url, '--header', 'Accept=x');
    expect(plain.stdout.trim()).toBe('added plain');
  });

  it('move to the encrypted file once its key may be in a file, and still reach their server', async () => {
    const { code, stdout } = await run('keychain', '--use-file');
    expect([code, stdout]).toEqual([0, expect.stringContaining('UNPROTECTED')]);
    expect(stored()).not.toMatch(secretWords);
    expect(place.text('data/credentials.json')).not.toMatch(secretWords);
    for (const name of ['servers.json', 'credentials.json', 'credentials-key'])
      expect(statSync(place.path(`data/${name}`)).mode & 0o777).toBe(0o600);
    expect(await json('keychain')).toMatchObject({
      protection: 'file',
      problem: null,
      clear: [{ label: 'tool', field: 'args' }],
    });
    expect((await run('doctor')).stdout).toContain('UNPROTECTED');
    await run('list', '--server', 'acme');
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent)).toEqual(new Set(['Bearer the-secret-of-acme']));
    expect(await json('servers', 'list')).toMatchObject({
      servers: [{ label: 'acme', headerNames: ['Authorization', 'Accept'] }, { label: 'tool' }],
    });
  });

  it('are protected from the moment a server is added', async () => {
    await run('keychain', '--use-file');
    const header = 'X-Api-Key=the-secret-of-acme';
    expect((await run('servers', 'add', 'new', '--url', url, '--header', header)).code).toBe(0);
    expect(stored()).toContain('"X-Api-Key": "${skillgate:');
    expect(stored()).not.toMatch(secretWords);
    expect((await run('servers', 'remove', 'new')).code).toBe(0);
    expect((await json('servers', 'list'))['servers']).toHaveLength(2);
  });

  it("that can't be read keep their servers from starting, with what to do", async () => {
    await run('keychain', '--use-file');
    chmodSync(place.path('data/credentials-key'), 0o644);
    const { code, stdout } = await run('keychain');
    expect(code).toBe(1);
    expect(stdout).toMatch(/wrong: .*can be read by other users. Run: chmod 600/);
    const listed = await run('servers', 'list');
    expect(listed.stdout).toMatch(/acme {2}can’t be used: its secrets can’t be read\. .*chmod 600/);
    await run('list', '--server', 'acme');
    expect(sent).toEqual([]);
    expect((await run('servers', 'add', 'new', '--url', url, '--header', 'A_TOKEN=x')).code).toBe(
      2,
    );
    chmodSync(place.path('data/credentials-key'), 0o600);
    expect((await run('keychain')).code).toBe(0);
  });

  it("aren't given to an entry that another program writes in their place", async () => {
    await run('keychain', '--use-file');
    const other = url.replace('127.0.0.1', 'localhost');
    writeFileSync(place.path('data/servers.json'), stored().replace(url, other));
    await run('servers', 'allow', 'acme');
    await run('list', '--server', 'acme');
    expect(sent).toEqual([]);
    expect((await run('servers', 'list')).stdout).toContain('was stored for a different address');
  });

  it('of a --config file stay unchanged', async () => {
    await run('keychain', '--use-file');
    const text = JSON.stringify({
      mcpServers: { one: { url, headers: { A_TOKEN: 'its-secret' } } },
    });
    const file = place.write('own.json', text);
    await run('list', '--config', file);
    expect(place.text('own.json')).toBe(text);
  });

  it("can't use a key in a missing keychain", async () => {
    const { code, stderr } = await run('keychain', '--use-keychain');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('no keychain that Skillgate can use'),
    ]);
    expect((await run('keychain', '--use-file', '--use-keychain')).code).toBe(2);
  });
});
