import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventEnvelope, type RequestHandlers, requestNames } from '../../shared/contract.ts';
import { type ShellApplication, type AppPlace, runApp } from './app.ts';
import { app, double, resetDouble, session } from './testing/electron-double.ts';

describe('the desktop app', () => {
  let folder: string;
  let place: AppPlace;
  let reported: unknown[];
  let closed: number;
  let listener: ((envelope: EventEnvelope) => void) | null;
  let finishClosing: (() => void) | null;
  let machine: EventEmitter;

  const compose = (): Promise<ShellApplication> =>
    Promise.resolve({
      handlers: {
        cancel: () => Promise.resolve({ ok: true, value: {} }),
      } as unknown as RequestHandlers,
      subscribe(one) {
        listener = one;
        return () => {};
      },
      close: () => {
        closed += 1;
        return finishClosing === null
          ? Promise.resolve()
          : new Promise((resolve) => (finishClosing = resolve));
      },
    });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    resetDouble();
    folder = mkdtempSync(join(tmpdir(), 'skillgate-shell-'));
    reported = [];
    closed = 0;
    listener = null;
    finishClosing = null;
    machine = new EventEmitter();
    place = {
      process: machine as unknown as AppPlace['process'],
      pageFolder: folder,
      preload: '/product/dist/preload.cjs',
      userData: folder,
      platform: 'linux',
      report: (error) => reported.push(error),
      args: [],
    };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('shows what the product tells of as a notice, and brings the window to the front by a click', async () => {
    await runApp(place, compose);
    listener?.({ seq: 1, event: { type: 'server-removed', label: 'acme' } });
    expect(double.shown).toEqual([]);
    listener?.({ seq: 2, event: { type: 'notice', title: 'A host asks', body: 'for refunds' } });
    expect(double.shown.map(({ options }) => options)).toEqual([
      { title: 'A host asks', body: 'for refunds' },
    ]);
    double.shown[0]?.emit('click');
    expect(double.windows[0]?.calls).toEqual(['show', 'show', 'focus']);
  });

  it('opens one hardened window on its own page', async () => {
    await runApp(place, compose);
    expect(double.windows).toHaveLength(1);
    const [window] = double.windows;
    expect(window?.loaded).toBe('app://skillgate/index.html');
    expect(window?.calls).toEqual(['show']);
    expect(app.sandboxed).toBe(true);
    expect(window?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      webSecurity: true,
    });
    expect(session.defaultSession.spellChecker).toBe(false);
    expect(double.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
    expect(double.menu).not.toBeNull();
  });

  it('registers exactly one handler per request of the contract, and one for the key', async () => {
    await runApp(place, compose);
    expect([...double.handlers.keys()].toSorted()).toEqual(
      ['skillgate-key', ...requestNames.map((name) => `skillgate:${name}`)].toSorted(),
    );
  });

  it('denies navigation in every page that the process ever holds', async () => {
    await runApp(place, compose);
    expect(
      double.windows[0]?.webContents.windowOpenHandler?.({ url: 'https://evil.example' }),
    ).toEqual({ action: 'deny' });
  });

  it('sends events to the window, and to none when it is gone', async () => {
    await runApp(place, compose);
    const envelope: EventEnvelope = { seq: 1, event: { type: 'server-removed', label: 'acme' } };
    listener?.(envelope);
    const contents = double.windows[0]?.webContents;
    expect(contents?.sent).toEqual([{ channel: 'skillgate-event', value: envelope }]);
    double.windows[0]?.emit('closed');
    listener?.(envelope);
    expect(contents?.sent).toHaveLength(1);
  });

  it('ends before it composes anything when another instance runs', async () => {
    double.hasLock = false;
    let composed = 0;
    await runApp(place, () => {
      composed += 1;
      return compose();
    });
    expect([composed, app.quits, double.windows.length]).toEqual([0, 1, 0]);
  });

  it('shows its window when a second instance is started', async () => {
    await runApp(place, compose);
    const [window] = double.windows;
    if (window !== undefined) window.minimized = true;
    app.emit('second-instance', {}, []);
    expect(window?.calls).toEqual(['show', 'restore', 'show', 'focus']);
  });

  it('does not quit before the servers have ended, asked once or twice', async () => {
    await runApp(place, compose);
    finishClosing = () => {};
    app.quit();
    app.quit();
    await settle();
    expect([closed, app.quits]).toEqual([1, 0]);
    finishClosing();
    await settle();
    expect([closed, app.quits]).toEqual([1, 1]);
  });

  it('quits all the same when closing fails, and reports it', async () => {
    await runApp(place, async () => ({
      ...(await compose()),
      close: () => Promise.reject(new Error('stuck')),
    }));
    app.quit();
    await settle();
    expect(app.quits).toBe(1);
    expect(reported).toEqual([new Error('stuck')]);
  });

  it('quits with its last window, except on macOS, where the dock icon opens another', async () => {
    await runApp({ ...place, platform: 'darwin' }, compose);
    double.windows[0]?.emit('closed');
    app.emit('window-all-closed');
    await settle();
    expect(app.quits).toBe(0);
    app.emit('activate');
    expect(double.windows).toHaveLength(2);

    resetDouble();
    await runApp(place, compose);
    app.emit('window-all-closed');
    await settle();
    expect(app.quits).toBe(1);
  });

  it('starts all the same when another load took the place of the first one', async () => {
    double.loading = Promise.reject(Object.assign(new Error('aborted'), { code: 'ERR_ABORTED' }));
    await runApp(place, compose);
    expect(double.windows).toHaveLength(1);
    expect(reported).toEqual([]);
  });

  it('does not start when its page cannot be loaded', async () => {
    double.loading = Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_FAILED' }));
    await expect(runApp(place, compose)).rejects.toThrow('gone');
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'says what happened, closes what runs and ends with 1 after an %s',
    async (event) => {
      await runApp(place, compose);
      finishClosing = () => {};
      machine.emit(event, new Error('an invariant'));
      machine.emit(event, new Error('another one, while it ends'));
      await settle();
      expect(double.errors).toEqual([expect.stringContaining('an invariant')]);
      expect([closed, app.exitCode]).toEqual([1, null]);
      finishClosing();
      await settle();
      expect([closed, app.exitCode]).toEqual([1, 1]);
      expect(reported).toEqual([
        new Error('an invariant'),
        new Error('another one, while it ends'),
      ]);
    },
  );

  it('remembers where its window was', async () => {
    await runApp(place, compose);
    const [first] = double.windows;
    if (first !== undefined) first.maximized = true;
    first?.emit('close');
    expect(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'))).toEqual({
      x: 10,
      y: 20,
      width: 1000,
      height: 700,
      maximized: true,
    });
    resetDouble();
    await runApp(place, compose);
    expect(double.windows[0]?.options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
    expect(double.windows[0]?.calls).toEqual(['maximize', 'show']);
  });
});
