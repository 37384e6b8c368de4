import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../fixtures/app.ts';
import { approve, openSample, openSkill, showTree, stands } from '../fixtures/screen.ts';

/** The items of the application menu, as `Menu > Item: shortcut`. */
const menuItems = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) =>
      (menu.submenu?.items ?? [])
        .filter((item) => item.type !== 'separator')
        .map((item) => `${menu.label} > ${item.label}: ${item.accelerator ?? ''}`),
    ),
  );

const zoom = (app: ElectronApplication): Promise<number | undefined> =>
  app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getZoomLevel());

test.describe('the window’s view', { tag: '@window' }, () => {
  test('has a menu whose items and shortcuts work, and none for developers', async ({ app }) => {
    const items = await menuItems(app.electron);
    for (const expected of [
      /^&?File > Quit.*: Ctrl\+Q$/,
      /^&?Edit > Copy: CmdOrCtrl\+C$/,
      /^&?View > Zoom In: CmdOrCtrl\+Plus$/,
      /^&?View > Toggle Full Screen: F11$/,
      /^&?Window > Close: Ctrl\+W$/,
      /^&?Help > About/,
    ])
      expect(items).toContainEqual(expect.stringMatching(expected));
    expect(items.filter((item) => /reload|developer/i.test(item))).toEqual([]);

    const choose = (label: string): Promise<void> =>
      app.electron.evaluate(({ Menu, BrowserWindow }, wanted) => {
        const item = Menu.getApplicationMenu()
          ?.items.flatMap((menu) => menu.submenu?.items ?? [])
          .find((one) => one.label === wanted);
        const [window] = BrowserWindow.getAllWindows();
        (item?.click as ((...args: unknown[]) => void) | undefined)?.(
          {},
          window,
          window?.webContents,
        );
      }, label);
    await choose('Zoom In');
    await expect.poll(() => zoom(app.electron)).toBeGreaterThan(0);
    await choose('Actual Size');
    await expect.poll(() => zoom(app.electron)).toBe(0);

    // The same by keyboard: keys that the page ignores reach the menu.
    const press = (keyCode: string): Promise<void> =>
      app.electron.evaluate(({ webContents }, key) => {
        const [contents] = webContents.getAllWebContents();
        for (const type of ['keyDown', 'keyUp'] as const)
          contents?.sendInputEvent({ type, keyCode: key, modifiers: ['control'] });
      }, keyCode);
    await press('-');
    await expect.poll(() => zoom(app.electron)).toBeLessThan(0);
    await press('0');
    await expect.poll(() => zoom(app.electron)).toBe(0);
  });

  test('works at 200 %', async ({ app }) => {
    const { page } = app;
    await app.electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents()[0]?.setZoomFactor(2),
    );
    await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThanOrEqual(640);
    await openSample(page);
    await openSkill(page, 'release-notes');
    await approve(page);
    await showTree(page);
    await stands(page, 'release-notes', 'approved');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await app.screenshot('200 %');
  });

  test('works in a window of 600 by 500 pixels', async ({ app }) => {
    const { page } = app;
    await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setSize(600, 500),
    );
    await expect.poll(() => page.evaluate(() => outerWidth)).toBe(600);
    await openSample(page);
    await openSkill(page, 'release-notes');
    await approve(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await app.screenshot('600 px');
  });

  test('draws stronger lines and secondary text with more contrast set in the system', async ({
    app,
  }) => {
    const { page } = app;
    const colours = (): Promise<(string | null)[]> =>
      page.evaluate(() => {
        const probe = document.createElement('p');
        document.body.append(probe);
        const values = ['--fg-muted', '--fg-faint', '--border'].map((name) => {
          probe.style.color = `var(${name})`;
          return getComputedStyle(probe).color;
        });
        probe.remove();
        return values;
      });
    await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
      const usual = await colours();
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      const stronger = await colours();
      expect(stronger.filter((colour, at) => colour === usual[at])).toEqual([]);
      expect(stronger[0]).toBe(colorScheme === 'light' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)');
    }
  });
});
