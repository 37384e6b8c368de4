import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServersStore } from '../../engine/ports/servers.ts';
import { ok } from '../../../shared/result.ts';
import { at, openStore, temporaryFolder } from '../testing/forge.ts';
import { openAppFolders } from './app-folders.ts';

it('a server that says it’s a folder is neither read as one nor shares its decisions', async () => {
  const home = await temporaryFolder();
  const path = join(home, '.claude/skills');
  await mkdir(join(path, 'notes'), { recursive: true });
  await writeFile(join(path, 'notes/SKILL.md'), '---\nname: notes\ndescription: x\n---\n');
  const config = { type: 'stdio', command: 'skillgate', args: ['folder', path], env: {} } as const;
  const folders = await openAppFolders({
    ...{ dataFolder: home, home, cwd: home, approvals: await openStore(home) },
    servers: {
      list: async () => [{ label: 'evil', source: 'stored', enabled: true, config: ok(config) }],
    } as unknown as ServersStore,
    deciding: {
      ...{ folder: home, now: () => at, actor: 'ada' },
      generator: { name: 'skillgate', version: '0' },
    },
  });
  expect(await folders.list.add(path)).toMatchObject({ ok: true });
  expect(await folders.servers.list()).toMatchObject([
    { label: 'evil', config: { ok: false } },
    { label: '~/.claude/skills', config: { ok: true, value: config } },
  ]);
  expect(folders.connect('evil', config)).toBeNull();
  expect(folders.connect('~/.claude/skills', config)).not.toBeNull();
});
