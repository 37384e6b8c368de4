import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ShellApi } from '../../shared/contract.ts';
import { cancelSaving, dropFile, savedBy } from '../fixtures/files.ts';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import { approve, openSample, openSkill, row } from '../fixtures/screen.ts';

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** The dialog with a signed bundle of one decision. */
async function signOne(page: Page): Promise<void> {
  await openSample(page);
  await openSkill(page, 'release-notes');
  await approve(page);
  await command(page, 'Export decisions');
  await page.getByRole('button', { name: 'Sign 1 decision' }).click();
}

test.describe('files', () => {
  test('saves a signed bundle where the person says, and opens it by choosing and dragging @both', async ({
    app,
  }) => {
    const { page } = app;
    await signOne(page);
    const shown = await page.getByRole('region', { name: 'Signed bundle' }).innerText();
    const { name, text } = await savedBy(app, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click(),
    );
    expect(name).toBe('skillgate-decisions.json');
    expect(JSON.parse(text)).toEqual(JSON.parse(shown));
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Saved.');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    const file = join(app.scratch, 'bundle.json');
    writeFileSync(file, text);
    await command(page, 'Import decisions');
    const field = page.getByRole('textbox', { name: 'Signed bundle' });
    await page.getByLabel('Bundle file', { exact: true }).setInputFiles(file);
    await expect(field).toHaveValue(text);
    await expect(page.getByRole('dialog')).toContainText('release-notes');

    await field.fill('');
    await dropFile(page, field, file);
    await expect(field).toHaveValue(text);
    await expect(page.getByRole('dialog')).toContainText('release-notes');
  });

  test('saves the audit with every line that is on disk', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await approve(page);
    await command(page, 'audit');
    const { name, text } = await savedBy(app, async () => {
      await page.getByRole('button', { name: 'Export the audit' }).click();
      await page.getByRole('menuitem', { name: 'Save as JSON lines…' }).click();
    });
    expect(name).toBe('skillgate-audit.jsonl');
    const lines = (all: string): unknown[] =>
      all
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    const onDisk = lines(readFileSync(join(app.home, 'audit.jsonl'), 'utf8'));
    expect(lines(text)).toHaveLength(onDisk.length);
    expect(lines(text)).toEqual(expect.arrayContaining(onDisk));
    await expect(page.getByText('Saved the audit as JSON lines.')).toBeVisible();
  });

  test('opens a configuration file by choosing and dragging, and starts nothing @both', async ({
    app,
  }) => {
    const { page } = app;
    const file = join(app.scratch, 'mcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { acme: testServer('honest') } }));
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    const field = page.getByRole('textbox', { name: 'Address, command or configuration' });
    await page.getByLabel('Configuration file', { exact: true }).setInputFiles(file);
    await expect(page.getByRole('button', { name: 'Add 1 server' })).toBeVisible();

    await field.fill('');
    await expect(page.getByRole('button', { name: 'Add 1 server' })).toBeHidden();
    await dropFile(page, field, file);
    await expect(page.getByRole('button', { name: 'Add 1 server' })).toBeVisible();
    await expect(page.getByText(/Skillgate starts and contacts nothing/)).toBeVisible();
    await expect(row(page, 'acme')).toBeHidden();

    // An unreadable file is reported, and the previous text stays.
    const folder = join(app.scratch, 'a folder');
    mkdirSync(folder);
    await dropFile(page, field, folder);
    await expect(page.getByText('Couldn’t read “a folder”.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add 1 server' })).toBeVisible();
  });

  test(
    'saves nothing when the person closes the dialog, and no path reaches the page',
    {
      tag: '@window',
    },
    async ({ app }) => {
      const { page } = app;
      await signOne(page);
      const proposed = await cancelSaving(app);
      const before = readdirSync(app.scratch);
      await page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click();
      await expect.poll(proposed).toHaveLength(1);
      // This request is answered later, so by now the page knows the dialog's result.
      await page.evaluate(() =>
        (window as unknown as { api: ShellApi }).api.getSnapshot({}).then(() => null),
      );
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText('');
      expect(readdirSync(app.scratch)).toEqual(before);

      // An unwritable location: the reason is shown, the path isn't.
      await app.electron.evaluate(({ dialog }) => {
        dialog.showSaveDialog = (() =>
          Promise.resolve({ canceled: false, filePath: '/proc/secret-place/file.json' })) as never;
      });
      await page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click();
      await expect(page.getByRole('dialog')).toContainText('Couldn’t write the file');
      await expect(page.locator('body')).not.toContainText('secret-place');
    },
  );
});
