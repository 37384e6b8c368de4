import { chmod, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../engine/ports/servers.ts';
import { openServers, openSessionServers } from './servers.ts';
import { temporaryFolder } from './testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'servers.json');
});

const npx: ServerConfig = { type: 'stdio', command: 'npx', args: ['acme'], env: {} };
const web: ServerConfig = {
  type: 'http',
  url: 'https://mcp.acme.example/mcp',
  headers: { Authorization: 'Bearer x' },
};
const file = async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8')) as unknown;

describe('stored servers', () => {
  it('are none when there is no file', async () => {
    expect(await openServers(folder).list()).toEqual([]);
  });

  it('are written as other programs write them, for their owner alone', async () => {
    const servers = openServers(folder);
    expect(await servers.add('acme', npx)).toEqual({ ok: true, value: undefined });
    await servers.add('web', web, { inTheClear: true });
    expect(await file()).toEqual({
      mcpServers: {
        acme: { command: 'npx', args: ['acme'] },
        web: {
          type: 'http',
          url: 'https://mcp.acme.example/mcp',
          headers: { Authorization: 'Bearer x' },
        },
      },
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await openServers(folder).list()).toEqual([
      { label: 'acme', source: 'stored', enabled: true, config: { ok: true, value: npx } },
      { label: 'web', source: 'stored', enabled: true, config: { ok: true, value: web } },
    ]);
    expect(await readdir(folder)).toEqual(['servers.json']);
  });

  it('keep comments, unknown keys and the order of a file written by hand through every change', async () => {
    await writeFile(
      path,
      '{\n  // mine\n  "other": 1,\n  "mcpServers": {\n    "z": {"command": "x", "alwaysAllow": ["a"], "timeout": 5},\n    "a": {"url": "https://x.example"},\n  }\n}\n',
    );
    const servers = openServers(folder);
    await servers.update('z', 'y', npx);
    await servers.setEnabled('y', false);
    await servers.add('b', web, { inTheClear: true });
    const text = await readFile(path, 'utf8');
    expect(text).toContain('// mine');
    expect(text).toContain('"other": 1');
    expect(text).toContain('"timeout": 5');
    expect((await servers.list()).map(({ label, enabled }) => [label, enabled])).toEqual([
      ['y', false],
      ['a', true],
      ['b', true],
    ]);
    await servers.setEnabled('y', true);
    await servers.remove('a');
    expect((await servers.list()).map(({ label, enabled }) => [label, enabled])).toEqual([
      ['y', true],
      ['b', true],
    ]);
    expect(await readFile(path, 'utf8')).toMatch(/alwaysAllow/);
  });

  it('keep a bad entry and say what is wrong with it', async () => {
    const text = '{"mcpServers": {"bad": {"comand": "x"}, "good": {"command": "x"}}}';
    await writeFile(path, text);
    const servers = openServers(folder);
    expect((await servers.list())[0]).toEqual({
      label: 'bad',
      source: 'stored',
      enabled: true,
      config: { ok: false, error: 'neither command nor url' },
    });
    await servers.add('new', npx);
    expect(await file()).toMatchObject({ mcpServers: { bad: { comand: 'x' } } });
  });

  it.each(['{"mcpServers": {', '[]', '{"mcpServers": []}'])(
    'are never written over a file that can not be understood: %s',
    async (text) => {
      await writeFile(path, text);
      const servers = openServers(folder);
      expect(await servers.add('a', npx)).toEqual({ ok: false, error: 'unwritable' });
      expect(await readFile(path, 'utf8')).toBe(text);
      expect(await servers.list()).toMatchObject([
        { label: 'servers.json', enabled: false, config: { ok: false } },
      ]);
    },
  );

  it('are not written through a symbolic link', async () => {
    await writeFile(join(folder, 'target'), '{}');
    await symlink(join(folder, 'target'), path);
    expect(await openServers(folder).add('a', npx)).toEqual({ ok: false, error: 'unwritable' });
  });

  it('take another configuration under their own label', async () => {
    const servers = openServers(folder);
    await servers.add('a', npx);
    await servers.add('b', npx);
    expect(await servers.update('a', 'a', web, { inTheClear: true })).toEqual({
      ok: true,
      value: undefined,
    });
    expect((await servers.list()).map(({ config }) => config)).toEqual([
      { ok: true, value: web },
      { ok: true, value: npx },
    ]);
  });

  it('are read from a file that others can write, which decides nothing', async () => {
    await writeFile(path, '{"mcpServers": {"a": {"command": "npx", "args": ["acme"]}}}');
    await chmod(path, 0o666);
    expect(await openServers(folder).list()).toMatchObject([{ label: 'a', config: { ok: true } }]);
  });

  it('say in their list which file can not be used, and why', async () => {
    await writeFile(path, '{"mcpServers": {');
    const [only] = await openServers(folder).list();
    expect(only?.config).toMatchObject({
      error: expect.stringContaining(`${path} can’t be used: `),
    });
  });

  it('have one label each', async () => {
    const servers = openServers(folder);
    await servers.add('a', npx);
    await servers.add('b', npx);
    expect(await servers.add('a', web)).toEqual({ ok: false, error: 'label-taken' });
    expect(await servers.update('a', 'b', web)).toEqual({ ok: false, error: 'label-taken' });
    expect(await servers.update('c', 'd', web)).toEqual({ ok: false, error: 'not-found' });
    expect(await servers.remove('c')).toEqual({ ok: false, error: 'not-found' });
    expect(await servers.setEnabled('c', true)).toEqual({ ok: false, error: 'not-found' });
  });

  it.each(['__proto__', 'constructor', '0', 'a/b.c', '"quoted"', ''])(
    'can be labelled %j',
    async (label) => {
      const servers = openServers(folder);
      await servers.add('first', npx);
      expect(await servers.add(label, web, { inTheClear: true })).toEqual({
        ok: true,
        value: undefined,
      });
      expect((await servers.list()).find((server) => server.label === label)?.config).toEqual({
        ok: true,
        value: web,
      });
      expect(await servers.remove(label)).toEqual({ ok: true, value: undefined });
      expect((await servers.list()).map((server) => server.label)).toEqual(['first']);
    },
  );

  it('lose nothing when two windows add at once', async () => {
    const [one, two] = [openServers(folder), openServers(folder)];
    await Promise.all(
      ['a', 'b', 'c'].flatMap((label) => [one.add(`1${label}`, npx), two.add(`2${label}`, npx)]),
    );
    expect((await one.list()).map(({ label }) => label).sort()).toEqual([
      '1a',
      '1b',
      '1c',
      '2a',
      '2b',
      '2c',
    ]);
  });

  it('say when somebody else edits the file', async () => {
    const servers = openServers(folder);
    await servers.add('a', npx);
    let stop = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      stop = servers.onChange(resolve);
    });
    await openServers(folder).add('b', npx);
    await changed;
    stop();
  });
});

describe('servers of one session', () => {
  it('are read from a file that is never written', async () => {
    const text = '{"servers": {"a": {"command": "npx", "args": ["acme"]}}}';
    await writeFile(path, text);
    const opened = await openSessionServers(path, '/');
    if (!opened.ok) throw new Error(opened.error);
    const servers = opened.value;
    expect(await servers.list()).toEqual([
      {
        label: 'a',
        source: 'session',
        enabled: true,
        config: { ok: true, value: { ...npx, startIn: folder } },
      },
    ]);
    expect(await servers.add('a', web)).toEqual({ ok: false, error: 'label-taken' });
    expect(await servers.add('b', web)).toMatchObject({ ok: true });
    expect((await servers.list())[1]).toMatchObject({ label: 'b', enabled: true });
    expect(await servers.update('b', 'c', npx)).toMatchObject({ ok: true });
    expect(await servers.update('x', 'y', npx)).toEqual({ ok: false, error: 'not-found' });
    expect(await servers.setEnabled('c', false)).toMatchObject({ ok: true });
    expect(await servers.remove('a')).toMatchObject({ ok: true });
    expect(await servers.list()).toEqual([
      {
        label: 'c',
        source: 'session',
        enabled: false,
        config: { ok: true, value: { ...npx, startIn: folder } },
      },
    ]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.skipIf(process.platform === 'win32')(
    'start beside their file, but not where other users can put programs, as in /tmp',
    async () => {
      await writeFile(path, '{"mcpServers": {"a": {"command": "npx", "args": ["acme"]}}}');
      await chmod(folder, 0o1777);
      const opened = await openSessionServers(path, '/');
      if (!opened.ok) throw new Error(opened.error);
      await opened.value.add('b', npx);
      for (const server of await opened.value.list())
        expect(server.config).toEqual({ ok: true, value: npx });
    },
  );

  it('are read from a file that others can write, through a link, too', async () => {
    await writeFile(path, '{"mcpServers": {"a": {"command": "npx", "args": ["acme"]}}}');
    await chmod(path, 0o666);
    await symlink(path, `${path}.link`);
    const opened = await openSessionServers(`${path}.link`, '/');
    expect(opened.ok && (await opened.value.list())).toMatchObject([{ label: 'a' }]);
    if (!opened.ok) return;
    await opened.value.add('b', web);
    expect(await opened.value.update('a', 'b', web)).toEqual({ ok: false, error: 'label-taken' });
    expect(await opened.value.update('a', 'a', web)).toMatchObject({ ok: true });
    expect((await opened.value.list()).map(({ label }) => label)).toEqual(['a', 'b']);
  });

  it.each([
    ['missing', null, 'doesn’t exist'],
    ['broken', '{', 'not valid JSON'],
    ['broken', '{', "servers.json can't be used: "],
  ])('can not be opened from a file that is %s', async (_, text, message) => {
    if (text !== null) await writeFile(path, text);
    const opened = await openSessionServers(path, '/');
    expect(opened.ok ? '' : opened.error).toContain(message);
  });
});

describe('a file whose servers stand under `servers`', () => {
  const text = JSON.stringify({ servers: { a: { command: 'y' }, b: { command: 'x' } } });
  const labels = async () => (await openServers(folder).list()).map(({ label }) => label);

  it('keeps its other servers through every change', async () => {
    await writeFile(path, text);
    const servers = openServers(folder);
    expect((await servers.setEnabled('b', false)).ok).toBe(true);
    expect(await labels()).toEqual(['a', 'b']);
    expect((await servers.add('c', npx)).ok).toBe(true);
    expect((await servers.update('a', 'd', npx)).ok).toBe(true);
    expect(await labels()).toEqual(['d', 'b', 'c']);
    expect((await servers.remove('b')).ok).toBe(true);
    expect(await labels()).toEqual(['d', 'c']);
    expect(Object.keys((await file()) as object)).toEqual(['servers']);
  });
});

describe('a label that stands twice', () => {
  const text = '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}';

  it('is removed whole, and is not renamed', async () => {
    await writeFile(path, text);
    const servers = openServers(folder);
    expect(await servers.update('a', 'b', npx)).toEqual({ ok: false, error: 'unclear' });
    expect(await readFile(path, 'utf8')).toBe(text);
    expect((await servers.remove('a')).ok).toBe(true);
    expect(await servers.list()).toEqual([]);
  });
});
