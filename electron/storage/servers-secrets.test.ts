import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { referencesIn } from '../core/import/secret-reference.ts';
import { until } from '../integration/testing/until.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { VaultContents } from './credentials/vault-file.ts';
import { serverSecretsIn } from './credentials/server-secrets.ts';
import { openVault, type SecretVault, type VaultOptions } from './credentials/vault.ts';
import { openServers, type StoredServers } from './servers.ts';
import { temporaryFolder } from './testing/forge.ts';
import { keychainInMemory } from './testing/keychain.ts';
import { buildScripts } from './testing/scripts.ts';

let folder: string;
let path: string;
let keychain: ReturnType<typeof keychainInMemory>;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'servers.json');
  keychain = keychainInMemory();
});

const vaultOf = (options: Partial<VaultOptions> = {}): SecretVault =>
  openVault(folder, { keychain, waitMs: 2_000, ...options });
const open = (vault = vaultOf()): StoredServers => openServers(folder, serverSecretsIn(vault));
const text = (): Promise<string> => readFile(path, 'utf8');
async function contents(vault = vaultOf()): Promise<VaultContents> {
  const read = await vault.read();
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}
const values = async (vault = vaultOf()): Promise<string[]> =>
  Object.values((await contents(vault)).secrets)
    .map(({ value }) => value)
    .sort();

const web = (secret: string, url = 'https://acme.example/mcp'): ServerConfig => ({
  type: 'http',
  url,
  headers: { Authorization: secret, Accept: 'x' },
});
const cli: ServerConfig = {
  type: 'stdio',
  command: 'npx',
  args: ['tool', '--token', 'third-secret'],
  env: {},
};
const old = `{
  // mine
  "mcpServers": {
    "acme": {"url": "https://acme.example/mcp", "headers": {"Authorization": "Bearer first-secret"}},
    "tool": {"command": "npx", "args": ["tool"], "env": {"TOOL_TOKEN": "second-secret", "LEVEL": "info"}}
  }
}
`;
const secretWords = /first-secret|second-secret/;

describe('secrets of a file from before', () => {
  beforeEach(() => writeFile(path, old));

  it('are in the vault after the next start, the file refers to them, and nothing else changed', async () => {
    const before = await openServers(folder).list();
    await open().protect();
    expect(await text()).not.toMatch(secretWords);
    expect(await text()).toContain('// mine');
    expect(await text()).toContain('"LEVEL": "info"');
    expect(await values()).toEqual(['Bearer first-secret', 'second-secret']);
    expect((await contents()).unsettled).toEqual([]);
    expect(await open().list()).toEqual(before);
    expect((await readdir(folder)).sort()).toEqual(['credentials.json', 'servers.json']);
    const moved = await text();
    await open().protect();
    expect(await text()).toBe(moved);
  });

  it.each(['session', 'locked', 'wrong key'])('stay where they are: %s', async (why) => {
    if (why === 'wrong key') {
      await vaultOf().change((now) => ({ ...now }));
      keychain.held.clear();
    } else keychain.state.problem = why === 'session' ? 'none' : 'locked';
    await open().protect();
    expect(await text()).toBe(old);
    expect(await open().inTheClear()).toEqual([
      { label: 'acme', field: 'headers.Authorization' },
      { label: 'tool', field: 'env.TOOL_TOKEN' },
    ]);
    expect((await open().list()).every(({ config }) => config.ok)).toBe(true);
  });

  it('go under a key in a file where a person said so', async () => {
    const vault = vaultOf({ keychain: null });
    await vault.moveKey('file');
    await open(vault).protect();
    expect(await text()).not.toMatch(secretWords);
    expect(await values(vaultOf({ keychain: null }))).toHaveLength(2);
  });

  it('are protected when something else is changed', async () => {
    expect(await open().setEnabled('tool', false)).toEqual({ ok: true, value: undefined });
    expect(await text()).not.toMatch(secretWords);
    expect(await open().inTheClear()).toEqual([]);
  });

  it('do not keep another server from being changed where they cannot be protected', async () => {
    keychain.state.problem = 'locked';
    const servers = open();
    expect(await servers.setEnabled('tool', false)).toEqual({ ok: true, value: undefined });
    expect(await servers.remove('tool')).toEqual({ ok: true, value: undefined });
    expect(await text()).toContain('first-secret');
  });
});

describe('a file whose servers stand under `servers`', () => {
  it('has its secrets moved, and no former one stays behind an update', async () => {
    const servers = {
      acme: { url: 'https://acme.example/mcp', headers: { Authorization: 'first-secret' } },
    };
    await writeFile(path, JSON.stringify({ servers }));
    expect((await open().update('acme', 'acme', web('second-secret'))).ok).toBe(true);
    expect(await text()).not.toMatch(secretWords);
    expect(await open().inTheClear()).toEqual([]);
    expect(await open().list()).toMatchObject([{ label: 'acme', config: { ok: true } }]);
  });
});

describe('a file without secrets', () => {
  it('asks neither vault nor keychain', async () => {
    await writeFile(path, '{"mcpServers":{"a":{"command":"x","env":{"LEVEL":"info"}}}}');
    const never = new Proxy({} as ReturnType<typeof serverSecretsIn>, {
      get: (_, name) => {
        if (name === 'onChange') return undefined;
        throw new Error(`${String(name)} was asked`);
      },
    });
    const servers = openServers(folder, never);
    await servers.protect();
    expect(await servers.list()).toHaveLength(1);
    expect((await servers.setEnabled('a', false)).ok).toBe(true);
    expect(await servers.inTheClear()).toEqual([]);
  });
});

describe('a secret of a server', () => {
  it('that is added or changed goes into the vault alone; what nothing refers to is dropped', async () => {
    const servers = open();
    expect(await servers.add('acme', web('first-secret'))).toEqual({ ok: true, value: undefined });
    expect(await text()).not.toMatch(secretWords);
    const [first] = referencesIn(await text());
    expect(await servers.update('acme', 'other', web('first-secret'))).toMatchObject({ ok: true });
    expect([...referencesIn(await text())]).toEqual([first]);
    expect(await servers.update('other', 'other', web('second-secret'))).toMatchObject({
      ok: true,
    });
    expect(await values()).toEqual(['second-secret']);
    expect((await open().list())[0]).toMatchObject({ config: { value: web('second-secret') } });
    await servers.remove('other');
    expect(await contents()).toMatchObject({ secrets: {}, unsettled: [] });
  });

  it('is one for another host, also with the same value', async () => {
    const servers = open();
    await servers.add('acme', web('first-secret'));
    await servers.update('acme', 'acme', web('first-secret', 'https://new.example/mcp'));
    expect(await open().list()).toMatchObject([{ config: { ok: true } }]);
    expect(Object.values((await contents()).secrets).map(({ use }) => use)).toEqual([
      JSON.stringify(['headers', 'Authorization', 'https://new.example']),
    ]);
  });

  it('of two servers stays until neither has it', async () => {
    const servers = open();
    await servers.add('a', web('first-secret'));
    await servers.add('b', web('first-secret'));
    await servers.remove('a');
    expect(await open().list()).toMatchObject([{ label: 'b', config: { ok: true } }]);
    await servers.remove('b');
    expect(await values()).toEqual([]);
  });

  it('is not written in the clear where the vault does not take it', async () => {
    await open().add('acme', web('first-secret'));
    keychain.state.problem = 'locked';
    const before = await text();
    expect(await open().add('b', web('second-secret'))).toEqual({ ok: false, error: 'secrets' });
    expect(await text()).toBe(before);
  });

  it('stays in the file where nothing could keep it until tomorrow', async () => {
    keychain.state.problem = 'none';
    const servers = open();
    const config = web('first-secret');
    expect(await servers.wouldBeClear([{ label: 'acme', config }])).toEqual([
      { label: 'acme', field: 'headers.Authorization' },
    ]);
    // Nobody said that it may.
    expect(await servers.add('acme', config)).toEqual({ ok: false, error: 'clear' });
    expect(await readdir(folder)).toEqual([]);
    expect((await servers.add('acme', config, { inTheClear: true })).ok).toBe(true);
    expect(await text()).toContain('first-secret');
    expect(await readdir(folder)).toEqual(['servers.json']);
    // What stands there already is no news, under another label or with another value.
    expect((await servers.update('acme', 'web', web('second-secret'))).ok).toBe(true);
    expect(await servers.wouldBeClear([{ label: 'b', config, replaces: 'web' }])).toEqual([]);
    expect(await servers.update('web', 'web', cli)).toEqual({ ok: false, error: 'clear' });
    expect(await text()).not.toContain('third-secret');
  });

  it('stands in the clear in an argument or an address only where a person said so', async () => {
    for (const config of [cli, web('', 'https://me:third-secret@acme.example/mcp')]) {
      const servers = open();
      const field = config.type === 'stdio' ? 'args' : 'url';
      const asks = await servers.wouldBeClear([{ label: field, config }]);
      expect(asks).toEqual([{ label: field, field }]);
      expect(await servers.add(field, config)).toEqual({ ok: false, error: 'clear' });
      expect((await servers.add(field, config, { inTheClear: true })).ok).toBe(true);
    }
  });

  it('is asked for by nobody where a vault keeps it', async () => {
    const config = web('first-secret');
    expect(await open().wouldBeClear([{ label: 'acme', config }])).toEqual([]);
  });

  it('is no secret of the program that edited the file by hand meanwhile', async () => {
    await open().add('acme', web('first-secret'));
    await writeFile(path, (await text()).replace('acme.example', 'evil.example'));
    const [server] = await open().list();
    expect(server?.config.ok === false && server.config.error).toMatch(/for a different address/);
  });

  it('that the keychain does not give keeps its server from being used, and no other', async () => {
    await open().add('acme', web('first-secret'));
    await open().add('plain', { type: 'http', url: 'https://b.example', headers: {} });
    keychain.state.problem = 'locked';
    const [acme, plain] = await open().list();
    expect(acme?.config.ok === false && acme.config.error).toMatch(/unlock it/);
    expect(plain?.config.ok).toBe(true);
  });

  it('is there once the keychain was unlocked, which is told', async () => {
    await open().add('acme', web('first-secret'));
    let unlock = (): void => {};
    keychain.state.asking = new Promise((resolve) => (unlock = resolve));
    const servers = open(vaultOf({ waitMs: 50 }));
    let told = 0;
    const stop = servers.onChange(() => (told += 1));
    expect((await servers.list())[0]?.config.ok).toBe(false);
    unlock();
    await until('the listener to be told', () => told > 0);
    expect((await servers.list())[0]?.config.ok).toBe(true);
    stop();
  });

  it.each(['the only one', 'one of two'])(
    'that is removed while the keychain is locked is dropped at the next start that has it: %s',
    async (which) => {
      await open().add('acme', web('first-secret'));
      if (which === 'one of two') await open().add('b', web('second-secret', 'https://b.example'));
      keychain.state.problem = 'locked';
      expect((await open().remove('acme')).ok).toBe(true);
      await open().protect();
      keychain.state.problem = null;
      expect(await values()).toContain('first-secret');
      await open().protect();
      expect(await values()).toEqual(which === 'one of two' ? ['second-secret'] : []);
      expect((await readdir(folder)).sort()).toEqual(['credentials.json', 'servers.json']);
    },
  );

  it('that is removed while the keychain is locked stays where the file refers to it again', async () => {
    await open().add('acme', web('first-secret'));
    const before = await text();
    keychain.state.problem = 'locked';
    await open().remove('acme');
    await writeFile(path, before);
    keychain.state.problem = null;
    await open().protect();
    expect(await open().list()).toMatchObject([{ config: { ok: true } }]);
    expect((await readdir(folder)).sort()).toEqual(['credentials.json', 'servers.json']);
  });

  it('that is removed in a file of before stays for whoever puts that file back', async () => {
    await open().add('acme', web('first-secret'));
    await copyFile(path, join(folder, 'copy'));
    // By hand: only what Skillgate removes is dropped.
    await writeFile(path, '{"mcpServers":{}}');
    await open().add('b', web('second-secret', 'https://b.example'));
    await copyFile(join(folder, 'copy'), path);
    expect(await open().list()).toMatchObject([{ config: { ok: true } }]);
  });
});

describe('a keychain that does not answer', () => {
  const waitMs = 1_500;
  const hanging = () => open(vaultOf({ waitMs }));

  it('is waited for once by a program, whatever it does', async () => {
    await open().add('acme', web('first-secret'));
    await writeFile(
      path,
      (await text()).replace(
        '"mcpServers": {',
        '"mcpServers": { "b": {"url": "https://b.example", "headers": {"A_TOKEN": "second-secret"}},',
      ),
    );
    keychain.state.asking = new Promise(() => {});
    keychain.state.calls.length = 0;
    const servers = hanging();
    await servers.protect();
    expect((await servers.list()).map(({ config }) => config.ok)).toEqual([true, false]);
    expect((await servers.setEnabled('b', false)).ok).toBe(true);
    expect(keychain.state.calls).toHaveLength(1);
  });

  it.each(['a first secret', 'another secret', 'no secret'])(
    'keeps nobody else from the file: %s',
    async (which) => {
      if (which !== 'a first secret') await open().add('acme', web('first-secret'));
      let stopAsking = (): void => {};
      keychain.state.asking = new Promise((resolve) => (stopAsking = resolve));
      let held = 0;
      let longest = 0;
      const timer = setInterval(() => {
        held = existsSync(`${path}.lock`) ? held + 1 : 0;
        longest = Math.max(longest, held);
      }, 50);
      const servers = hanging();
      if (which === 'no secret') expect((await servers.setEnabled('acme', false)).ok).toBe(true);
      else
        expect(await servers.add('b', web('second-secret'))).toEqual({
          ok: false,
          error: 'secrets',
        });
      clearInterval(timer);
      stopAsking();
      expect(longest * 50).toBeLessThan(waitMs / 2);
    },
  );
});

describe('windows and commands at once', () => {
  it('lose no secret of each other', async () => {
    await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const url = `https://s${index}.example/mcp`;
        const added = await open().add(`s${index}`, web(`secret-${index}`, url));
        expect(added).toEqual({ ok: true, value: undefined });
        if (index % 3 === 0) expect((await open().remove(`s${index}`)).ok).toBe(true);
      }),
    );
    const servers = await open().list();
    expect(servers.map(({ config }) => config.ok)).toEqual(Array(3).fill(true));
    expect(await values()).toHaveLength(3);
    expect((await contents()).unsettled).toEqual([]);
  });
});

describe('a process that is killed at any step', () => {
  let scripts: Awaited<ReturnType<typeof buildScripts>>;
  beforeAll(async () => {
    scripts = await buildScripts('dying-servers');
    return () => scripts.remove();
  });

  async function dying(at: number, when: string, what: string): Promise<string> {
    const words = [scripts.path('dying-servers'), folder, String(at), when, what];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return said;
  }
  const inFile = (): SecretVault => vaultOf({ keychain: null });
  async function begin(what: string): Promise<void> {
    folder = await temporaryFolder();
    path = join(folder, 'servers.json');
    await inFile().moveKey('file');
    await writeFile(path, old);
    if (what === 'remove') await open(inFile()).protect();
  }

  it.each([
    ['protect', 2],
    ['remove', 1],
  ])(
    'of %s has lost nothing, and the next start goes on (starts one per step)',
    async (what, left) => {
      await begin(what);
      const wanted = await openServers(folder, serverSecretsIn(inFile())).list();
      const steps = Number((await dying(0, 'before', what)).split(' ')[1]);
      expect(steps).toBeGreaterThan(12);
      const met = { before: 0, between: 0, after: 0 };
      for (let at = 1; at <= steps; at += 1) {
        const when = at % 2 === 0 ? 'before' : 'after';
        await begin(what);
        const start = await text();
        const said = await dying(at, when, what);
        expect(said, `killed ${when} step ${at} of ${steps}`).toBe('');
        const found = await open(inFile()).list();
        const now = await text();
        const isAfter = now !== start;
        const expected = isAfter && what === 'remove' ? wanted.slice(1) : wanted;
        expect(found, `killed ${when} step ${at}`).toEqual(expected);
        const { unsettled } = await contents(inFile());
        met[isAfter ? 'after' : unsettled.length > 0 ? 'between' : 'before'] += 1;
        // The next start.
        await open(inFile()).protect();
        if (what === 'remove') expect((await open(inFile()).remove('acme')).ok).toBe(!isAfter);
        expect(await text()).not.toMatch(secretWords);
        const after = await contents(inFile());
        expect(after.unsettled, `killed ${when} step ${at}`).toEqual([]);
        expect(Object.keys(after.secrets).sort()).toEqual([...referencesIn(await text())].sort());
        expect(Object.keys(after.secrets)).toHaveLength(left);
      }
      // Neither, the vault alone, and both.
      expect(Math.min(met.before, met.between, met.after)).toBeGreaterThan(2);
    },
    300_000,
  );
});
