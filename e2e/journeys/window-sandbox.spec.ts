import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestNames } from '../../shared/contract.ts';
import { expect, test } from '../fixtures/app.ts';

test.describe('the window’s page', { tag: '@window' }, () => {
  test('has the sandbox, an isolated world, and only the contract', async ({ app }) => {
    const { page } = app;
    const seen = await page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter(
        (name) => name in globalThis,
      ),
      api: Object.keys((globalThis as unknown as { api: object }).api).toSorted(),
      frames: globalThis.frames.length,
    }));
    expect(seen).toEqual({
      node: [],
      api: [...requestNames, 'onPlace', 'subscribe', 'takeKey'].toSorted(),
      frames: 0,
    });
    const { pid, preferences } = await app.electron.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      return {
        pid: contents?.getOSProcessId() ?? 0,
        // Electron's types omit it.
        preferences: (
          contents as unknown as { getLastWebPreferences(): object } | undefined
        )?.getLastWebPreferences(),
      };
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });
    test.skip(process.platform !== 'linux', 'other systems do not show a process’s sandbox');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // A system call filter, and no way to gain privileges.
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
  });

  test('is served with its policy, which blocks all other connections', async ({ app }) => {
    const headers = await app.page.evaluate(async () =>
      Object.fromEntries((await fetch(location.href)).headers),
    );
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|data:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('opens no other window and never navigates', async ({ app }) => {
    const { page } = app;
    const here = page.url();
    const run = (script: string): Promise<unknown> =>
      app.electron.evaluate(
        ({ webContents }, code) =>
          webContents.getAllWebContents()[0]?.executeJavaScript(code, true) as Promise<unknown>,
        script,
      );
    const inPage = async (script: string): Promise<unknown> => {
      // It may be about to be reloaded still.
      await expect.poll(() => run('document.body !== null').catch(() => false)).toBe(true);
      return run(script);
    };
    const still = async (): Promise<void> => {
      await page.waitForTimeout(150);
      // Queried from the window: Playwright would wait for a denied navigation to end.
      const state = (): Promise<unknown> =>
        app.electron.evaluate(async ({ webContents }) => {
          const [contents, ...others] = webContents.getAllWebContents();
          return {
            url: contents?.getURL(),
            // A page that is being reloaded may have no body yet, or be gone before it answers.
            text: (await contents
              ?.executeJavaScript('document.body.innerText')
              .catch(() => '')) as string,
            others: others.length,
          };
        });
      // A page becomes about:blank without a check; it's reloaded at once.
      await expect
        .poll(state)
        .toEqual({ url: here, text: expect.stringContaining('Try the sample'), others: 0 });
    };
    const addresses = [
      'https://example.com/',
      `file://${join(app.scratch, 'data')}`,
      'data:text/html,<h1>other</h1>',
      'javascript:document.body.textContent="other"',
      'app://elsewhere/index.html',
      'about:blank',
    ];
    for (const address of addresses) {
      expect(await inPage(`window.open(${JSON.stringify(address)}) === null`)).toBe(true);
      await inPage(`location.href = ${JSON.stringify(address)}; 1`);
      await still();
      for (const target of ['_blank', '_self', '_top', 'named']) {
        await inPage(`{
          const link = document.createElement('a');
          Object.assign(link, ${JSON.stringify({ href: address, target })});
          document.body.append(link);
          link.click();
          link.remove();
        }`);
        await still();
      }
    }
    // Forms, too, which need no script.
    await inPage(`{
      const form = Object.assign(document.createElement('form'), { action: 'https://example.com' });
      document.body.append(form);
      form.submit();
    }`);
    await still();
  });

  test('shows no file that is dropped on it', async ({ app }) => {
    const { page } = app;
    const here = page.url();
    const file = join(app.home, '..', 'session.json');
    const session = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: 640,
        y: 400,
        data: { items: [], files: [file], dragOperationsMask: 1 },
      });
    await page.waitForTimeout(300);
    expect(page.url()).toBe(here);
    await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
  });

  test('gets no permission except to copy text', async ({ app }) => {
    const { page } = app;
    const answers = await page.evaluate(async () => {
      const refused = (asked: Promise<unknown>): Promise<string> =>
        asked.then(
          () => 'granted',
          () => 'denied',
        );
      return {
        notifications: await Notification.requestPermission(),
        camera: await refused(navigator.mediaDevices.getUserMedia({ video: true })),
        microphone: await refused(navigator.mediaDevices.getUserMedia({ audio: true })),
        screen: await refused(navigator.mediaDevices.getDisplayMedia({ video: true })),
        position: await new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve('granted'),
            ({ code }) => resolve(code === 1 ? 'denied' : `failed with ${code}`),
          ),
        ),
        reading: await refused(navigator.clipboard.readText()),
        midi: await refused(navigator.requestMIDIAccess({ sysex: true })),
      };
    });
    expect(answers).toEqual({
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      screen: 'denied',
      position: 'denied',
      reading: 'denied',
      midi: 'denied',
    });
    // Downloads aren't a permission and are denied as well.
    const started = await app.electron.evaluate(
      ({ session }) =>
        new Promise((resolve) => {
          session.defaultSession.on('will-download', (event) => resolve(event.defaultPrevented));
          session.defaultSession.downloadURL('app://skillgate/index.html');
        }),
    );
    expect(started).toBe(true);
  });
});
