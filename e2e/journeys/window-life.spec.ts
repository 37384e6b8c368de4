import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import {
  approve,
  approves,
  decisionPanel,
  openSample,
  openSkill,
  row,
  stands,
} from '../fixtures/screen.ts';
import { descendants, survivors } from '../fixtures/processes.ts';

/** Answers the system's message boxes with button `answer`; returns their texts. */
async function answerBoxes(
  app: ElectronApplication,
  answer: number,
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, button) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showErrorBox = (_title: string, text: string) => void said.push(text);
    dialog.showMessageBox = ((_window: unknown, options: { message: string }) => {
      said.push(options.message);
      return Promise.resolve({ response: button, checkboxChecked: false });
    }) as unknown as typeof dialog.showMessageBox;
  }, answer);
  return () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

/** Queries the page from the main process: after a crash the test sees it as another page. */
const textOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(
    ({ webContents }) =>
      webContents
        .getAllWebContents()[0]
        ?.executeJavaScript('document.body.innerText') as Promise<string>,
  );

test.describe('the window', { tag: '@window' }, () => {
  test('is the only one: a second start brings the first to the front', async ({ app }) => {
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const { code, printed } = await app.startAgain();
    expect(code, printed).toBe(0);
    await expect
      .poll(() =>
        app.electron.evaluate(({ BrowserWindow }) => {
          const [window, ...others] = BrowserWindow.getAllWindows();
          return [window?.isVisible(), window?.isFocused(), others.length];
        }),
      )
      .toEqual([true, true, 0]);
  });

  test('reopens where it was, in the chosen theme', async ({ app }) => {
    const bounds = { x: 60, y: 40, width: 1000, height: 700 };
    await app.page.getByRole('button', { name: 'Settings' }).click();
    await app.page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await app.electron.evaluate(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
      bounds,
    );
    await app.restart();
    expect(
      await app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.getBounds(),
      ),
    ).toEqual(bounds);
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('reloads a crashed page, says so, and loses nothing', async ({ app }) => {
    await openSample(app.page);
    await openSkill(app.page, 'release-notes');
    await approve(app.page);
    const said = await answerBoxes(app.electron, 0);
    await app.electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents()[0]?.forcefullyCrashRenderer(),
    );
    await expect.poll(said).toEqual(['The window crashed and was reloaded.']);
    await expect.poll(() => textOf(app.electron)).toMatch(/release-notes\s+approved/);
    // Its server wasn't restarted: the list is still the same.
    await expect.poll(() => textOf(app.electron)).toContain('5 to review');
  });

  test('asks about a hung page, reloads it if the person says so, and never blocks quitting', async ({
    app,
  }) => {
    test.slow();
    await openSample(app.page);
    const { process: running, ask, leave } = await app.undriven();
    try {
      const text = (): Promise<unknown> =>
        ask(`page.webContents.executeJavaScript('document.body.innerText')`);
      const hang = (): Promise<unknown> =>
        ask(`page.webContents.executeJavaScript('setTimeout(() => { for (;;); }); 1')`);
      // Someone clicks until nothing responds: a click can come before the page hangs.
      const click = (): Promise<unknown> =>
        ask(`for (const type of ['mouseDown', 'mouseUp'])
          page.webContents.sendInputEvent({ type, x: 200, y: 200, button: 'left', clickCount: 1 })`);
      const saidAfterClick = async (): Promise<unknown> => {
        if (JSON.stringify(await ask('said')) === '[]') await click();
        return ask('said');
      };
      await expect
        .poll(() => ask('electron.BrowserWindow.getAllWindows().length'), { timeout: 45_000 })
        .toBe(1);
      await ask(`var said = [];
        var page = electron.BrowserWindow.getAllWindows()[0];
        electron.dialog.showMessageBox = async (_window, options) => {
          said.push(options.message);
          return { response: 1 };
        }; 1`);
      await expect.poll(text).toContain('release-notes');
      await hang();
      await expect
        .poll(saidAfterClick, { timeout: 60_000 })
        .toEqual(['The window isn’t responding.', 'The window crashed and was reloaded.']);
      await expect.poll(text).toContain('release-notes');

      await hang();
      await click();
      const ended = once(running, 'exit') as Promise<[number | null]>;
      await ask('setTimeout(() => electron.app.quit(), 200); 1');
      leave();
      expect((await ended)[0]).toBe(0);
    } finally {
      running.kill('SIGKILL');
    }
  });
});

test.describe('when the main process ends', { tag: '@window' }, () => {
  test('on an error, it says so, and nothing is half written', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await approve(page);
    await answerBoxes(app.electron, 0);
    const running = app.electron.process();
    let printed = '';
    running.stderr?.on('data', (data: Buffer) => (printed += data.toString('utf8')));
    const children = descendants(running.pid ?? 0);
    const ended = once(running, 'exit') as Promise<[number | null]>;
    // During a decision.
    await openSkill(page, 'handbook');
    await page.getByRole('button', { name: /^Approve…/ }).click();
    await approves(decisionPanel(page)).click();
    await app.electron
      .evaluate(() => {
        setTimeout(() => {
          throw new Error('an invariant is broken');
        });
      })
      .catch(() => {});
    expect((await ended)[0]).toBe(1);
    expect(printed).toContain('an invariant is broken');
    expect(await survivors(children, 5000)).toEqual([]);
    const { records } = JSON.parse(readFileSync(join(app.home, 'approvals.json'), 'utf8')) as {
      records: { uri: string }[];
    };
    expect(records.map(({ uri }) => uri)).toContain('skill://release-notes/SKILL.md');
    expect(readdirSync(app.home).filter((name) => /\.(tmp|part)$/.test(name))).toEqual([]);
    expect((await app.cli('audit', 'verify')).code).toBe(0);

    await app.restart();
    await stands(app.page, 'release-notes', 'approved');
  });

  test('when killed, the next start knows every decision', async ({ app }) => {
    await openSample(app.page);
    await openSkill(app.page, 'release-notes');
    await approve(app.page);
    await app.kill();
    await app.restart();
    await stands(app.page, 'release-notes', 'approved');
  });
});

test.describe('quitting', { tag: '@window' }, () => {
  test.use({
    sessionServers: {
      stubborn: testServer('hostile', 'ignores-stdin'),
      steady: testServer('honest', '--skills', '1'),
    },
  });

  test('ends every started process, even a forked one that resists', async ({ app }) => {
    await expect(row(app.page, 'stubborn')).toBeVisible();
    const running = app.electron.process();
    const forked = (): number =>
      descendants(running.pid ?? 0).filter(({ command }) => command.includes('},60000)')).length;
    await expect.poll(forked).toBe(1);
    const children = descendants(running.pid ?? 0);
    const ended = once(running, 'exit') as Promise<[number | null]>;
    await app.electron
      .evaluate(({ app: itself }) => setImmediate(() => itself.quit()))
      .catch(() => {});
    expect((await ended)[0]).toBe(0);
    expect(await survivors(children, 5000)).toEqual([]);
    expect(existsSync(join(app.home, 'electron', 'window.json'))).toBe(true);
  });
});
