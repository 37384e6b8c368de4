import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/app.ts';
import { openSample, row } from '../fixtures/screen.ts';

// Electron has one window, and no port.
test.describe('windows of the browser shell', { tag: '@browser' }, () => {
  test('stay connected through a reload, with session storage and no cookie', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    // No ticket remains in the address, which names only the page.
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/sample$/);
    const secret = await page.evaluate(() => sessionStorage.getItem('skillgate-secret'));
    await page.reload();
    await expect(row(page, 'release-notes')).toBeVisible();
    await page.reload();
    await expect(row(page, 'release-notes')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('skillgate-secret'))).not.toBe(secret);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('let another in, and an unknown one says where to open it', async ({ app, browser }) => {
    const { page } = app;
    await openSample(page);
    const other = await app.anotherWindow();
    await expect(row(other, 'release-notes')).toBeVisible();

    const profile = await browser.newContext();
    const stranger = await profile.newPage();
    await stranger.goto(page.url());
    const notice = stranger.getByRole('alert');
    await expect(notice).toContainText('doesn’t recognize this window');
    await expect(stranger.getByRole('tree')).toBeHidden();
    await profile.close();
  });

  test('both stay connected with a shared secret, as after duplicating a tab', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    const copied = await page.evaluate(() => ({ ...sessionStorage }));
    const twin = await page.context().newPage();
    await twin.addInitScript((kept) => {
      if (window.name === 'twin') return;
      window.name = 'twin';
      for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
    }, copied);
    await twin.goto(page.url());
    await expect(row(twin, 'release-notes')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await openedBy(page);
    await openedBy(twin);
  });
});

/** It responds: the sample can be requested again. */
async function openedBy(page: Page): Promise<void> {
  await row(page, 'sample').click();
  await page.getByRole('button', { name: 'More for sample' }).click();
  await page.getByRole('menuitem', { name: 'Reconnect' }).click();
  await expect(row(page, 'release-notes')).toBeVisible();
}
