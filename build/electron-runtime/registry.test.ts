import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { download } from './download.mjs';
import { ensureTestRuntime } from './registry.mjs';

let folder: string;
let server: Server;
let asked: (string | undefined)[];
/** What the registry sends and after how many bytes it hangs up; each number applies once. */
let content: Buffer;
let cuts: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-runtime-'));
  asked = [];
  cuts = [];
  content = Buffer.alloc(0);
  server = createServer((request, response) => {
    asked.push(request.headers.range);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from > 0 && from >= content.length) return void response.writeHead(416).end();
    const rest = content.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length });
    const cut = cuts.shift();
    if (cut === undefined) return void response.end(rest);
    return void response.write(rest.subarray(0, cut), () =>
      setTimeout(() => response.destroy(), 100),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('npm_config_registry', address());
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const integrityOf = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

describe('a download', () => {
  const file = (): string => join(folder, 'file');

  it('resumes a broken connection as long as it makes progress', async () => {
    content = Buffer.from('0123456789'.repeat(300_000));
    cuts = [1_000_000, 1_000_000];
    // A fetch may not notice a broken connection that it isn't reading from.
    expect(await download(address(), file(), { stallMs: 5000 })).toBeNull();
    expect(readFileSync(file()).equals(content)).toBe(true);
    // Each resumes where the previous one ended; nothing is requested twice.
    const starts = asked.map((range) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(starts.length).toBeGreaterThanOrEqual(3);
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    expect(starts[0]).toBe(0);
  });

  it('resumes an interrupted earlier run', async () => {
    content = Buffer.from('0123456789');
    writeFileSync(file(), '0123');
    expect(await download(address(), file())).toBeNull();
    expect(readFileSync(file(), 'utf8')).toBe('0123456789');
    expect(asked).toEqual(['bytes=4-']);
  });

  it.runIf(existsSync('/dev/full'))('says that the disk is full, and leaves nothing', async () => {
    content = Buffer.from('0123456789');
    // A device that accepts nothing, under another name that may be removed.
    symlinkSync('/dev/full', file());
    expect(await download(address(), file())).toBe('the disk is full');
    expect(existsSync(file())).toBe(false);
  });

  it('gives up without progress, and says why', async () => {
    server.removeAllListeners('request').on('request', (_request, response) => {
      response.writeHead(503).end();
    });
    expect(await download(address(), file())).toBe('HTTP 503');
    server.removeAllListeners('request').on('request', () => {});
    expect(await download(address(), file(), { stallMs: 50 })).toMatch(/0\.05 s|abort/i);
    expect(await download('http://127.0.0.1:1/', file())).toMatch(/ECONNREFUSED|bad port/);
  });
});

describe.runIf(`${process.platform}-${process.arch}` === 'linux-x64')(
  'the Electron of the package registry',
  () => {
    const at = (): string => join(folder, 'cache');

    /** The package as in the registry: a runtime and another program in one archive. */
    async function pack(): Promise<Buffer> {
      const app = join(folder, 'app');
      mkdirSync(join(app, 'resources', 'app'), { recursive: true });
      mkdirSync(join(app, 'locales'));
      writeFileSync(join(app, '@wingconsoledesktop'), '#!/bin/sh\n', { mode: 0o755 });
      writeFileSync(join(app, 'locales', 'en-US.pak'), 'words');
      writeFileSync(join(app, 'LICENSE.electron.txt'), 'MIT');
      writeFileSync(join(app, 'resources', 'app', 'package.json'), '{}');
      writeFileSync(join(app, 'resources', 'app-update.yml'), 'url: elsewhere');
      const release = join(folder, 'package', 'release');
      mkdirSync(release, { recursive: true });
      await create({ cwd: app, gzip: true, file: join(release, 'app.tar.gz') }, ['.']);
      const file = join(folder, 'package.tgz');
      await create({ cwd: folder, gzip: true, file }, ['package']);
      return readFileSync(file);
    }

    it('is downloaded once, and nothing of the program around it is kept', async () => {
      content = await pack();
      const integrity = integrityOf(content);
      const { path } = await ensureTestRuntime({ at: at(), integrity });
      expect(path).toBe(join(at(), 'electron-25.1.1-linux-x64', 'electron'));
      const kept = readdirSync(at(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted();
      expect(kept).toEqual(['LICENSE.electron.txt', 'electron', 'en-US.pak', 'version']);
      expect(spawnSync(path ?? '').status).toBe(0);
      await ensureTestRuntime({ at: at(), integrity });
      expect(asked).toHaveLength(1);
    });

    it('resumes after an interruption, even with a damaged part', async () => {
      content = await pack();
      mkdirSync(at());
      writeFileSync(join(at(), 'package.tgz.part'), Buffer.alloc(100, 'x'));
      const { path } = await ensureTestRuntime({ at: at(), integrity: integrityOf(content) });
      expect(existsSync(path ?? '')).toBe(true);
      expect(asked).toEqual(['bytes=100-', undefined]);
    });

    it('is rejected if it isn’t what was pinned, and leaves nothing', async () => {
      content = await pack();
      const { path, reason } = await ensureTestRuntime({ at: at() });
      expect([path, reason]).toEqual([
        undefined,
        'what the package registry gave is not what was pinned',
      ]);
      expect(readdirSync(at())).toEqual([]);
    });

    it('is reported missing in one line if nothing answers', async () => {
      vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
      vi.stubEnv('npm_config_cache', join(folder, 'npm'));
      const { reason } = await ensureTestRuntime({ at: at() });
      expect(reason).toMatch(/^the package registry did not give it \(.*\)$/);
      expect(readdirSync(at())).toEqual([]);
    });

    it('is downloaded by one of two that need it at once', async () => {
      content = await pack();
      const integrity = integrityOf(content);
      const both = await Promise.all([1, 2].map(() => ensureTestRuntime({ at: at(), integrity })));
      expect(both[0]?.path).toBe(both[1]?.path);
      expect(asked).toHaveLength(1);
    });

    it('doesn’t wait for one that died while downloading', async () => {
      content = await pack();
      mkdirSync(at());
      const dead = spawnSync('true').pid;
      writeFileSync(join(at(), 'fetching'), String(dead));
      const { path } = await ensureTestRuntime({ at: at(), integrity: integrityOf(content) });
      expect(existsSync(path ?? '')).toBe(true);
    });

    it('is reported missing in one line if the cache can’t be created', async () => {
      writeFileSync(at(), 'a file');
      chmodSync(at(), 0o600);
      const { reason } = await ensureTestRuntime({ at: at() });
      expect(reason).toMatch(/^.*cache cannot be used \(.*\)$/);
    });
  },
);
