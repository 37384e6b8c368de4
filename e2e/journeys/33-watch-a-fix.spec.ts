import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objections } from '../fixtures/axe.ts';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import { row } from '../fixtures/screen.ts';

/** Sets the defect of the server's answers from now on. */
const planted = join(mkdtempSync(join(tmpdir(), 'skillgate-defect-')), 'defect');
/** Atomically: the server may read it at any time, even while the app starts. */
const plant = (name: string): void => {
  writeFileSync(`${planted}-next`, name);
  renameSync(`${planted}-next`, planted);
};
plant('sound');

test.use({
  sessionServers: {
    mine: testServer('defects', 'sound', '--era', 'modern', '--from', planted),
  },
});

test.describe('the author of a server', () => {
  test('watches a fix turn green: checks, fixes, checks again', async ({ app }) => {
    plant('no-size');
    const { page } = app;
    await row(page, 'mine').click();
    await page.getByRole('tab', { name: 'For authors' }).click();
    const section = page.getByRole('region', { name: 'Server check' });
    const fails = section.getByRole('list', { name: 'Fails' });
    await expect(section).toContainText('Sends read-only requests');
    await expect(fails).toHaveCount(0);

    await section.getByRole('button', { name: 'Check the server' }).click();
    await expect(section).toContainText('Something needs fixing.');
    const check = fails.getByRole('listitem').filter({ hasText: 'sep-2640-resources-size' });
    await expect(check.first()).toContainText('Set size to the length');
    await expect(check.first()).toContainText('“Resources” (MUST)');
    const answers = section.getByRole('region', { name: /^Response to request \d+, about skill:/ });
    await expect(answers.first()).toContainText('"digest"');
    await expect(section.getByRole('list', { name: 'Passed' })).toBeHidden();
    await expect(section).not.toContainText('Nothing to fix');

    // What the command says about the same server.
    const told = await app.cli(
      'conformance',
      '--server',
      'mine',
      '--allow-start',
      '--config',
      `${app.scratch}/session.json`,
    );
    expect(told.code).toBe(1);
    const counted = /\n(.*pass, .*)\. Something needs fixing\./.exec(told.stdout)?.[1] ?? 'none';
    await expect(section).toContainText(counted);

    plant('sound');
    await section.getByRole('button', { name: 'Check again' }).click();
    await expect(section).toContainText('Nothing to fix.');
    await expect(section.getByRole('list', { name: 'Fixed' })).toContainText(
      'sep-2640-resources-size-required',
    );
    await expect(section).toContainText(/\d+ fixed, 0 new, 0 to fix/);
    await expect(fails).toHaveCount(0);

    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 600]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await objections(page, `${colorScheme} ${width}`)).toEqual([]);
      }

    plant('get-unknown-code');
    await section.getByRole('button', { name: 'Restart and check' }).click();
    await expect(section).toContainText('0 fixed, 1 new, 1 to fix');
    await expect(fails).toContainText('new');
  });

  test('reads, filters and exports the report by keyboard alone', async ({ app }) => {
    plant('no-size');
    const { page } = app;
    await row(page, 'mine').click();
    await page.getByRole('tab', { name: 'For authors' }).click();
    const section = page.getByRole('region', { name: 'Server check' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('against the specification');
    await expect(page.getByRole('option', { name: /Check mine against/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(section).toContainText('Something needs fixing.');

    const filter = section.getByRole('textbox', { name: 'Filter checks' });
    await filter.fill('frontmatter');
    await expect(section).toContainText(/^.*\d+ of \d+ checks/s);
    const passed = section.getByRole('list', { name: 'Passed' });
    await expect(passed).toBeVisible();
    await filter.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(passed.getByRole('listitem').first()).toContainText('Specification');
    await filter.press('Escape');
    await expect(passed).toBeHidden();

    await section.getByRole('button', { name: 'Export the report' }).click();
    await expect(page.getByRole('menuitem', { name: 'Copy as Markdown' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Copy as JSON' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test.describe('the author of a server whose file changes in transit', () => {
  test.use({
    sessionServers: { mine: testServer('defects', 'line-ends-changed', '--era', 'modern') },
  });

  test('sees the expected and the received content side by side', async ({ app }) => {
    const { page } = app;
    await row(page, 'mine').click();
    await page.getByRole('tab', { name: 'For authors' }).click();
    const section = page.getByRole('region', { name: 'Server check' });
    await section.getByRole('button', { name: 'Check the server' }).click();
    const changed = 'The expected digest matches the same text with LF line endings.';
    await expect(section).toContainText(changed);

    const found = section.getByRole('list', { name: 'What skillgate/file-digest found' });
    await found.getByRole('button', { name: /^Received content of skill:/ }).click();
    const arrived = page.getByRole('region', { name: 'Received content', exact: true });
    await expect(arrived).toContainText('Not the skill’s file. For inspection only.');
    await expect(arrived).toContainText(changed);
    await expect(arrived.getByRole('list', { name: 'Differences found' })).toContainText('CRLF');
    // Both sides as text; the carriage returns of one of them are written out.
    const [left, right] = [
      arrived.locator('.editor.original'),
      arrived.locator('.editor.modified'),
    ];
    await expect(right).toContainText(String.raw`\u{000D}`);
    await expect(left).not.toContainText(String.raw`\u{000D}`);
    const told = await app.cli(
      'verify',
      '--allow-start',
      '--config',
      `${app.scratch}/session.json`,
    );
    expect(told.stdout).toContain(changed);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await objections(page, colorScheme)).toEqual([]);
    }
  });
});
