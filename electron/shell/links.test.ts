import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dialog, Shell } from 'electron';
import type { RequestHandlers } from '../../shared/contract.ts';
import { type ShellApplication, type AppPlace, runApp } from './app.ts';
import { app, double, resetDouble, dialog, shell } from './testing/electron-double.ts';
import { openExternal, openSignIn } from './links.ts';

describe('a link of another program', () => {
  let folder: string;
  const application: ShellApplication = {
    handlers: {} as RequestHandlers,
    subscribe: () => () => {},
    close: async () => {},
  };
  const place = (args: readonly string[] = [], platform: NodeJS.Platform = 'linux'): AppPlace => ({
    process: new EventEmitter() as unknown as AppPlace['process'],
    pageFolder: folder,
    preload: '/product/dist/preload.cjs',
    userData: folder,
    platform,
    report: (error) => {
      throw error;
    },
    args,
  });
  const run = (args: readonly string[] = []) => runApp(place(args), async () => application);
  const told = () => double.windows[0]?.webContents.sent;
  const second = (...args: string[]) => app.emit('second-instance', {}, args);
  const page = 'app://skillgate/index.html';

  beforeEach(() => {
    resetDouble();
    folder = mkdtempSync(join(tmpdir(), 'skillgate-links-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('that the program was started with is where its window begins', async () => {
    await run(['--config', 'servers.json', 'skillgate://open#/acme/skill/u', '--no-sandbox']);
    expect(double.windows[0]?.loaded).toBe(`${page}#/acme/skill/u`);
    expect(told()).toEqual([]);
  });

  it('that a second start brings is told to the page, whose window comes to the front', async () => {
    await run();
    second('/opt/skillgate/skillgate-window', '--flag', 'skillgate://open#queue');
    expect(double.windows).toHaveLength(1);
    expect(double.windows[0]?.calls.slice(-2)).toEqual(['show', 'focus']);
    expect(told()).toEqual([{ channel: 'skillgate-place', value: 'queue' }]);
    second('/opt/skillgate/skillgate-window');
    expect(told()).toHaveLength(1);
  });

  it('waits for a page that is being loaded', async () => {
    let loaded = (): void => {};
    double.loading = new Promise((resolve) => (loaded = resolve));
    const running = run();
    await new Promise((resolve) => setImmediate(resolve));
    second('skillgate://open#/acme');
    second('skillgate://open#/docs');
    expect(told()).toEqual([]);
    loaded();
    await running;
    expect(told()).toEqual([{ channel: 'skillgate-place', value: '/docs' }]);
  });

  it('comes as an event on macOS, where it may open the window again', async () => {
    await runApp(place([], 'darwin'), async () => application);
    let prevented = 0;
    const come = (link: string) =>
      app.emit('open-url', { preventDefault: () => (prevented += 1) }, link);
    come('skillgate://open#/acme');
    expect(told()).toEqual([{ channel: 'skillgate-place', value: '/acme' }]);
    double.windows[0]?.emit('closed');
    come('skillgate://open#/docs');
    expect(double.windows.map(({ loaded }) => loaded)).toEqual([page, `${page}#/docs`]);
    expect(prevented).toBe(2);
  });

  it('hands the page no word of its maker: an address that is known, or that it is none', async () => {
    await run();
    const links = [
      'skillgate://open#add/paste',
      'skillgate://open#/acme/edit',
      'skillgate://approve#/acme/skill/u',
      'skillgate:%00<script>',
      `skillgate://open#/${'a'.repeat(100_000)}`,
    ];
    for (const link of links) second(link);
    expect(told()?.map(({ value }) => value)).toEqual(links.map(() => 'nowhere'));
  });
});

describe('opening an address outside the app', () => {
  beforeEach(resetDouble);
  const open = (address: string): Promise<boolean> =>
    openExternal(address, dialog as unknown as Dialog, shell as unknown as Shell);

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-msdt:/id',
    'skill://acme/SKILL.md',
    'https://bank.example@evil.example/',
    '',
    'example.com',
  ])('never even asks for %s', async (address) => {
    double.pressed = 1;
    expect(await open(address)).toBe(false);
    expect([double.messages, double.opened]).toEqual([[], []]);
  });

  it('opens https once the person has seen the whole address and said yes', async () => {
    double.pressed = 1;
    expect(await open('https://example.com/docs?a=1')).toBe(true);
    expect(double.messages[0]).toMatchObject({
      detail: 'https://example.com/docs?a=1',
      defaultId: 0,
      cancelId: 0,
    });
    expect(double.opened).toEqual(['https://example.com/docs?a=1']);
  });

  it('opens nothing when the person says no, which is the default', async () => {
    expect(await open('https://example.com/')).toBe(false);
    expect(double.opened).toEqual([]);
  });

  it('shows a look-alike host as what it is', async () => {
    await open('https://аpple.com/');
    expect(double.messages[0]?.detail).toBe('https://xn--pple-43d.com/');
  });
});

describe('opening where a person signs in', () => {
  const lent = 'http://127.0.0.1:21763/open/abc';
  const open = (address: string, opens: string): Promise<boolean> =>
    openSignIn({ address, opens }, shell as unknown as Shell);
  beforeEach(resetDouble);

  it('opens what stands for it, where every user of this machine can read what is opened', async () => {
    expect(await open('https://id.example/?state=s', lent)).toBe(true);
    expect(await open('https://id.example/?state=s', 'https://id.example/?state=s')).toBe(true);
    expect(double.opened).toEqual([lent, 'https://id.example/?state=s']);
  });

  it.each(['file:///etc/passwd', 'http://id.example/', 'https://a@id.example/', 'x'])(
    'opens nothing that would lead to %s',
    async (address) => {
      expect(await open(address, lent)).toBe(false);
      expect(double.opened).toEqual([]);
    },
  );
});
