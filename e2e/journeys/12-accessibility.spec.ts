import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import {
  approves,
  decisionPanel,
  openFile,
  openSkill,
  readSkillMd,
  row,
  tab,
  tree,
} from '../fixtures/screen.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Controls that cannot be used now and do not tell a screen reader why. */
const withoutReason = (page: Page, view: string): Promise<string[]> =>
  page.locator(':disabled, [aria-disabled="true"]').evaluateAll((controls, view) => {
    const described = (control: Element): string =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
        .join('');
    return controls
      .filter((control) => control.matches(':disabled') || described(control) === '')
      .map((control) => `${view}: no reason for ${control.outerHTML.slice(0, 160)}`);
  }, view);

/** What axe objects to on the page as it is now, as `rule: element`. */
async function objections(page: Page, view: string): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))),
  );
  // Not a script of the page: its content security policy would not let one in.
  const results = await page.evaluate(async (source): Promise<AxeResults> => {
    const scope = globalThis as unknown as {
      axe?: { run: (options: object) => Promise<AxeResults> };
    };
    if (scope.axe === undefined) new Function(source).call(globalThis);
    if (scope.axe === undefined) throw new Error('axe did not load');
    return scope.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
  }, axe);
  return results.violations
    .filter((violation) => violation.impact !== 'minor')
    .flatMap((violation) =>
      violation.nodes.map(
        (node) =>
          `${view}: ${violation.id} (${violation.impact ?? ''}) ${node.html.slice(0, 160)} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`,
      ),
    );
}

for (const theme of ['Light', 'Dark', 'High contrast']) {
  test.describe(`axe, ${theme.toLowerCase()}`, () => {
    test.slow();

    test('finds nothing on any view', async ({ app }) => {
      const { page } = app;
      const found: string[] = [];
      const look = async (view: string): Promise<void> =>
        void found.push(...(await objections(page, view)), ...(await withoutReason(page, view)));
      await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
      await look('settings');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await look('first run');

      await page
        .getByRole('main')
        .getByRole('button', { name: /^Add a server/ })
        .click();
      for (const way of ['Form', 'Import', 'Paste']) {
        await page.getByRole('tab', { name: way }).click();
        await look(`add server, ${way}`);
      }
      const config = {
        mcpServers: {
          gone: {
            command: process.execPath,
            args: ['-e', 'console.error("no such database"); process.exit(3)'],
            env: { TOKEN: 'x' },
          },
          odd: testServer('hostile', 'resources-string'),
        },
      };
      await page
        .getByRole('textbox', { name: 'Address, command or configuration' })
        .fill(JSON.stringify(config));
      await expect(page.getByRole('checkbox', { name: 'gone' })).toBeChecked();
      await look('pasted servers');
      await page.getByRole('button', { name: 'Add 2 servers' }).click();
      await expect(page.getByRole('alertdialog', { name: /commands ask/ })).toBeVisible();
      await look('several commands');
      await page.getByRole('button', { name: 'Start none' }).click();
      for (const label of ['gone', 'odd']) {
        await row(page, label).click();
        const consent = page.getByRole('alertdialog', { name: `Start “${label}”?` });
        await expect(consent).toBeVisible();
        if (label === 'gone') await look('consent');
        await consent.getByRole('button', { name: 'Start this command' }).click();
      }
      await row(page, 'gone').click();
      await expect(page.getByRole('main')).toContainText('exit code 3');
      await look('failed server');

      await tree(page)
        .getByRole('treeitem', { name: /victim/ })
        .click();
      await expect(page.getByRole('article', { name: 'Refused entry' })).toBeVisible();
      await look('refused entry');
      await tree(page)
        .getByRole('treeitem', { name: /victim/ })
        .click({ button: 'right' });
      await expect(page.getByRole('menu', { name: /^Actions for/ })).toBeVisible();
      await look('menu of a row');
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Filter skills' }).fill('vic');
      await expect(tree(page).locator('mark').first()).toBeVisible();
      await look('filtered tree');
      await page.getByRole('textbox', { name: 'Filter skills' }).fill('');
      await page.getByRole('button', { name: 'Hide the tree' }).click();
      await look('tree put away');
      await page.getByRole('button', { name: 'Show the tree' }).click();

      await page.getByRole('button', { name: 'Skillgate' }).click();
      await look('overview');
      mkdirSync(join(app.scratch, '.cursor'));
      writeFileSync(
        join(app.scratch, '.cursor', 'mcp.json'),
        '{"mcpServers": {"acme": {"command": "acme"}, "odd": {"command": "${env:ODD}"}}}',
      );
      await page.getByRole('button', { name: 'Hosts', exact: true }).click();
      const cursor = page.getByRole('region', { name: 'Cursor' });
      await expect(cursor.getByRole('switch')).toHaveCount(2);
      await look('hosts');
      await cursor.getByRole('switch').first().click();
      await expect(page.getByRole('button', { name: /^Write the file/ })).toBeEnabled();
      await look('change of a host');
      const at = '2026-11-01T00:00:00.000Z';
      const asked = { server: 'odd', identity: 'x', uri: 'skill://a/SKILL.md', name: 'a' };
      const met = { host: { name: 'host', version: '1' }, standing: 'changed', how: 'get' };
      writeFileSync(
        join(app.home, 'waiting.json'),
        JSON.stringify({
          format: 'skillgate/waiting@1',
          waiting: [{ ...asked, ...met, firstAt: at, lastAt: at, count: 2 }],
          dropped: 1,
        }),
        { mode: 0o600 },
      );
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: '1 asked for' }).click();
      await look('asked for');
      await page.getByRole('button', { name: 'Skillgate' }).click();
      await page.getByRole('button', { name: /^Try the sample/ }).click();
      await expect(row(page, 'release-notes')).toBeVisible();
      await look('server');
      await page.getByRole('button', { name: /^Approve \d+ waiting…/ }).click();
      await page.getByRole('button', { name: '6 not verified', exact: true }).click();
      await look('many, a group open');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Verify all' }).click();
      await page.getByRole('button', { name: /^Show 1/ }).click();
      await look('a result with what failed');
      await page.getByRole('button', { name: /^Close: Verified sample/ }).click();

      await openSkill(page, 'code-review');
      await readSkillMd(page);
      await tab(page, 'Findings').click();
      await look('no findings');
      await tab(page, 'Preview').click();
      for (const name of ['Preview', 'Source', 'Files', 'Frontmatter', 'Entry']) {
        await tab(page, name).click();
        await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
        await look(`skill, ${name}`);
      }
      await page.keyboard.press('a');
      const sheet = decisionPanel(page, 'Approve code-review');
      await expect(sheet).toBeVisible();
      await look('approve panel');
      await sheet.getByRole('button', { name: 'Cancel' }).click();
      await page.keyboard.press('d');
      await expect(decisionPanel(page, 'Deny code-review')).toBeVisible();
      await look('deny panel');
      await page.keyboard.press('Escape');

      await openSkill(page, 'release-notes');
      await openFile(page, 'assets/columns.png');
      await expect(page.getByRole('img', { name: 'assets/columns.png' })).toBeVisible();
      await look('image');
      await openSkill(page, 'invoice-helper');
      await openFile(page, 'references/payment-details.md');
      await expect(page.getByRole('region', { name: 'Failed check' })).toBeVisible();
      await look('tampered file');
      await openSkill(page, 'system-status');
      await readSkillMd(page);
      await look('dynamic skill');

      // The skill that changes with every start: its differences.
      await openSkill(page, 'daily-standup-tips');
      await tab(page, 'Files').click();
      await page.getByRole('button', { name: 'Verify all' }).click();
      await expect(tab(page, 'Files')).toHaveAccessibleName(/2\/2/);
      await page.keyboard.press('a');
      await approves(decisionPanel(page)).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await row(page, 'sample').click();
      await page.getByRole('button', { name: 'More for sample' }).click();
      await look('menu');
      await page.getByRole('menuitem', { name: 'Reconnect' }).click();
      await expect(row(page, 'daily-standup-tips')).toHaveAccessibleName(/changed/);
      await openSkill(page, 'daily-standup-tips');
      await page
        .getByRole('list', { name: 'Changed files' })
        .getByRole('button', { name: /SKILL\.md/ })
        .click();
      await expect(page.getByRole('tabpanel', { name: /^Changes/ })).toContainText(
        'Tips for the stand-up',
      );
      await look('changes');

      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('listbox', { name: 'Results' })).toBeVisible();
      await look('palette');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await look('shortcuts');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Protocol/ }).click();
      await page
        .getByRole('listbox', { name: 'Messages' })
        .getByRole('option', { name: /skills\/list/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText(
        'jsonrpc',
      );
      await look('protocol drawer');

      await page.getByRole('button', { name: /^Protocol/ }).click();
      await tab(page, 'History').click();
      await expect(
        page.getByRole('region', { name: 'History' }).getByRole('row').last(),
      ).toContainText('approved');
      await look('history');
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      await expect(page.getByRole('listbox', { name: 'Waiting for a decision' })).toBeVisible();
      await look('review queue');
      const command = async (words: string): Promise<void> => {
        await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
        await page.keyboard.press('ControlOrMeta+k');
        await page.getByRole('combobox', { name: 'Search' }).fill(words);
        await page.keyboard.press('Enter');
      };
      await command('Audit');
      await expect(
        page.getByRole('list', { name: 'Audit, newest first' }).getByRole('listitem').first(),
      ).toBeVisible();
      await look('audit');
      await command('Export decisions');
      await look('export');
      await page.getByRole('button', { name: /^Sign / }).click();
      const bundle = await page.getByRole('region', { name: 'Signed bundle' }).innerText();
      await look('signed bundle');
      await page.keyboard.press('Escape');
      await command('Import decisions');
      await page.getByRole('textbox', { name: 'Signed bundle' }).fill(bundle);
      await expect(page.getByRole('region', { name: 'What would change' })).toBeVisible();
      await look('import');
      await page.keyboard.press('Escape');
      await command('Forget every decision');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await look('forget everything');

      expect([...new Set(found)]).toEqual([]);
    });
  });
}
