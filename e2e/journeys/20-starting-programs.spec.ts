import { expect, test } from '../fixtures/app.ts';
import { row } from '../fixtures/screen.ts';

const hostile = {
  command: 'node',
  args: [
    '--lib=\u202Esj.rehto/tpo/\u202C',
    'two  spaces ',
    'no\u200Bwidth',
    'strange\u00A0space',
    '--auth-token',
    '/opt/other.js',
    '--api-key',
    'key-0123456789',
    '\u05D0/opt/\u05D1.js',
    '',
  ],
  cwd: '/srv/\u2066place',
  env: {
    NODE_OPTIONS: '--require=/tmp/evil.js',
    npm_config_registry: 'https://registry.example/',
    MODE: 'fast',
    ACME_PIN: 'a-typed-secret',
  },
};

test.describe('before a program starts', () => {
  test.use({ storedServers: { odd: hostile } });

  test('everything it starts with is on screen, readable and unchanged', async ({ app }) => {
    const { page } = app;
    await row(page, 'odd').click();
    const consent = page.getByRole('alertdialog', { name: 'Start “odd”?' });
    const lines = consent.getByRole('list').first().getByRole('listitem');
    await expect(lines).toHaveCount(hostile.args.length);
    const shown = await lines.evaluateAll((items) => items.map((item) => item.textContent));
    expect(shown).toEqual([
      String.raw`--lib=\u{202E}sj.rehto/tpo/\u{202C}`,
      'two  spaces ',
      String.raw`no\u{200B}width`,
      String.raw`strange\u{00A0}space`,
      '--auth-token',
      '/opt/other.js',
      '--api-key',
      '•••••• (14 characters, not shown)',
      '\u05D0/opt/\u05D1.js',
      '(empty)',
    ]);
    // Letters keep the order in which the program reads them, and each space its width.
    const code = lines.nth(8).locator('code');
    await expect(code).toHaveCSS('unicode-bidi', 'isolate-override');
    await expect(code).toHaveCSS('direction', 'ltr');
    await expect(lines.nth(1).locator('code')).toHaveCSS('white-space', 'break-spaces');

    await expect(consent).toContainText(String.raw`/srv/\u{2066}place`);
    await expect(consent).toContainText('NODE_OPTIONS = --require=/tmp/evil.js can load code');
    await expect(consent).toContainText(
      'npm_config_registry = https://registry.example/ can load code',
    );
    await expect(consent).toContainText('ACME_PIN = •••••• (14 characters, not shown)');
    await expect(consent).toContainText('2 variables below can make it run code');
    await expect(consent).toContainText('servers.json');
    expect(await page.content()).not.toContain('a-typed-secret');
    await expect(consent.getByRole('button', { name: 'Cancel' })).toBeFocused();

    await app.screenshot('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await app.screenshot('dark');
    await page.setViewportSize({ width: 420, height: 800 });
    await app.screenshot('narrow');
    await expect(consent.getByRole('button', { name: 'Start this command' })).toBeInViewport();
  });
});
