import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeDisk } from '../disk/data-folder.ts';
import { openHostFiles } from './host-files.ts';
import { openHostLedger } from './host-ledger.ts';
import { hostFilePaths } from './host-paths.ts';

let root: string;
let data: string;
const at = '2026-11-01T00:00:00.000Z';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillgate-hosts-'));
  data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (disk = nodeDisk) =>
  openHostFiles({ platform: 'linux', home: root, env: {} }, data, disk);

async function readOf(path: string, files = open()) {
  const file = await files.read(path);
  if (!file.ok) throw new Error(file.error.message);
  return file.value;
}

/** Each host's files, separated by a line. */
const pathsOf = (files: ReturnType<typeof hostFilePaths>): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const { id, path } of files)
    found[id] = [...(id in found ? [found[id]] : []), path].join('\n');
  return found;
};

describe('where hosts keep their servers', () => {
  const place = (platform: NodeJS.Platform, home: string, env = {}) =>
    pathsOf(hostFilePaths({ platform, home, env }));

  it('is as each of them documents it, on three systems', () => {
    expect({
      linux: place('linux', '/home/me'),
      mac: place('darwin', '/Users/me'),
      windows: place('win32', 'C:\\Users\\me', { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }),
    }).toMatchSnapshot();
  });

  it('is not where a relative XDG_CONFIG_HOME says, which is to be ignored', () => {
    expect(place('linux', '/home/me', { XDG_CONFIG_HOME: 'relative' })).toEqual(
      place('linux', '/home/me'),
    );
  });

  it('is where their own variables say', () => {
    const paths = place('linux', '/home/me', {
      CLAUDE_CONFIG_DIR: '/claude',
      CODEX_HOME: '/codex',
      GEMINI_CLI_HOME: '/gemini',
      XDG_CONFIG_HOME: '/config',
    });
    expect(['claude-code', 'codex', 'gemini', 'goose', 'vscode'].map((id) => paths[id])).toEqual([
      '/claude/.claude.json',
      '/codex/config.toml',
      '/gemini/.gemini/settings.json',
      '/config/goose/config.yaml',
      '/config/Code/User/mcp.json',
    ]);
  });
});

describe('the file of a host', () => {
  it('is read-only where its owner made it so', async () => {
    const path = join(root, 'config.json');
    writeFileSync(path, '{}');
    expect((await readOf(path)).isReadOnly).toBe(false);
    chmodSync(path, 0o444);
    expect((await readOf(path)).isReadOnly).toBe(true);
  });

  it('is replaced with its mode, and leaves nothing beside it', async () => {
    const path = join(root, 'mcp.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const files = open();
    expect(await files.replace(await readOf(path), Buffer.from('new'))).toEqual({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(root).toSorted()).toEqual(['data', 'mcp.json']);
  });

  it('is replaced where a link leads, and the link stays one', async () => {
    mkdirSync(join(root, 'dotfiles'));
    writeFileSync(join(root, 'dotfiles', 'mcp.json'), 'old');
    const path = join(root, 'mcp.json');
    symlinkSync(join('dotfiles', 'mcp.json'), path);
    const files = open();
    expect((await files.replace(await readOf(path), Buffer.from('new'))).ok).toBe(true);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, 'dotfiles', 'mcp.json'), 'utf8')).toBe('new');
  });

  it('is not replaced when the link leads elsewhere by now', async () => {
    for (const name of ['one', 'two']) writeFileSync(join(root, name), 'same');
    const path = join(root, 'mcp.json');
    symlinkSync('one', path);
    const files = open();
    const file = await readOf(path);
    rmSync(path);
    symlinkSync('two', path);
    expect(await files.replace(file, Buffer.from('new'))).toMatchObject({
      error: { reason: 'changed' },
    });
    expect(['one', 'two'].map((name) => readFileSync(join(root, name), 'utf8'))).toEqual([
      'same',
      'same',
    ]);
  });

  it('is refused by name where a link leads nowhere, in a circle, or to no file', async () => {
    symlinkSync('b', join(root, 'a'));
    symlinkSync('a', join(root, 'b'));
    symlinkSync('nothing', join(root, 'dangling'));
    const reasons = await Promise.all(
      ['a', 'dangling', 'data'].map(async (name) => {
        const file = await open().read(join(root, name));
        return file.ok
          ? 'read'
          : [file.error.reason, file.error.message.includes(join(root, name))];
      }),
    );
    expect(reasons).toEqual([
      ['unreadable', true],
      ['missing', true],
      ['unreadable', true],
    ]);
  });

  it.each(['before', 'while'])(
    'is not replaced when another program wrote %s it was staged',
    async (when) => {
      const path = join(root, 'mcp.json');
      writeFileSync(path, 'old');
      let staged = false;
      const files = open({
        ...nodeDisk,
        async open(name, flags, mode) {
          if (when === 'while' && name.endsWith('.tmp') && !staged) writeFileSync(path, 'theirs');
          staged ||= name.endsWith('.tmp');
          return nodeDisk.open(name, flags, mode);
        },
      });
      const file = await readOf(path, files);
      if (when === 'before') writeFileSync(path, 'theirs');
      expect(await files.replace(file, Buffer.from('new'))).toMatchObject({
        error: { reason: 'changed' },
      });
      expect(readFileSync(path, 'utf8')).toBe('theirs');
      expect(readdirSync(root).toSorted()).toEqual(['data', 'mcp.json']);
    },
  );

  it('stays as it was on a full disk', async () => {
    const path = join(root, 'mcp.json');
    writeFileSync(path, 'old');
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const files = open({ ...nodeDisk, rename: () => Promise.reject(full) });
    expect(await files.replace(await readOf(path, files), Buffer.from('new'))).toMatchObject({
      error: { reason: 'unwritable', message: expect.stringContaining('the disk is full') },
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(root).toSorted()).toEqual(['data', 'mcp.json']);
  });

  it('is kept in the last five copies, which nobody else can read', async () => {
    const files = open();
    for (let day = 1; day < 9; day += 1)
      await files.keep('vscode', Buffer.from(String(day)), `2026-11-0${day}T00:00:00.000Z`);
    await files.keep('vscode-insiders', Buffer.from('x'), at);
    const folder = join(data, 'host-backups');
    const names = readdirSync(folder).toSorted();
    expect(names.filter((name) => name.startsWith('vscode-2'))).toHaveLength(5);
    expect(names).toHaveLength(6);
    expect(names.slice(0, 5).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      '4',
      '5',
      '6',
      '7',
      '8',
    ]);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });
});

it('a copy that cannot be kept is told of by its folder', async () => {
  writeFileSync(join(data, 'host-backups'), '');
  expect(await open().keep('vscode', Buffer.from('x'), at)).toMatchObject({
    ok: false,
    error: expect.stringContaining(`${join(data, 'host-backups')}: `),
  });
});

it('a file that is not there is missing, also below another file', async () => {
  writeFileSync(join(root, 'file'), '');
  for (const path of [join(root, 'none'), join(root, 'file', 'mcp.json')])
    expect(await open().read(path)).toEqual({
      ok: false,
      error: { reason: 'missing', message: `${path} doesn’t exist` },
    });
});

it('a command can be started where it is a file that may be run', async () => {
  const path = join(root, 'command');
  expect(await open().canStart(path)).toBe(false);
  writeFileSync(path, '');
  expect([await open().canStart(path), await open().isThere(path)]).toEqual([false, true]);
  chmodSync(path, 0o755);
  expect(await open().canStart(path)).toBe(true);
  expect([await open().canStart(root), await open().isThere(root)]).toEqual([false, false]);
});

it('what is kept of hosts is of one entry in one file of one host', async () => {
  const ledger = openHostLedger(data);
  const line = { host: 'cursor', file: '/a', path: ['mcpServers', 'a'] } as const;
  const more = { server: 'a', before: 'x', after: 'y', at };
  const others = [
    { ...line, ...more, file: '/b' },
    { ...line, ...more, host: 'windsurf' as const },
    { ...line, ...more, path: ['mcpServers', 'b'] },
  ];
  await ledger.put([{ ...line, ...more }, ...others]);
  await ledger.put([{ ...line, ...more, before: 'z' }]);
  expect(await ledger.list()).toEqual({
    ok: true,
    value: [...others, { ...line, ...more, before: 'z' }],
  });
  await ledger.drop([{ ...line, path: [...line.path] }]);
  expect(await ledger.list()).toEqual({ ok: true, value: others });
});

it('files of hosts on Windows lie in the roaming folder, said or not', () => {
  const place = (env: Record<string, string>) =>
    pathsOf(hostFilePaths({ platform: 'win32', home: 'C:\\Users\\ada', env }));
  expect(place({})['vscode']).toBe('C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json');
  expect(place({ APPDATA: 'D:\\r' })['vscode']).toBe('D:\\r\\Code\\User\\mcp.json');
  expect(place({})['goose']).toBe(
    'C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
  );
});

describe('the ledger', () => {
  const line = (key: string, before = 'old') => ({
    host: 'cursor' as const,
    file: '/home/me/.cursor/mcp.json',
    path: ['mcpServers', key],
    server: key,
    before,
    after: 'new',
    at,
  });

  it('keeps one line for an entry, for nobody else to read', async () => {
    const ledger = openHostLedger(data);
    await ledger.put([line('a'), line('__proto__')]);
    await ledger.put([line('a', 'older')]);
    expect(await openHostLedger(data).list()).toEqual({
      ok: true,
      value: [line('__proto__'), line('a', 'older')],
    });
    expect(statSync(join(data, 'hosts.json')).mode & 0o077).toBe(0);
    await ledger.drop([line('a')]);
    expect(await ledger.list()).toEqual({ ok: true, value: [line('__proto__')] });
  });

  it('tells entries apart by host, by file and by place', async () => {
    const ledger = openHostLedger(data);
    const lines = [
      line('a'),
      { ...line('a'), host: 'vscode' as const },
      { ...line('a'), file: '/elsewhere' },
      { ...line('a'), path: ['servers', 'a'] },
    ];
    await ledger.put(lines);
    expect(await ledger.list()).toEqual({ ok: true, value: lines });
    await ledger.drop(lines.slice(1, 2));
    expect(await ledger.list()).toMatchObject({ value: [lines[0], lines[2], lines[3]] });
  });

  it('says why it cannot be read or written', async () => {
    const path = join(data, 'hosts.json');
    const ledger = openHostLedger(data);
    writeFileSync(path, '{}', { mode: 0o600 });
    const damaged = { ok: false, error: `${path} is damaged` };
    expect([await ledger.list(), await ledger.put([line('a')])]).toEqual([damaged, damaged]);
    rmSync(path);
    chmodSync(data, 0o777);
    expect(await ledger.put([line('a')])).toEqual({
      ok: false,
      error: `${path} can’t be written`,
    });
  });

  describe('beside the file of an app', () => {
    const file = (): string => join(root, '.cursor', 'mcp.json');
    const beside = (): string => `${file()}.skillgate-undo`;
    const files = () => [{ id: 'cursor' as const, path: file() }];
    const own = (key: string) => ({ ...line(key), file: file() });
    beforeEach(() => mkdirSync(join(root, '.cursor')));

    it('is kept as well, for nobody else to read, and found without the data folder', async () => {
      await openHostLedger(data, files()).put([own('a'), own('b'), line('c')]);
      expect(statSync(beside()).mode & 0o077).toBe(0);
      rmSync(data, { recursive: true });
      mkdirSync(data, { mode: 0o700 });
      const ledger = openHostLedger(data, files());
      expect(await ledger.list()).toEqual({ ok: true, value: [own('a'), own('b')] });
      await ledger.drop([own('a')]);
      expect(await openHostLedger(data, files()).list()).toEqual({ ok: true, value: [own('b')] });
      await ledger.drop([own('b')]);
      expect(readdirSync(join(root, '.cursor'))).toEqual([]);
    });

    it('says nothing of other apps or files', async () => {
      await openHostLedger(data, files()).put([own('a')]);
      const text = readFileSync(beside(), 'utf8');
      rmSync(join(data, 'hosts.json'));
      for (const other of [text.replace('"cursor"', '"windsurf"'), text.replaceAll(file(), '/x')]) {
        writeFileSync(beside(), other);
        expect(await openHostLedger(data, files()).list()).toEqual({ ok: true, value: [] });
      }
    });

    it('is never written over when it can’t be read, and nothing is written then', async () => {
      writeFileSync(beside(), '{}', { mode: 0o600 });
      const ledger = openHostLedger(data, files());
      expect(await ledger.put([own('a')])).toEqual({
        ok: false,
        error: `${beside()} is damaged. Move it away, then try again`,
      });
      expect([readFileSync(beside(), 'utf8'), readdirSync(data)]).toEqual(['{}', []]);
    });
  });

  it.each(['{', '{}', '{"format":"skillgate/hosts@2","entries":[]}'])(
    'is never written over when it can’t be read: %s',
    async (text) => {
      writeFileSync(join(data, 'hosts.json'), text, { mode: 0o600 });
      const ledger = openHostLedger(data);
      expect((await ledger.list()).ok).toBe(false);
      expect((await ledger.put([line('a')])).ok).toBe(false);
      expect(readFileSync(join(data, 'hosts.json'), 'utf8')).toBe(text);
    },
  );
});
