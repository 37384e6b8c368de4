import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/app.ts';
import {
  approves,
  decision,
  decisionPanel,
  openSample,
  row,
  stands,
  tab,
  tree,
  status,
} from '../fixtures/screen.ts';

test.describe('first run with the sample', () => {
  test('a newcomer approves a skill in a handful of clicks and under two minutes @both', async ({
    app,
  }) => {
    // Two minutes is the limit for any journey.
    const { page } = app;
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    };

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'See the skills before your agent does',
    );
    for (const door of ['Import', 'Add a server', 'Try the sample'])
      await expect(
        page.getByRole('main').getByRole('button', { name: new RegExp(`^${door}`) }),
      ).toBeVisible();
    await expect(page.getByRole('navigation')).toContainText('No servers yet');

    await click(page.getByRole('button', { name: /^Try the sample/ }));
    await expect(row(page, 'sample')).toHaveAccessibleName(/waiting/);
    // The sample opens its first skill; nothing of it counts as read that wasn't on screen.
    await expect(page.getByRole('heading', { level: 1, name: 'code-review' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await expect(decision(page)).toContainText('New');

    await click(decision(page).getByRole('button', { name: /^Approve/ }));
    const sheet = decisionPanel(page, 'Approve code-review');
    await expect(sheet).toContainText(/You’ve read [01] of \d+ files?/);
    await click(approves(sheet));

    await expect(decision(page)).toContainText('Approved on');
    await stands(page, 'code-review', 'approved');
    expect(clicks).toBeLessThanOrEqual(3);
  });

  test('a newcomer approves a skill with four keys @browser', async ({ app }) => {
    const { page } = app;
    await expect(page.getByRole('button', { name: /^Import/ })).toBeFocused();
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await press('Tab');
    await press('Enter');
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await press('a');
    await expect(approves(decisionPanel(page))).toBeVisible();
    await press('ControlOrMeta+Enter');
    await stands(page, 'code-review', 'approved');
    expect(keys).toBeLessThanOrEqual(4);
  });

  test('the sample has a good or bad skill for each case', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await stands(page, 'code-review', 'new');
    await stands(page, 'daily-standup-tips', 'new');
    await expect(row(page, 'handbook')).toHaveAttribute('aria-level', '2');
    await expect(row(page, 'onboarding')).toHaveAttribute('aria-level', '3');
    await stands(page, 'system-status', 'dynamic');
    await expect(status(page)).toContainText('6 to review');

    // The tampered skill looks like the others until it's loaded.
    await stands(page, 'invoice-helper', 'new');
    await page.getByRole('button', { name: 'Verify all' }).click();
    await stands(page, 'invoice-helper', 'doesn’t match');
    await expect(tree(page).getByRole('treeitem', { name: /1 file failed/ })).toHaveCount(1);

    await row(page, 'release-notes').click();
    await expect(tab(page, 'Files')).toHaveAccessibleName(/7\/7/);

    // It changes each time its server starts.
    await row(page, 'daily-standup-tips').click();
    await decision(page).getByRole('button', { name: 'Approve…' }).click();
    await approves(decisionPanel(page)).click();
    await stands(page, 'daily-standup-tips', 'approved');
    await row(page, 'sample').click();
    await page.getByRole('button', { name: 'More for sample' }).click();
    await page.getByRole('menuitem', { name: 'Reconnect' }).click();
    await stands(page, 'daily-standup-tips', 'changed');
    await expect(status(page)).toContainText('1 changed');
  });
});
