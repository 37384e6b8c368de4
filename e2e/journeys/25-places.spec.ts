import type { Page } from '@playwright/test';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import { chooseMore, openFile, openSkill, row, tab } from '../fixtures/screen.ts';

const skill = (path: string) => ({
  path,
  files: {
    'SKILL.md': skillMd(path.slice(path.lastIndexOf('/') + 1), 'A skill', 'Do it.\n'),
    'notes.md': `Notes about ${path}.\n`,
  },
});

test.use({
  served: { skills: [skill('acme/refunds'), skill('acme/invoices')] },
  sessionServers: async ({ scenario }, provide) => provide({ shop: scenario.entry }),
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const fragment = (page: Page): Promise<string> => page.evaluate(() => location.hash);

/** Presses a side button of a mouse: 3 is back, 4 is forward. */
async function side(page: Page, button: 'back' | 'forward'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await session.send('Input.dispatchMouseEvent', {
      type,
      button,
      buttons: type === 'mousePressed' ? (button === 'back' ? 8 : 16) : 0,
      x: 700,
      y: 400,
      clickCount: 1,
    });
  await session.detach();
}

test.describe('places', () => {
  test('go back and forward by button, key and mouse, and survive a reload @both', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    const back = page.getByRole('button', { name: 'Back', exact: true });
    const forward = page.getByRole('button', { name: 'Forward', exact: true });
    await expect(row(page, 'refunds')).toBeVisible();
    await expect(back).toBeDisabled();
    await expect(forward).toBeDisabled();
    await openSkill(page, 'refunds');
    await openFile(page, 'notes.md');
    await expect(page.getByRole('main')).toContainText('Notes about acme/refunds.');
    await openSkill(page, 'invoices');
    await tab(page, 'Files').click();
    const reads = () =>
      scenario.requests().filter((request) => request.startsWith('resources/read')).length;
    // The two descriptions and the file.
    const read = 3;
    await expect.poll(reads).toBe(read);

    await back.click();
    await expect(heading(page, 'refunds')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'File', exact: true })).toHaveValue(/notes/);
    await page.keyboard.press('Alt+ArrowRight');
    await expect(heading(page, 'invoices')).toBeVisible();
    await expect(tab(page, 'Files')).toHaveAttribute('aria-selected', 'true');
    await side(page, 'back');
    await expect(heading(page, 'refunds')).toBeVisible();
    // One step, not two: the skill's file, not its previous page.
    expect(await fragment(page)).toContain('notes.md');
    await side(page, 'forward');
    await expect(heading(page, 'invoices')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(heading(page, 'refunds')).toBeVisible();

    await page.reload();
    await expect(heading(page, 'refunds')).toBeVisible();
    // It names the opened file, and loads nothing on its own.
    await expect(page.getByRole('button', { name: /^Open notes\.md/ })).toBeVisible();
    await expect(forward).toBeEnabled();
    await forward.click();
    await expect(heading(page, 'invoices')).toBeVisible();
    expect(reads()).toBe(read);
  });

  test('report an invalid address and open the overview', async ({ app }) => {
    const { page } = app;
    await expect(row(page, 'refunds')).toBeVisible();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    await openSkill(page, 'refunds');
    for (const [address, word] of [
      ['/%ff', 'doesn’t exist'],
      ['no-such-page', 'doesn’t exist'],
      ['/gone/skill/skill%3A%2F%2Fx', 'No server in your list'],
    ] as const) {
      await row(page, 'shop').click();
      await page.evaluate((to) => (location.hash = to), address);
      await expect(page.getByText(word).first()).toBeVisible();
      await expect(heading(page, 'shop')).toBeHidden();
      await expect.poll(() => fragment(page)).toBe('#/');
    }
    // A missing skill says so on its page, with a way to continue.
    await page.evaluate(() => (location.hash = '/shop/skill/skill%3A%2F%2Fgone%2FSKILL.md'));
    await expect(page.getByText('Couldn’t load this skill')).toBeVisible();
    await page.getByRole('button', { name: 'Go to shop' }).click();
    await expect(heading(page, 'shop')).toBeVisible();
    expect(problems).toEqual([]);
  });

  test(
    'open in a second window from a copied link',
    { tag: '@browser' },
    async ({ app, scenario }) => {
      const { page } = app;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openSkill(page, 'refunds');
      await chooseMore(page, 'Copy link');
      const toSkill = await page.evaluate(() => navigator.clipboard.readText());
      await openFile(page, 'notes.md');
      await chooseMore(page, 'Copy link to the file');
      const toFile = await page.evaluate(() => navigator.clipboard.readText());
      // The read may still be on its way.
      const read = 'resources/read skill://acme/refunds/notes.md';
      await expect.poll(() => scenario.requests()).toContain(read);
      const asked = scenario.requests().length;
      const other = await page.context().newPage();
      await other.goto(toFile);
      await expect(heading(other, 'refunds')).toBeVisible();
      await expect(other.getByRole('button', { name: /^Open notes\.md/ })).toBeVisible();
      await other.goto(toSkill);
      await expect(heading(other, 'refunds')).toBeVisible();
      expect(scenario.requests()).toHaveLength(asked);
    },
  );

  test(
    'open from another program’s link, which starts and decides nothing',
    { tag: '@window' },
    async ({ app, scenario }) => {
      const { page } = app;
      await openSkill(page, 'refunds');
      await chooseMore(page, 'Copy link');
      const link = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
      expect(link).toMatch(/^skillgate:\/\/open#\/shop\/skill\//);
      await page.getByRole('button', { name: 'Skillgate', exact: true }).click();
      await expect(heading(page, 'refunds')).toBeHidden();
      const asked = scenario.requests().length;
      // Like the desktop: start the program again with the link.
      const come = async (to: string): Promise<void> => {
        const { code, printed } = await app.startAgain({}, to);
        expect(code, printed).toBe(0);
      };
      await come(`${link}/source/${encodeURIComponent('skill://acme/refunds/notes.md')}`);
      await expect(heading(page, 'refunds')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Open notes\.md/ })).toBeVisible();
      await come('skillgate://open#add/import');
      await expect(page.getByText('doesn’t exist').first()).toBeVisible();
      await expect(heading(page, 'refunds')).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.keyboard.press('Alt+ArrowLeft');
      await expect(heading(page, 'refunds')).toBeHidden();
      expect(scenario.requests()).toHaveLength(asked);
    },
  );
});
