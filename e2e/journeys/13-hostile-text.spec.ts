import type { Page } from '@playwright/test';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import { openFile, openSkill, openTab, readSkillMd, row, tab, words } from '../fixtures/screen.ts';

const hidden =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/gu;

/** Hidden characters on the page, each with the text around it. */
async function unseen(page: Page): Promise<string[]> {
  const text = await words(page);
  return [...text.matchAll(hidden)].map((match) =>
    JSON.stringify(text.slice(Math.max(0, match.index - 30), match.index + 30)).replace(
      match[0],
      `<${match[0].codePointAt(0)?.toString(16) ?? ''}>`,
    ),
  );
}

/** Every request that does not go to Skillgate's own page. */
function watch(page: Page): string[] {
  const outside: string[] = [];
  const own = new URL('/', page.url()).href;
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !url.startsWith('blob:') && !url.startsWith('data:'))
      outside.push(url);
  });
  page.on('dialog', (dialog) => {
    outside.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return outside;
}

const attacked = (page: Page): Promise<boolean> => page.evaluate(() => 'attacked' in globalThis);

test.describe('hostile text', () => {
  test.use({
    sessionServers: {
      html: testServer('hostile', 'html'),
      svg: testServer('hostile', 'svg-script'),
      beacons: testServer('hostile', 'image-beacons'),
      links: testServer('hostile', 'misleading-link'),
      bidi: testServer('hostile', 'bidi-names'),
      tags: testServer('hostile', 'tag-text'),
    },
  });

  test('in names, descriptions, instructions and files runs nothing, loads nothing and hides nothing @both', async ({
    app,
  }) => {
    const { page } = app;
    await expect(row(page, 'markup')).toBeVisible();
    const outside = watch(page);

    await openSkill(page, 'markup');
    await expect(page.getByRole('main')).toContainText(
      '<img src=x onerror="window.attacked=1"><b>bold</b>',
    );
    await readSkillMd(page);
    const text = page.getByRole('region', { name: 'SKILL.md, rendered' });
    await expect(text.getByRole('heading', { name: 'Markup' })).toBeVisible();
    await expect(text).toContainText('<script>');
    await expect(text.getByRole('link')).toHaveCount(0);
    await expect(text).toContainText('javascript:window.attacked=1');
    for (const element of ['iframe', 'script', 'img', 'object', 'form'])
      expect(
        await text.evaluate((region, name) => region.querySelectorAll(name).length, element),
      ).toBe(0);
    for (const name of ['Source', 'Frontmatter', 'Entry', 'Files']) await openTab(page, name);
    expect(await attacked(page)).toBe(false);

    await openSkill(page, 'drawing');
    await openFile(page, 'assets/drawing.svg');
    await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('<script>');
    expect(await attacked(page)).toBe(false);

    await openSkill(page, 'beacon');
    await readSkillMd(page);
    await expect(page.getByText('not loaded')).toHaveCount(3);
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);

    await openSkill(page, 'linked');
    await readSkillMd(page);
    await expect(page.getByText('leads to example.net')).toBeVisible();
    await page.getByRole('button', { name: 'https://example.com' }).click();
    const question = page.getByRole('alertdialog', { name: 'Open example.net?' });
    await expect(question).toContainText('The link text names a different address');
    await expect(question).toContainText('https://example.net/phish');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    for (const elsewhere of ['a file', 'elsewhere', 'up'])
      await expect(page.getByRole('button', { name: elsewhere, exact: true })).toHaveCount(0);

    expect(outside).toEqual([]);
    expect(await attacked(page)).toBe(false);
  });

  test('is written out where a reader wouldn’t see it', async ({ app }) => {
    const { page } = app;
    for (const name of ['bidi', 'esc', 'tagged']) {
      await page.getByRole('textbox', { name: 'Filter skills' }).fill(`skill://${name}/`);
      await page.getByRole('treeitem').filter({ hasText: name }).last().click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      expect(await unseen(page)).toEqual([]);
      await readSkillMd(page);
      for (const part of ['Preview', 'Source', 'Files', 'Frontmatter', 'Entry']) {
        await openTab(page, part);
        await expect(tab(page, part)).toHaveAttribute('aria-selected', 'true');
        expect(await unseen(page), `${name}, ${part}`).toEqual([]);
      }
    }
    // What was hidden is readable and counted.
    await tab(page, 'Preview').click();
    await expect(page.getByRole('main')).toContainText(/\d+ invisible characters/);
    await page.getByRole('textbox', { name: 'Filter skills' }).fill('');
    await page.getByRole('button', { name: 'Skillgate' }).click();
    await page.getByRole('main').getByRole('button', { name: /^bidi/ }).click();
    await tab(page, 'Details').click();
    await expect(page.getByRole('region', { name: 'Instructions' })).toBeVisible();
    expect(await unseen(page)).toEqual([]);
    expect(await page.title()).toMatch(/Skillgate/);
  });
});
