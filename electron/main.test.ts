import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestReply, AppSnapshot } from '../shared/contract.ts';
import type * as Double from './shell/testing/electron-double.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the main process, whole, against a double of Electron', () => {
  let folder: string;
  const argv = process.argv;
  const uncaught = process.listeners('uncaughtException');
  const unhandled = process.listeners('unhandledRejection');

  let app: typeof Double.app;
  let double: typeof Double.double;

  beforeEach(async () => {
    // The main process is a module with effects: every test gets a fresh one, and a fresh platform.
    vi.resetModules();
    ({ app, double } = await import('./shell/testing/electron-double.ts'));
    folder = mkdtempSync(join(tmpdir(), 'skillgate-main-'));
    vi.stubEnv('SKILLGATE_HOME', join(folder, 'data'));
    vi.stubEnv('HOME', folder);
  });
  afterEach(() => {
    // Of the processes that these tests played, not of the one that runs them.
    process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection');
    for (const listener of uncaught) process.on('uncaughtException', listener);
    for (const listener of unhandled) process.on('unhandledRejection', listener);
    process.argv = argv;
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (...args: string[]): Promise<void> => {
    process.argv = ['electron', '/product', ...args];
    await import('./main.ts');
  };
  const ask = (): Promise<RequestReply<AppSnapshot>> => {
    const contents = double.windows[0]?.webContents;
    return double.handlers.get('skillgate:getSnapshot')?.(
      { sender: contents, senderFrame: contents?.mainFrame },
      {},
    ) as Promise<RequestReply<AppSnapshot>>;
  };

  it('registers the page’s scheme before it waits for anything', async () => {
    double.ready = new Promise(() => {});
    await start();
    expect(double.schemes.map((one) => one.scheme)).toEqual(['app']);
    expect(app.paths.get('userData')).toBe(join(folder, 'data', 'electron'));
  });

  it('says in About and to the page that an Electron other than the shipped one is for tests', async () => {
    await start();
    await vi.waitFor(() => expect(double.windows).toHaveLength(1), 60_000);
    // Here it is none at all.
    const said = expect.stringMatching(
      /^\d+\.\d+\.\d+ TEST-ONLY \(Electron unknown instead of \d+/,
    );
    expect(app.about).toMatchObject({ applicationVersion: said });
    expect(await ask()).toMatchObject({ ok: true, value: { version: said } });
    app.quit();
    await vi.waitFor(() => expect(app.quits).toBe(1), 60_000);
  });

  it('answers the page with the state of this shell and this data folder', async () => {
    await start();
    await vi.waitFor(() => expect(double.windows).toHaveLength(1), 60_000);
    expect(await ask()).toMatchObject({
      ok: true,
      value: { shell: 'electron', dataFolder: join(folder, 'data'), servers: [] },
    });
    app.quit();
    await vi.waitFor(() => expect(app.quits).toBe(1), 60_000);
  });

  it('leaves no child process when it quits, not even one that ignores its closed stdin', async () => {
    const pidFile = join(folder, 'pid');
    const server = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    writeFileSync(
      join(folder, 'session.json'),
      JSON.stringify({
        mcpServers: { stubborn: { command: process.execPath, args: ['-e', server] } },
      }),
    );
    await start('--allow-start', '--config', join(folder, 'session.json'));
    await vi.waitFor(
      () => expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '').toBe(true),
      60_000,
    );
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    app.quit();
    expect(app.quits).toBe(0);
    await vi.waitFor(() => expect(app.quits).toBe(1), 60_000);
    expect(isAlive(pid)).toBe(false);
  });

  it('starts nothing of a list beside a link, whoever added --allow-start', async () => {
    const marker = join(folder, 'started');
    const args = ['-e', 'require("node:fs").writeFileSync(process.argv[1], "")', marker];
    const acme = { command: process.execPath, args };
    writeFileSync(join(folder, 'session.json'), JSON.stringify({ mcpServers: { acme } }));
    const list = ['--allow-start', '--config', join(folder, 'session.json')];
    await start(...list, 'skillgate://open#/acme');
    await vi.waitFor(() => expect(double.windows).toHaveLength(1), 60_000);
    const connection = { status: 'needs-consent' };
    await vi.waitFor(
      async () =>
        expect(await ask()).toMatchObject({ ok: true, value: { servers: [{ connection }] } }),
      60_000,
    );
    app.quit();
    await vi.waitFor(() => expect(app.quits).toBe(1), 60_000);
    expect(existsSync(marker)).toBe(false);
  });

  it('says why in a box, and ends, when its session list cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await start('--allow-start', '--config', join(folder, 'absent.json'));
    await vi.waitFor(() => expect(app.exitCode).toBe(1), 60_000);
    expect(double.errors[0]).toContain('absent.json');
    expect(double.windows).toEqual([]);
  });
});
