import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/forge.ts';
import { buildScripts } from '../testing/scripts.ts';
import { openVault, type SecretVault } from './vault.ts';

let scripts: Awaited<ReturnType<typeof buildScripts>>;
beforeAll(async () => {
  scripts = await buildScripts('keeper');
  return () => scripts.remove();
});

const keep = (folder: string, prefix: string, count: number): ChildProcess =>
  spawn(process.execPath, [scripts.path('keeper'), folder, prefix, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function fresh(): Promise<{ readonly folder: string; readonly vault: SecretVault }> {
  const folder = await temporaryFolder();
  const vault = openVault(folder, { keychain: null });
  expect(await vault.moveKey('file')).toEqual({ ok: true, value: undefined });
  return { folder, vault };
}
async function ids(vault: SecretVault): Promise<readonly string[]> {
  const contents = await vault.read();
  if (!contents.ok) throw new Error(contents.error.message);
  return Object.keys(contents.value.secrets);
}

describe('a vault that several processes write', () => {
  it('loses nothing when two of them and a window write at once', async () => {
    const { folder, vault } = await fresh();
    const others = ['a', 'b'].map(async (prefix) => once(keep(folder, prefix, 20), 'exit'));
    for (let index = 0; index < 20; index += 1) {
      const done = await vault.change((contents) => ({
        ...contents,
        secrets: { ...contents.secrets, [`c-${index}`]: { value: 'x', use: 'test' } },
      }));
      expect(done).toEqual({ ok: true, value: undefined });
    }
    expect((await Promise.all(others)).map(([code]) => code as unknown)).toEqual([0, 0]);
    expect(await ids(vault)).toHaveLength(60);
    expect((await readdir(folder)).sort()).toEqual(['credentials-key', 'credentials.json']);
  });

  it('keeps all that was said to be kept when the writer is killed', async () => {
    const { folder, vault } = await fresh();
    const durable: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const child = keep(folder, `r${round}`, 10_000);
      const exited = once(child, 'exit');
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        // Killed at whichever step it has reached when the third has been reported.
        if (text.split('\n').length > 3) child.kill('SIGKILL');
      });
      await exited;
      durable.push(...text.split('\n').slice(0, -1));
      expect(durable.length).toBeGreaterThanOrEqual(3 * (round + 1));
      const kept = new Set(await ids(vault));
      expect(durable.filter((id) => !kept.has(id))).toEqual([]);
    }
  }, 120_000);
});
