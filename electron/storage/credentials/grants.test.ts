import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../integration/testing/until.ts';
import type { CredentialStore, SignInGrant } from '../../engine/ports/credentials.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { keychainInMemory } from '../testing/keychain.ts';
import { grantsIn } from './grants.ts';
import { openVault } from './vault.ts';

let folder: string;
let keychain: ReturnType<typeof keychainInMemory>;
beforeEach(async () => {
  folder = await temporaryFolder();
  keychain = keychainInMemory();
});

const open = (): CredentialStore => grantsIn(openVault(folder, { keychain, waitMs: 500 }), folder);
const grant = (name: string, change: Partial<SignInGrant> = {}): SignInGrant => ({
  resource: 'https://acme.example/mcp',
  issuer: 'https://issuer.example',
  client: { client_id: 'me', client_secret: `client-secret-${name}` },
  tokens: { access_token: `access-${name}`, refresh_token: `refresh-${name}`, scope: 'a b' },
  expiresAt: 1_800_000_000_000,
  discovery: { issuer: 'https://issuer.example' },
  ...change,
});
const tokensOf = async (store: CredentialStore, resource = grant('').resource) => {
  const kept = await store.grants(resource);
  return kept.ok ? kept.value.map(({ tokens }) => tokens?.access_token) : kept.error;
};

describe('a sign-in that is kept', () => {
  it('is there for another process, whole, and for nobody who reads the file', async () => {
    expect(await open().put(grant('one'))).toEqual({ ok: true, value: undefined });
    const other = open();
    expect(await other.grants(grant('one').resource)).toEqual({ ok: true, value: [grant('one')] });
    expect(await other.protection()).toBe('keychain');
    const text = await readFile(join(folder, 'credentials.json'), 'utf8');
    expect(text).not.toMatch(/access-|refresh-|client-secret|issuer\.example/);
    expect(await tokensOf(other, 'https://other.example')).toEqual([]);
  });

  it('replaces that of the same server and issuer, and is the newest', async () => {
    const store = open();
    await store.put(grant('one'));
    await store.put(grant('two', { issuer: 'https://second.example' }));
    await store.put(grant('three'));
    await store.put(grant('four', { resource: 'https://other.example' }));
    expect(await tokensOf(open())).toEqual(['access-three', 'access-two']);
    await store.drop(grant('').resource, 'https://issuer.example');
    expect(await tokensOf(open())).toEqual(['access-two']);
    await store.drop(grant('').resource, null);
    expect(await tokensOf(open())).toEqual([]);
    expect(await tokensOf(open(), 'https://other.example')).toEqual(['access-four']);
  });

  it('lasts for this session, in no file, where there is no keychain', async () => {
    keychain.state.problem = 'none';
    const store = open();
    let told = 0;
    store.onChange(() => (told += 1));
    expect(await store.put(grant('one'))).toEqual({ ok: true, value: undefined });
    expect([await tokensOf(store), await tokensOf(open())]).toEqual([['access-one'], []]);
    expect([await store.protection(), told]).toEqual(['session', 1]);
    expect(await readdir(folder)).toEqual([]);
    expect(await store.drop(grant('').resource, null)).toEqual({ ok: true, value: undefined });
    expect(await tokensOf(store)).toEqual([]);
  });

  it('is neither kept nor lost where the keychain is locked', async () => {
    await open().put(grant('one'));
    keychain.state.problem = 'locked';
    expect(await tokensOf(open())).toBe('locked');
    expect(await open().put(grant('two'))).toEqual({ ok: false, error: 'locked' });
    expect(await open().drop(grant('').resource, null)).toEqual({ ok: false, error: 'locked' });
    keychain.state.problem = null;
    expect(await tokensOf(open())).toEqual(['access-one']);
  });

  it('is not lost beside secrets of servers, nor they beside it', async () => {
    const vault = openVault(folder, { keychain });
    await vault.change((contents) => ({
      ...contents,
      secrets: { a: { value: 'v', use: 'u' } },
    }));
    await Promise.all([
      open().put(grant('one')),
      open().put(grant('two', { issuer: 'https://b' })),
    ]);
    expect(await vault.read()).toMatchObject({
      value: { secrets: { a: { value: 'v' } }, grants: [{}, {}] },
    });
  });

  it('is told of when this process or another one changed it', async () => {
    const store = open();
    let told = 0;
    const stop = store.onChange(() => (told += 1));
    await store.put(grant('one'));
    expect(told).toBe(1);
    await open().put(grant('two'));
    await until('it to be told', () => told > 1);
    stop();
  });
});

describe('work on one resource', () => {
  it('is done by one at a time, and by two on two', async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 20));
      running -= 1;
      return 'done';
    };
    const answers = await Promise.all([1, 2, 3].map(() => open().exclusively('a', work)));
    expect([answers, most]).toEqual([[1, 2, 3].map(() => ({ ok: true, value: 'done' })), 1]);
    await Promise.all(['a', 'b'].map((name) => open().exclusively(name, work)));
    expect(most).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not done beside another one that goes on for long, nor where no lock can be made', async () => {
    let end = (): void => {};
    const first = open().exclusively('a', () => new Promise<void>((done) => (end = done)));
    const vault = openVault(folder, { keychain });
    const work = async () => 'done';
    await until('the first to have begun', async () => (await readdir(folder)).length > 0);
    expect(await grantsIn(vault, folder, 50).exclusively('a', work)).toEqual({
      ok: false,
      error: 'busy',
    });
    end();
    expect(await first).toEqual({ ok: true, value: undefined });
    await vault.change((contents) => ({ ...contents, grants: [{ ...grant('one') }] }));
    expect(await grantsIn(vault, join(folder, 'no')).exclusively('a', work)).toEqual({
      ok: false,
      error: 'unwritable',
    });
  });

  it('is done once also where it fails, and without a lock where all is in memory', async () => {
    let done = 0;
    const failing = async (): Promise<void> => {
      done += 1;
      throw new Error('failed');
    };
    await expect(open().exclusively('a', failing)).rejects.toThrow('failed');
    keychain.state.problem = 'none';
    const nowhere = grantsIn(openVault(join(folder, 'missing'), { keychain }), join(folder, 'no'));
    await expect(nowhere.exclusively('a', failing)).rejects.toThrow('failed');
    expect(done).toBe(2);
  });
});
