import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import { decision, openSkill, row, words } from '../fixtures/screen.ts';

const secret = 'sk-live-0123456789abcdef';

test.describe('adding a server by pasting JSON', () => {
  test('broken JSON is explained, then the shape of Claude adds a server that starts only after a yes', async ({
    app,
  }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste JSON' }).click();
    const field = page.getByRole('textbox', { name: 'Configuration as JSON' });

    await field.fill('{ "mcpServers": { "acme": { "command": "npx", ');
    await expect(page.getByRole('region', { name: 'Pasted' }).getByRole('status')).toContainText(
      'This is not valid JSON: property name expected at line 1, column 47.',
    );
    await expect(page.getByRole('button', { name: /^Add \d/ })).toBeHidden();

    const { command, args } = testServer('honest', '--skills', '2') as {
      command: string;
      args: string[];
    };
    await field.fill(
      JSON.stringify({
        mcpServers: { acme: { command, args, env: { ACME_TOKEN: secret }, cwd: app.scratch } },
      }),
    );
    await expect(page.getByRole('checkbox', { name: 'acme' })).toBeChecked();
    await expect(
      page.getByText('Nothing is started or contacted before you say so.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add 1 server' }).click();

    const consent = page.getByRole('alertdialog', { name: 'Start “acme”?' });
    await expect(consent).toContainText(command);
    for (const arg of args)
      await expect(consent.getByRole('listitem').getByText(arg, { exact: true })).toBeVisible();
    await expect(consent).toContainText(app.scratch);
    await expect(consent).toContainText('ACME_TOKEN = ••••••');
    await expect(consent.getByRole('button', { name: 'Cancel' })).toBeFocused();

    // No is no: nothing runs, and the question stays where it can be found.
    await page.keyboard.press('Enter');
    await expect(consent).toBeHidden();
    await expect(row(page, 'acme')).toHaveAccessibleName(/asks to start/);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Review/ })
      .click();
    await consent.getByRole('button', { name: 'Start this command' }).click();

    await expect(row(page, 'acme')).toHaveAccessibleName(/waiting/);
    await openSkill(page, 'skill-0');
    await expect(decision(page)).toContainText('Not decided');
    expect(await words(page)).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
    expect(JSON.parse(readFileSync(join(app.home, 'servers.json'), 'utf8'))).toMatchObject({
      mcpServers: { acme: { command, args } },
    });
  });

  test('the shape of VS Code adds several at once', async ({ app }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste JSON' }).click();
    const one = testServer('honest', '--skills', '1');
    await page.getByRole('textbox', { name: 'Configuration as JSON' }).fill(`{
      // VS Code allows comments
      "inputs": [],
      "servers": {
        "first": ${JSON.stringify({ type: 'stdio', ...one })},
        "second": ${JSON.stringify({ type: 'stdio', ...one, args: [...(one['args'] as string[]), '--era', 'legacy'] })},
      }
    }`);
    await expect(page.getByRole('checkbox', { name: 'first' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'second' }).setChecked(true);
    await page.getByRole('button', { name: 'Add 2 servers' }).click();

    for (const label of ['first', 'second']) {
      await expect(row(page, label)).toHaveAccessibleName(/asks to start/);
      await row(page, label).click();
      await page
        .getByRole('alertdialog', { name: `Start “${label}”?` })
        .getByRole('button', { name: 'Start this command' })
        .click();
      await expect(row(page, label)).toHaveAccessibleName(/waiting/);
    }
    await expect(page.getByRole('main')).toContainText('protocol 2025-11-25');
    await row(page, 'first').click();
    await expect(page.getByRole('main')).toContainText('protocol 2026-07-28');
  });

  test('the shape of Cursor with an address is contacted when the person connects, and not before', async ({
    app,
    httpServer,
  }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste JSON' }).click();
    await page.getByRole('textbox', { name: 'Configuration as JSON' }).fill(
      JSON.stringify({
        mcpServers: {
          remote: { url: httpServer, headers: { Authorization: `Bearer ${secret}` } },
        },
      }),
    );
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await expect(row(page, 'remote')).toHaveAccessibleName(/not contacted/);
    await expect(page.getByRole('main')).toContainText('It has not been contacted yet');
    await expect(page.getByRole('main')).toContainText('Authorization = ••••••');
    await app.screenshot('not contacted');
    await app.restart();
    await row(app.page, 'remote').click();
    await expect(row(app.page, 'remote')).toHaveAccessibleName(/not contacted/);
    await expect(app.page.getByText('no messages yet')).toBeVisible();

    await app.page.getByRole('main').getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(row(app.page, 'remote')).toHaveAccessibleName(/waiting/);
    await expect(app.page.getByRole('main')).toContainText('streamable HTTP · connected');
    await openSkill(app.page, 'skill-1');
    expect(await app.page.content()).not.toContain(secret);
    await app.restart();
    await expect(row(app.page, 'remote')).toHaveAccessibleName(/waiting/);
  });
});
