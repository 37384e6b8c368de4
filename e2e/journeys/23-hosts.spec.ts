import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, expect, test } from '../fixtures/app.ts';
import { status, scrollThrough } from '../fixtures/screen.ts';

const acme = { command: 'acme-server', args: ['--root', '/srv'], env: { TOKEN: 'sekret-of-acme' } };
const cursor = `{
  // mine
  "mcpServers": {
    "acme": ${JSON.stringify(acme)},
    "docs": { "url": "https://docs.example/mcp", "headers": { "Authorization": "Bearer sekret-of-docs" } }
  }
}
`;
const codex = '[mcp_servers.acme]\ncommand = "acme-server" # this one\n';

const place = (app: App, name: string): string => join(app.scratch, name);
const text = (app: App, name: string): string => readFileSync(place(app, name), 'utf8');
function put(app: App, name: string, content: string): void {
  mkdirSync(dirname(place(app, name)), { recursive: true });
  writeFileSync(place(app, name), content);
}

async function openHosts(page: Page): Promise<void> {
  await status(page)
    .getByRole('button', { name: /^Protected apps/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Protected apps' })).toBeVisible();
}

const aSwitch = (page: Page, host: string, label: string) =>
  page.getByRole('switch', { name: `${host} reaches “${label}” through Skillgate` });

test.describe('the apps on this machine', () => {
  test.use({ environment: { CODEX_HOME: '', XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '' } });

  test('are protected with the keyboard, the difference first, and restored to the byte @both', async ({
    app,
  }) => {
    const { page } = app;
    put(app, '.cursor/mcp.json', cursor);
    put(app, '.codex/config.toml', codex);
    await openHosts(page);
    const region = page.getByRole('region', { name: 'Cursor' });
    await expect(region.getByRole('switch')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Codex' })).toContainText('acme-server');
    const acmeSwitch = aSwitch(page, 'Cursor', 'acme');
    await expect(acmeSwitch).not.toBeChecked();
    await app.screenshot('hosts-light');

    await acmeSwitch.focus();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('alertdialog', {
      name: 'Let Cursor reach “acme” through Skillgate?',
    });
    const lines = dialog.getByRole('listitem');
    await expect(lines.filter({ hasText: 'removed: ' }).first()).toBeVisible();
    await expect(dialog).toContainText('"gateway"');
    await expect(dialog).toContainText('may start this command');
    await expect(dialog).toContainText('TOKEN = •••••• (14 characters, not shown)');
    expect(await page.content()).not.toContain('sekret');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await app.screenshot('change-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await app.screenshot('change-dark');
    expect(text(app, '.cursor/mcp.json')).toBe(cursor);

    // Esc cancels; then everything with keys alone.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(acmeSwitch).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: /^Save file/ })).toBeEnabled();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // Neither way works here, and the app may have what this machine lacks.
    await expect(dialog).toContainText(/Saved .*mcp\.json/);
    await expect(dialog).toContainText('Next, in Cursor: Turn the server off');
    await expect(dialog).toContainText('It doesn’t work, with or without Skillgate');
    await expect(dialog).toContainText('Check in Cursor that it works.');
    await app.screenshot('tried-light');
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(acmeSwitch).toBeChecked();
    await app.screenshot('hosts-dark');
    const now = text(app, '.cursor/mcp.json');
    expect(now).toContain('// mine');
    expect(now).toContain('"gateway"');
    expect(now).not.toContain('sekret-of-acme');
    expect((await app.cli('servers', 'list')).stdout).toContain('acme');

    await acmeSwitch.click();
    const back = page.getByRole('alertdialog', { name: 'Let Cursor reach “acme” directly again?' });
    await expect(back).toContainText('Skills that you haven’t approved will reach the app again.');
    expect(await page.content()).not.toContain('sekret');
    await back.getByRole('button', { name: /^Save file/ }).click();
    await expect(acmeSwitch).not.toBeChecked();
    expect(text(app, '.cursor/mcp.json')).toBe(cursor);
  });

  test('are shown skills in the chosen way, and are pointed at this Skillgate after a move', async ({
    app,
  }) => {
    const { page } = app;
    put(app, '.cursor/mcp.json', cursor);
    await openHosts(page);
    const acmeSwitch = aSwitch(page, 'Cursor', 'acme');
    await acmeSwitch.click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('"gateway"');
    await expect(dialog).not.toContainText('--expose');
    await dialog.getByText('How the app finds approved skills').first().click();
    await dialog.getByLabel('How the app finds approved skills').selectOption('tools');
    await expect(dialog).toContainText('"--expose"');
    await app.screenshot('expose-light');
    await dialog.getByLabel('Save without trying the servers first').check();
    await dialog.getByRole('button', { name: /^Save file/ }).click();
    await expect(acmeSwitch).toBeChecked();
    const protectedText = text(app, '.cursor/mcp.json');
    expect(protectedText).toMatch(/"--expose",\s*"tools"/);

    const region = page.getByRole('region', { name: 'Cursor' });
    const changes = async (way: string): Promise<void> => {
      await region.getByRole('button', { name: 'Change how it finds skills…' }).click();
      await dialog.getByLabel('How the app finds approved skills').selectOption(way);
      await dialog.getByRole('button', { name: 'Save file' }).click();
      await expect(dialog).toBeHidden();
    };
    await changes('index');
    const file = expect.poll(() => text(app, '.cursor/mcp.json'));
    await file.toMatch(/"--expose",\s*"index"/);
    await changes('tools');
    await file.toBe(protectedText);

    const { mcpServers } = JSON.parse(protectedText.replace('// mine', '')) as {
      mcpServers: { acme: { command: string } };
    };
    const moved = protectedText.replace(mcpServers.acme.command, '/moved/bin/skillgate');
    put(app, '.cursor/mcp.json', moved);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(region).toContainText('The program /moved/bin/skillgate no longer exists.');
    await app.screenshot('repair-light');
    await region.getByRole('button', { name: 'Repair…' }).click();
    const repair = page.getByRole('alertdialog', {
      name: 'Let Cursor start this Skillgate for “acme”?',
    });
    await expect(repair).toContainText('still restores the original');
    await app.screenshot('repair-dialog-light');
    await repair.getByRole('button', { name: 'Save file' }).click();
    await expect(region.getByRole('button', { name: 'Repair…' })).toHaveCount(0);
    expect(text(app, '.cursor/mcp.json')).toBe(protectedText);
    expect((await app.cli('protect', '--undo', 'cursor', '--yes')).code).toBe(0);
    expect(text(app, '.cursor/mcp.json')).toBe(cursor);
  });

  test('keep what another program wrote while the difference was open', async ({ app }) => {
    const { page } = app;
    put(app, '.cursor/mcp.json', cursor);
    await openHosts(page);
    const protect = page.getByRole('button', { name: 'Protect Cursor' });
    await scrollThrough(page, page.getByRole('main'), protect);
    const theirs = cursor.replace('// mine', '// theirs');
    put(app, '.cursor/mcp.json', theirs);
    await protect.click();
    await expect(page.getByText(/Couldn’t change Cursor’s file: .*changed/)).toBeVisible();
    expect(text(app, '.cursor/mcp.json')).toBe(theirs);
    await expect(aSwitch(page, 'Cursor', 'docs')).not.toBeChecked();
  });

  test('are shown unchanged if something is wrong with them', async ({ app }) => {
    const { page } = app;
    put(app, '.codex/config.toml', '[mcp_servers.acme\n');
    put(
      app,
      '.cursor/mcp.json',
      JSON.stringify({
        mcpServers: {
          gone: { command: '/nowhere/skillgate', args: ['gateway', '--server', 'acme'] },
          'odd\u202E': { command: 'x', env: { T: '${env:T}' } },
        },
      }),
    );
    await openHosts(page);
    await expect(page.getByRole('region', { name: 'Codex' })).toContainText('not valid TOML');
    const region = page.getByRole('region', { name: 'Cursor' });
    await expect(region).toContainText('The program /nowhere/skillgate no longer exists.');
    await expect(region).toContainText('only the program it was written for can fill in');
    expect(await region.innerText()).not.toContain('\u202E');
    for (const one of await region.getByRole('switch').all()) await expect(one).toBeDisabled();
    const doctor = await app.cli('doctor', '--json');
    expect(doctor.code).toBe(1);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ wrong: 2 });
  });
});
