import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import { decision, inTheClear, openSkill, row, words } from '../fixtures/screen.ts';

const secret = 'sk-live-0123456789abcdef';

test.describe('adding a server by pasting JSON', () => {
  test('explains broken JSON, then adds a Claude server that starts only once you allow it @both', async ({
    app,
  }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    const field = page.getByRole('textbox', { name: 'Address, command or configuration' });

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
    // A single server needs no selection.
    await expect(page.getByRole('checkbox', { name: 'acme' })).toHaveCount(0);
    await expect(
      page.getByText('Skillgate starts and contacts nothing until you allow it.'),
    ).toBeVisible();
    const add = page.getByRole('button', { name: 'Add 1 server' });
    await add.click();

    // This machine has no keychain, so the secret would be stored unencrypted.
    const clear = page.getByRole('alertdialog', { name: 'Store secrets unencrypted?' });
    await expect(clear).toContainText('env.ACME_TOKEN of acme');
    await app.screenshot('secrets in the clear');
    await expect(clear.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(clear).toBeHidden();
    await expect(row(page, 'acme')).toBeHidden();
    await add.click();
    await inTheClear(page);

    const consent = page.getByRole('alertdialog', { name: 'Start “acme”?' });
    await expect(consent).toContainText(command);
    for (const arg of args)
      await expect(consent.getByRole('listitem').getByText(arg, { exact: true })).toBeVisible();
    await expect(consent).toContainText(app.scratch);
    await expect(consent).toContainText('ACME_TOKEN = ••••••');
    await expect(consent.getByRole('button', { name: 'Cancel' })).toBeFocused();

    // After Cancel nothing runs, and the question stays available.
    await page.keyboard.press('Enter');
    await expect(consent).toBeHidden();
    await expect(row(page, 'acme')).toHaveAccessibleName(/needs permission/);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Review/ })
      .click();
    await consent.getByRole('button', { name: 'Start this command' }).click();

    await expect(row(page, 'acme')).toHaveAccessibleName(/waiting/);
    await openSkill(page, 'skill-0');
    await expect(decision(page)).toContainText('New');
    expect(await words(page)).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
    expect(JSON.parse(readFileSync(join(app.home, 'servers.json'), 'utf8'))).toMatchObject({
      mcpServers: { acme: { command, args } },
    });
  });

  test('adds several servers at once from a VS Code configuration', async ({ app }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    const one = testServer('honest', '--skills', '1');
    await page.getByRole('textbox', { name: 'Address, command or configuration' }).fill(`{
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

    // One list with nothing selected and each command in full; unselected ones still need
    // permission.
    const consent = page.getByRole('alertdialog', { name: 'Allow 2 commands to run?' });
    for (const label of ['first', 'second'])
      await expect(consent.getByRole('checkbox', { name: label })).not.toBeChecked();
    await expect(consent.getByRole('listitem').getByText('legacy', { exact: true })).toBeVisible();
    const none = consent.getByRole('button', { name: 'Start 0 commands' });
    await expect(none).toBeDisabled();
    await expect(none).toHaveAccessibleDescription('Select commands to allow.');
    await expect(consent.getByRole('button', { name: 'Not now' })).toBeFocused();
    await expect(consent.getByText('Select commands to allow.').first()).toBeVisible();
    await app.screenshot('several commands ask to start');
    await consent.getByRole('checkbox', { name: 'first' }).setChecked(true);
    await consent.getByRole('button', { name: 'Start 1 command' }).click();
    await expect(row(page, 'first')).toHaveAccessibleName(/waiting/);
    await expect(row(page, 'second')).toHaveAccessibleName(/needs permission/);

    await row(page, 'second').click();
    await page
      .getByRole('alertdialog', { name: 'Start “second”?' })
      .getByRole('button', { name: 'Start this command' })
      .click();
    await expect(row(page, 'second')).toHaveAccessibleName(/waiting/);
    await expect(page.getByRole('main')).toContainText('protocol 2025-11-25');
    await row(page, 'first').click();
    await expect(page.getByRole('main')).toContainText('protocol 2026-07-28');
  });

  test('splits a Claude Code line as a shell would, shows each argument, and names what is left out', async ({
    app,
  }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    const field = page.getByRole('textbox', { name: 'Address, command or configuration' });
    await field.fill('claude mcp add acme -- npx "$PACKAGE"');
    const pasted = page.getByRole('region', { name: 'Pasted' });
    await expect(pasted).toContainText('$PACKAGE, which only a shell can fill in');
    await expect(page.getByRole('button', { name: /^Add \d/ })).toBeHidden();

    const { command, args } = testServer('honest', '--skills', '1') as {
      command: string;
      args: string[];
    };
    const typed = [command, ...args].map((arg) => `'${arg}'`).join(' ');
    await field.fill(`claude mcp add -s user -e A=1 acme -- ${typed} | tee log`);
    const shown = pasted.getByRole('list', { name: 'Arguments' }).getByRole('listitem');
    await expect(shown).toHaveText(args);
    await expect(pasted).toContainText('Not imported: --scope user');
    await expect(pasted).toContainText('Not imported: | tee log');
    await app.screenshot('a pasted line');
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await page
      .getByRole('alertdialog', { name: 'Start “acme”?' })
      .getByRole('button', { name: 'Start this command' })
      .click();
    await expect(row(page, 'acme')).toHaveAccessibleName(/waiting/);
  });

  test('contacts an address from a Cursor configuration only once the person connects', async ({
    app,
    httpServer,
  }) => {
    const { page } = app;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    await page.getByRole('textbox', { name: 'Address, command or configuration' }).fill(
      JSON.stringify({
        mcpServers: {
          remote: { url: httpServer, headers: { Authorization: `Bearer ${secret}` } },
        },
      }),
    );
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await inTheClear(page);
    await expect(row(page, 'remote')).toHaveAccessibleName(/not contacted/);
    await expect(page.getByRole('main')).toContainText('Not contacted yet');
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

test.describe('importing another program’s servers', () => {
  test('asks for missing values, names what is left out, and starts nothing', async ({ app }) => {
    const { page } = app;
    const program = testServer('honest', '--skills', '1');
    mkdirSync(join(app.scratch, '.cursor'));
    writeFileSync(
      join(app.scratch, '.cursor', 'mcp.json'),
      JSON.stringify({
        mcpServers: {
          acme: { ...program, env: { ACME_KEY: '${env:ACME_KEY}' }, alwaysAllow: ['read'] },
          seldom: { url: 'https://seldom.example/mcp', disabled: true },
        },
      }),
    );
    mkdirSync(join(app.scratch, '.config', 'goose'), { recursive: true });
    writeFileSync(
      join(app.scratch, '.config', 'goose', 'config.yaml'),
      'extensions:\n  developer: {type: builtin, name: developer}\n',
    );
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Import' }).click();
    const cursor = page.getByRole('region', { name: 'Cursor' });
    await expect(cursor.getByRole('list', { name: 'Not imported' })).toContainText(
      'alwaysAllow (each app decides which tools it may call)',
    );
    await expect(page.getByRole('region', { name: 'goose' })).toContainText(
      'type builtin is part of goose, not a server',
    );
    await expect(cursor.getByText('switched off')).toBeVisible();
    const add = page.getByRole('main').getByRole('button', { name: 'Add 2 servers' });
    await expect(add).toHaveAccessibleDescription('acme needs ACME_KEY');
    await app.screenshot('another program’s servers');
    await cursor.getByLabel('ACME_KEY', { exact: true }).fill(secret);
    await add.click();
    await inTheClear(page);
    await expect(row(page, 'acme')).toHaveAccessibleName(/needs permission/);
    await expect(row(page, 'seldom')).toHaveAccessibleName(/off/);
    expect(await page.content()).not.toContain(secret);
  });
});
