import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { referencesIn } from '../core/import/secret-reference.ts';
import { serverSecretsIn } from './credentials/server-secrets.ts';
import { openVault } from './credentials/vault.ts';
import { openServers } from './servers.ts';
import { temporaryFolder } from './testing/forge.ts';
import { keychainInMemory } from './testing/keychain.ts';

/** Processor time of this process, in ms: a busy machine changes nothing of it. */
const spentMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

const many = 1_000;
/** On a machine that does other work beside it: a second is more than it needs. */
const mostMs = 3_000;

const each = <T>(make: (at: number) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: many }, (_, at) => make(at)));

it.each<readonly [string, Record<string, object>]>([
  [
    'servers at addresses',
    each((at) => [
      `s${at}`,
      { url: `https://h${at}.example/mcp`, headers: { Authorization: `Bearer secret-${at}` } },
    ]),
  ],
  [
    'servers with a command',
    each((at) => [`s${at}`, { command: 'npx', args: ['x'], env: { TOKEN: `secret-${at}` } }]),
  ],
  [
    'variables of one server',
    { s: { command: 'npx', args: ['x'], env: each((at) => [`A${at}_TOKEN`, `secret-${at}`]) } },
  ],
  [
    'headers of one server',
    {
      s: {
        url: 'https://h.example/mcp',
        headers: each((at) => [`A${at}-Token`, `Bearer secret-${at}`]),
      },
    },
  ],
])(
  'a thousand secrets of a file from before, of %s, are moved in a moment',
  async (_, servers) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'servers.json');
    await writeFile(path, JSON.stringify({ mcpServers: servers }, null, 2));
    const before = await openServers(folder).list();
    const vault = openVault(folder, { keychain: keychainInMemory(), waitMs: 2_000 });
    const store = openServers(folder, serverSecretsIn(vault));
    const began = process.cpuUsage();
    await store.protect();
    expect(spentMs(began)).toBeLessThan(mostMs);
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('secret-');
    expect(referencesIn(text).size).toBe(many);
    const again = process.cpuUsage();
    expect(await store.list()).toEqual(before);
    expect(spentMs(again)).toBeLessThan(mostMs);
  },
  120_000,
);
