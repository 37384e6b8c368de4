import { chmod, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../integration/testing/until.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { keychainInMemory } from '../testing/keychain.ts';
import { recordingDisk } from '../testing/recording.ts';
import type { VaultContents } from './vault-file.ts';
import { newKey, parseEnvelope, seal } from './envelope.ts';
import { openVault, type SecretVault, type VaultOptions } from './vault.ts';

let folder: string;
let path: string;
let keychain: ReturnType<typeof keychainInMemory>;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'credentials.json');
  keychain = keychainInMemory();
});

const open = (options: Partial<VaultOptions> = {}): SecretVault =>
  openVault(folder, { keychain, waitMs: 2_000, ...options });
const withSecret =
  (id: string) =>
  (contents: VaultContents): VaultContents => ({
    ...contents,
    secrets: { ...contents.secrets, [id]: { value: `value of ${id}`, use: 'test' } },
  });
const ids = async (vault = open()): Promise<string[]> => {
  const contents = await vault.read();
  if (!contents.ok) throw new Error(contents.error.message);
  return Object.keys(contents.value.secrets).sort();
};
const reason = async (work: Promise<{ ok: boolean; error?: { reason: string } }>) =>
  (await work).error?.reason;

describe('a vault under the keychain', () => {
  it('keeps what it is given, encrypted, for its owner alone, and another process reads it', async () => {
    expect(await open().protection()).toBe('keychain');
    expect(await open().change(withSecret('a'))).toEqual({ ok: true, value: undefined });
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('value of');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['credentials.json']);
    expect(await ids()).toEqual(['a']);
    expect(await open().protection()).toBe('keychain');
  });

  it('has another nonce at each write, under the same key', async () => {
    const vault = open();
    const envelopes = [];
    for (const id of ['a', 'b', 'c']) {
      await vault.change(withSecret(id));
      const envelope = parseEnvelope(await readFile(path, 'utf8'));
      if (envelope.ok) envelopes.push(envelope.value);
    }
    expect(new Set(envelopes.map(({ nonce }) => nonce.toString('hex'))).size).toBe(3);
    expect(new Set(envelopes.map(({ keyId }) => keyId)).size).toBe(1);
    expect(keychain.held.size).toBe(1);
  });

  it('is empty, and makes neither file nor key, as long as nothing is kept', async () => {
    expect(await ids()).toEqual([]);
    await open().change((contents) => contents);
    expect(await readdir(folder)).toEqual([]);
    expect(keychain.held.size).toBe(0);
  });

  it('is flushed before it is put in place, and its folder after', async () => {
    const { disk, steps } = recordingDisk();
    await open({ disk }).change(withSecret('a'));
    expect(steps.slice(-4).map((step) => step.split(' ')[0])).toEqual([
      'writev',
      'sync',
      'rename',
      'sync',
    ]);
  });

  it('stays as it was where the disk fails', async () => {
    await open().change(withSecret('a'));
    const before = await readFile(path, 'utf8');
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const { disk } = recordingDisk((step) => (step.startsWith('sync cred') ? full : null));
    expect(await reason(open({ disk }).change(withSecret('b')))).toBe('unwritable');
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('keeps what a later version has beside it', async () => {
    await open().change((contents) => Object.assign({}, contents, { later: [1] }));
    await open().change(withSecret('a'));
    expect(await open().read()).toMatchObject({ value: { later: [1] } });
  });

  it('loses nothing when two make the first key at once', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (id) => {
        expect(await open().change(withSecret(id))).toEqual({ ok: true, value: undefined });
      }),
    );
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
    await until('only the key in use to be there', () => keychain.held.size === 1);
  });

  it('grows to a bound', async () => {
    const large = (contents: VaultContents): VaultContents => ({
      ...contents,
      secrets: { a: { value: 'x'.repeat(4 * 1024 * 1024), use: 'test' } },
    });
    expect(await reason(open().change(large))).toBe('unwritable');
    expect(await ids()).toEqual([]);
  });
});

describe('a vault that cannot be opened', () => {
  beforeEach(async () => {
    await open().change(withSecret('a'));
  });

  /** Neither read nor written, by what it says, and left as it is. */
  async function stays(expected: string, words: RegExp): Promise<void> {
    const before = await readFile(path);
    const read = await open().read();
    expect(read).toMatchObject({ ok: false, error: { reason: expected } });
    expect(read.ok ? '' : read.error.message).toMatch(words);
    expect(read.ok ? '' : read.error.message).not.toMatch(/value of|\n/);
    expect(await reason(open().change(withSecret('b')))).toBe(expected);
    expect(await reason(open().moveKey('file'))).toBe(expected);
    expect(await readFile(path)).toEqual(before);
  }

  it('because its key is gone is left as it is', async () => {
    keychain.held.clear();
    await stays('wrong-key', /no longer has the key for .*: restore the keychain, or move it away/);
  });

  it('because another key has its name is left as it is', async () => {
    for (const name of keychain.held.keys())
      keychain.held.set(name, newKey().bytes.toString('base64url'));
    await stays('wrong-key', /no longer has the key for/);
  });

  it('because the keychain is locked is left as it is', async () => {
    keychain.state.problem = 'locked';
    await stays('locked', /unlock it .*, then try again/);
  });

  it('because there is no keychain here is left as it is, whoever else may log in', async () => {
    keychain.state.problem = 'none';
    expect(await open().protection()).toBe('keychain');
    await stays('locked', /isn’t available here/);
  });

  it('because it is damaged is left as it is', async () => {
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"data": "../, '"data": "__'));
    await stays('unreadable', /is damaged: restore a copy, or move it away/);
    await writeFile(path, text.slice(0, 60));
    await stays('unreadable', /is damaged/);
    await writeFile(path, '');
    await stays('unreadable', /is damaged/);
  });

  it('because what is inside is not understood is left as it is', async () => {
    const [id = ''] = [...keychain.held.values()];
    const bytes = Buffer.from(id, 'base64url');
    const envelope = parseEnvelope(await readFile(path, 'utf8'));
    const keyId = envelope.ok ? envelope.value.keyId : '';
    for (const text of ['', '[]', '{"grants":[],"secrets":{"a":1},"unsettled":[]}']) {
      await writeFile(path, seal(text, { id: keyId, bytes }));
      await stays('unreadable', /is damaged/);
    }
  });

  it('because a later version wrote it is left as it is', async () => {
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('credentials@1', 'credentials@2'));
    await stays('unreadable', /newer version of Skillgate\. Use that version/);
  });

  it('because others can write it, or it is a link, is left as it is', async () => {
    await chmod(path, 0o666);
    await stays('unreadable', /chmod go-w/);
    const other = await temporaryFolder();
    await symlink(path, join(other, 'credentials.json'));
    const linked = await openVault(other, { keychain }).read();
    expect(linked).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
  });
});

describe('a keychain that asks a person', () => {
  it('is not waited for longer than the bound, is asked once, and is told of when it answers', async () => {
    await open().change(withSecret('a'));
    let unlock = (): void => {};
    keychain.state.asking = new Promise((resolve) => (unlock = resolve));
    keychain.state.calls.length = 0;
    const vault = open({ waitMs: 50 });
    let told = 0;
    const stop = vault.onChange(() => (told += 1));
    expect(await reason(vault.read())).toBe('locked');
    expect(await reason(vault.change(withSecret('b')))).toBe('locked');
    expect(keychain.state.calls).toHaveLength(1);
    unlock();
    await until('the listener to be told', () => told > 0);
    expect(await ids(vault)).toEqual(['a']);
    expect(keychain.state.calls).toHaveLength(1);
    stop();
  });

  it('is not waited for again by anything else, and is said to be waited for, once', async () => {
    await open().change(withSecret('a'));
    let unlock = (): void => {};
    keychain.state.asking = new Promise((resolve) => (unlock = resolve));
    keychain.state.calls.length = 0;
    let waits = 0;
    const vault = open({ waitMs: 2_000, onWait: () => (waits += 1) });
    expect(await reason(vault.read())).toBe('locked');
    expect(await reason(vault.moveKey('file'))).toBe('locked');
    expect(await vault.protection()).toBe('keychain');
    expect(keychain.state.calls).toHaveLength(1);
    expect(waits).toBe(1);
    unlock();
    await until('the key to be known', async () => (await vault.read()).ok);
    expect(await vault.moveKey('file')).toEqual({ ok: true, value: undefined });
  });

  it('is not asked by who has no time, who is given what is known', async () => {
    await open().change(withSecret('a'));
    keychain.state.calls.length = 0;
    const vault = open();
    expect(await reason(vault.read('at once'))).toBe('locked');
    expect(await reason(vault.change(withSecret('b'), 'at once'))).toBe('locked');
    expect(keychain.state.calls).toEqual([]);
    expect(await ids(vault)).toEqual(['a']);
    expect((await vault.read('at once')).ok).toBe(true);
    expect((await vault.change(withSecret('b'), 'at once')).ok).toBe(true);
  });

  it('and is told no is not asked again at once', async () => {
    await open().change(withSecret('a'));
    keychain.state.problem = 'locked';
    keychain.state.calls.length = 0;
    const vault = open();
    for (let index = 0; index < 3; index += 1) expect(await reason(vault.read())).toBe('locked');
    expect(keychain.state.calls).toHaveLength(1);
  });

  it('gives the first key to whoever tries again', async () => {
    const vault = open({ waitMs: 50 });
    expect(await vault.protection()).toBe('keychain');
    let unlock = (): void => {};
    keychain.state.asking = new Promise((resolve) => (unlock = resolve));
    expect(await reason(vault.change(withSecret('a')))).toBe('locked');
    unlock();
    await until('the key to be kept', () => keychain.held.size === 1);
    expect(await vault.change(withSecret('a'))).toEqual({ ok: true, value: undefined });
    expect(keychain.held.size).toBe(1);
  });

  it('that took no key keeps nothing', async () => {
    const vault = open();
    await vault.protection();
    keychain.state.problem = 'locked';
    expect(await reason(vault.change(withSecret('a')))).toBe('locked');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('without a keychain', () => {
  it.each(['no keychain', 'none here'])('nothing is written: %s', async (which) => {
    keychain.state.problem = 'none';
    const vault = open(which === 'no keychain' ? { keychain: null } : {});
    expect(await vault.protection()).toBe('session');
    const kept = await vault.change(withSecret('a'));
    expect(kept).toMatchObject({ ok: false, error: { reason: 'session' } });
    expect(kept.ok ? '' : kept.error.message).toContain('skillgate keychain --use-file');
    expect(await readdir(folder)).toEqual([]);
  });

  it('a file has the key once a person said so, for its owner alone', async () => {
    const vault = open({ keychain: null });
    expect(await vault.moveKey('file')).toEqual({ ok: true, value: undefined });
    expect(await vault.protection()).toBe('file');
    await vault.change(withSecret('a'));
    expect((await readdir(folder)).sort()).toEqual(['credentials-key', 'credentials.json']);
    expect((await stat(join(folder, 'credentials-key'))).mode & 0o777).toBe(0o600);
    expect(await ids(open({ keychain: null }))).toEqual(['a']);
  });

  it('a key that others can read is not used', async () => {
    const vault = open({ keychain: null });
    await vault.moveKey('file');
    await vault.change(withSecret('a'));
    await chmod(join(folder, 'credentials-key'), 0o644);
    const read = await vault.read();
    expect(read).toMatchObject({ error: { reason: 'unreadable' } });
    expect(read.ok ? '' : read.error.message).toContain('chmod 600');
  });
});

describe('a key that is moved', () => {
  it('to a file and back leaves everything readable and no key behind', async () => {
    await open().change(withSecret('a'));
    expect(await open().moveKey('file')).toEqual({ ok: true, value: undefined });
    expect([await open().protection(), keychain.held.size]).toEqual(['file', 0]);
    expect(await ids(open({ keychain: null }))).toEqual(['a']);
    expect(await open().moveKey('keychain')).toEqual({ ok: true, value: undefined });
    expect([await open().protection(), keychain.held.size]).toEqual(['keychain', 1]);
    expect(await ids()).toEqual(['a']);
    expect(await readdir(folder)).toEqual(['credentials.json']);
    expect(await open().moveKey('keychain')).toEqual({ ok: true, value: undefined });
  });

  it('stays where it is when it breaks off before the file is written, and goes on later', async () => {
    await open().change(withSecret('a'));
    const broken = Object.assign(new Error('io'), { code: 'EIO' });
    const { disk } = recordingDisk((step) =>
      step === 'sync credentials.json.next' ? broken : null,
    );
    expect(await reason(open({ disk }).moveKey('file'))).toBe('unwritable');
    expect(await open().protection()).toBe('keychain');
    expect(await ids()).toEqual(['a']);
    expect((await open().moveKey('file')).ok).toBe(true);
    expect([await open().protection(), keychain.held.size]).toEqual(['file', 0]);
    expect(await ids()).toEqual(['a']);
  });

  it('is not taken to a keychain that is not there', async () => {
    const vault = open({ keychain: null });
    await vault.moveKey('file');
    await vault.change(withSecret('a'));
    expect(await reason(vault.moveKey('keychain'))).toBe('session');
    expect(await vault.protection()).toBe('file');
    expect(await ids(vault)).toEqual(['a']);
  });

  it('is followed by a window that holds the former one', async () => {
    const window = open();
    await window.change(withSecret('a'));
    await open().moveKey('file');
    expect(await window.change(withSecret('b'))).toEqual({ ok: true, value: undefined });
    expect(await ids(open({ keychain: null }))).toEqual(['a', 'b']);
  });
});

describe('a change by another process', () => {
  it('is told of, one of its own is not', async () => {
    const vault = open();
    await vault.change(withSecret('a'));
    let told = 0;
    const stop = vault.onChange(() => (told += 1));
    await new Promise((done) => setTimeout(done, 50));
    await vault.change(withSecret('b'));
    await new Promise((done) => setTimeout(done, 700));
    expect(told).toBe(0);
    await open().change(withSecret('c'));
    await until('it to be told', () => told === 1);
    stop();
  });
});
