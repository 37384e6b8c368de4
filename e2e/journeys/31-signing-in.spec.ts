import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/scenario.ts';
import { endOf, guarded } from '../fixtures/sign-in.ts';
import { row } from '../fixtures/screen.ts';

/** A server at an address that was contacted before. */
async function added(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page
    .getByRole('textbox', { name: 'Address, command or configuration' })
    .fill(JSON.stringify({ mcpServers: { acme: { type: 'http', url } } }));
  await page.getByRole('button', { name: 'Add 1 server' }).click();
  await row(page, 'acme').click();
  await page.getByRole('main').getByRole('button', { name: 'Connect', exact: true }).click();
}

test.describe('signing in to a server', () => {
  test('shows where it goes before anything opens, returns on its own, and ends in its details @browser', async ({
    app,
  }) => {
    const { page } = app;
    const server = await guarded();
    try {
      await added(page, server.url);
      await expect(row(page, 'acme')).toHaveAccessibleName(/needs sign-in/);
      // Its authorization server wasn't contacted yet.
      expect(await server.asked()).toEqual({});

      await page.getByRole('main').getByRole('button', { name: 'Sign in…' }).click();
      const asks = page.getByRole('alertdialog', { name: /^Open a browser to sign in/ });
      await expect(asks).toContainText(new URL(server.url).hostname);
      await expect(asks).toContainText('skills:read');
      await expect(asks.getByRole('button', { name: 'Cancel' })).toBeFocused();
      expect(await server.asked()).not.toHaveProperty('/auth');

      await asks.getByRole('button', { name: 'Continue' }).click();
      const waits = page.getByRole('alertdialog', { name: 'Waiting for the browser' });
      const tab = page.context().waitForEvent('page');
      await waits.getByRole('button', { name: /in a new tab$/ }).click();
      const opened = await tab;
      await expect(opened.getByText('Answer received.')).toBeVisible();
      await opened.close();
      await expect(waits).toBeHidden();
      await expect(row(page, 'acme')).toHaveAccessibleName(/waiting/);
      await page.getByRole('tab', { name: 'Details' }).click();
      await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible();

      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'Signed in' })).toBeHidden();
      await expect(
        page.getByText('Signed out here and at the authorization server.'),
      ).toBeVisible();
    } finally {
      await server.stop();
    }
  });

  test('opens and contacts nothing when the person cancels @both', async ({ app }) => {
    const { page } = app;
    const server = await guarded();
    try {
      await added(page, server.url);
      await page.getByRole('main').getByRole('button', { name: 'Sign in…' }).click();
      const asks = page.getByRole('alertdialog', { name: /^Open a browser to sign in/ });
      await expect(asks).toContainText(new URL(server.url).hostname);
      await asks.getByRole('button', { name: 'Cancel' }).click();
      await expect(asks).toBeHidden();
      await expect(row(page, 'acme')).toHaveAccessibleName(/needs sign-in/);
      expect(await server.asked()).not.toHaveProperty('/auth');
    } finally {
      await server.stop();
    }
  });

  test('continues from another machine with the address where the browser ended @browser', async ({
    app,
  }) => {
    const { page } = app;
    const server = await guarded();
    try {
      await added(page, server.url);
      await page.getByRole('main').getByRole('button', { name: 'Sign in…' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
      const waits = page.getByRole('alertdialog', { name: 'Waiting for the browser' });
      await waits.getByText(/on another machine/).click();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await waits.getByRole('button', { name: 'Copy the whole address' }).click();
      const address = await page.evaluate(() => navigator.clipboard.readText());

      const field = waits.getByRole('textbox', { name: 'The address where the browser ended up' });
      await field.fill(address);
      await waits.getByRole('button', { name: 'Finish' }).click();
      await expect(waits.getByRole('alert')).toContainText('isn’t the address of this sign-in');
      await field.fill(await endOf(page.context(), address));
      await waits.getByRole('button', { name: 'Finish' }).click();
      await expect(waits).toBeHidden();
      await expect(row(page, 'acme')).toHaveAccessibleName(/waiting/);

      await page.getByRole('button', { name: 'More for acme' }).click();
      await page.getByRole('menuitem', { name: 'Remove…' }).click();
      const removing = page.getByRole('alertdialog', { name: 'Remove “acme”?' });
      await expect(removing).toContainText('You’re signed in to it.');
      await removing.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText(/was removed\. Its sign-in was removed here/)).toBeVisible();
    } finally {
      await server.stop();
    }
  });
});
