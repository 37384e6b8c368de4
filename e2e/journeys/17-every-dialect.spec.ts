import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { testServers } from '../../build/test-servers.ts';
import { expect, type ServerEntry, test as base } from '../fixtures/app.ts';
import {
  approves,
  chooseMore,
  decision,
  decisionPanel,
  facts,
  openFile,
  row,
  tab,
} from '../fixtures/screen.ts';

const dialect = (name: string): ServerEntry => ({
  command: process.execPath,
  args: [testServers().dialects, name],
});

/** Label → displayed name of the dialect. */
const shown = {
  draft: 'SEP-2640 draft',
  june: 'June 2026 index',
  archive: 'June 2026 index',
  april: 'April 2026 index',
  older: 'SEP-2076',
  manifest: 'manifest',
  root: 'skill root',
  documents: 'index with documents',
  flat: 'flat resource',
} as const;

const test = base.extend<{ site: string }>({
  /** The address of a site that serves Agent Skills Discovery. */
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, provide) => {
    const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
      process.execPath,
      [testServers().dialects, 'well-known'],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      child.stdout.on('data', (data: Buffer) => {
        printed += data.toString('utf8');
        if (printed.includes('\n'))
          resolve((JSON.parse(printed.split('\n', 1)[0] ?? '') as { url: string }).url);
      });
      child.once('exit', (code) => reject(new Error(`the site ended with code ${code}`)));
    });
    await provide(url);
    child.kill();
  },
});

test.describe('every dialect', () => {
  test.use({
    sessionServers: {
      draft: dialect('skills-ext-draft'),
      june: dialect('index-2026-06'),
      archive: dialect('index-2026-06-archive'),
      april: dialect('index-2026-04'),
      older: dialect('sep-2076'),
      manifest: dialect('manifest'),
      root: dialect('skill-root'),
      documents: dialect('index-documents'),
      flat: dialect('flat'),
    },
  });

  test('appears side by side, and an archive-backed skill is loaded, inspected and approved', async ({
    app,
    site,
  }) => {
    test.setTimeout(120_000);
    const { page } = app;
    // A site isn't an MCP server; it's added by its address.
    await page.getByRole('button', { name: 'Add server' }).click();
    await tab(page, 'Form').click();
    await page.getByRole('textbox', { name: 'Label' }).fill('site');
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('well-known');
    await page.getByRole('textbox', { name: /^Address/ }).fill(site);
    await page.getByRole('main').getByRole('button', { name: 'Add server' }).click();
    await tab(page, 'For authors').click();
    await expect(page.getByRole('list', { name: 'Dialects found' })).toContainText('well-known');

    for (const [label, name] of Object.entries(shown)) {
      await row(page, label).click();
      await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeVisible();
      await tab(page, 'For authors').click();
      await expect(page.getByRole('list', { name: 'Dialects found' })).toContainText(name);
      await expect(page.getByRole('list', { name: 'Advice' })).toContainText('Specification');
    }

    await row(page, 'archive').click();
    // Most of these servers have this name; this means the one below this server's row.
    await page
      .getByRole('treeitem', { level: 1, name: /^archive\b/ })
      .locator('xpath=following-sibling::*[@aria-level="2"][1]')
      .click();
    await expect(page.getByRole('main')).toContainText('archive');
    await expect(page.getByRole('heading', { level: 1, name: 'skill-0' })).toBeVisible();
    await chooseMore(page, 'Details');
    await expect(facts(page)).toContainText('Integrity: archive');
    // Opening SKILL.md unpacked the archive, and an approval covers what is in it.
    await expect(decision(page).getByRole('button', { name: 'Approve…' })).toBeEnabled();
    await expect(facts(page)).toContainText('match the archive');
    await tab(page, 'Files').click();
    const files = page.getByRole('region', { name: 'Files' });
    await expect(files.getByRole('row').filter({ hasText: 'SKILL.md' })).toContainText('rw-');
    await openFile(page, 'references/guide.md');
    await app.screenshot('a file of an archive');

    await decision(page).getByRole('button', { name: 'Approve…' }).click();
    await approves(decisionPanel(page)).click();
    await expect(decision(page)).toContainText('Approved on');
    // Bound to the unpacked files by the archive's address and their path in it.
    const { records } = JSON.parse(readFileSync(join(app.home, 'approvals.json'), 'utf8')) as {
      records: { resources: { uri: string }[] }[];
    };
    expect(records[0]?.resources.map(({ uri }) => uri)).toContainEqual(
      expect.stringMatching(/\.tar\.gz#SKILL\.md$/),
    );
  });
});
