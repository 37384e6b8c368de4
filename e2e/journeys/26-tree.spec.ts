import type { Page } from '@playwright/test';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import { openSkill, row, tree } from '../fixtures/screen.ts';

const long = 'quarterly-revenue-report-for-the-';
const skill = (path: string) => ({
  path,
  files: { 'SKILL.md': skillMd(path.slice(path.lastIndexOf('/') + 1), 'A skill', 'Do it.\n') },
});

test.use({
  served: {
    skills: [
      ...['shop/billing/refunds', 'shop/billing/invoices', 'shop/ops/rotation'].map(skill),
      ...['board', 'press'].map((end) => skill(`shop/reports/${long}${end}`)),
    ],
  },
  sessionServers: async ({ scenario }, provide) => provide({ shop: scenario.entry }),
});

const filter = (page: Page) => page.getByRole('textbox', { name: 'Filter skills' });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected skills' });
const marked = (page: Page) => tree(page).locator('mark').allInnerTexts();

test.describe('the tree', () => {
  test('is filtered, entered, searched and hidden with the keyboard alone', async ({ app }) => {
    const { page } = app;
    await expect(row(page, 'refunds')).toBeVisible();
    // Nothing appears twice: everything is in a folder with the server's name.
    await expect(row(page, 'shop')).toHaveCount(1);

    await page.keyboard.press('/');
    await page.keyboard.type('shop');
    await expect(row(page, 'shop')).toBeVisible();
    expect(await marked(page)).toEqual(['shop']);
    await filter(page).fill('refu');
    await expect(row(page, 'rotation')).toBeHidden();
    expect(await marked(page)).toEqual(['refu']);
    await expect(
      page.getByRole('navigation').getByRole('status').filter({ hasText: '1 of 5 skills' }),
    ).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'refunds' })).toBeVisible();

    // Arrow keys open the skill that they rest on; letters are commands about it.
    await filter(page).fill('');
    await tree(page).focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('heading', { level: 1, name: 'refunds' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('rot');
    await page.keyboard.press('Enter');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { level: 1, name: 'rotation' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Deny rotation' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.keyboard.press('ControlOrMeta+b');
    await expect(tree(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show the tree' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'rotation' })).toBeVisible();
    await expect(tree(page)).toBeHidden();
    await page.keyboard.press('/');
    await expect(filter(page)).toBeFocused();
    await expect(tree(page)).toBeVisible();
  });

  test('has a menu for each row, and one bar for all selected ones', async ({ app, scenario }) => {
    const { page } = app;
    await row(page, 'rotation').click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Actions for rotation' });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Verify all files' }).press('Enter');
    await expect.poll(() => scenario.requests().some((one) => one.includes('rotation'))).toBe(true);

    await row(page, 'invoices').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'refunds').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('2 selected');
    await expect(bar(page).getByRole('button', { name: 'Verify' })).toBeVisible();
    await tree(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar(page)).toContainText('5 selected');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Clear selection' }).press('Enter');
    await expect(bar(page)).toBeHidden();
  });

  test('shows what distinguishes long names, however narrow it is', async ({ app }) => {
    const { page } = app;
    await openSkill(page, 'refunds');
    for (const end of ['board', 'press']) {
      const tail = row(page, long + end)
        .locator('[aria-hidden=true]')
        .filter({ hasText: end })
        .last();
      await expect(tail).toBeVisible();
      const whole = (element: HTMLElement) => element.scrollWidth <= element.clientWidth;
      expect(await tail.evaluate(whole)).toBe(true);
    }
  });
});
