import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '../fixtures/app.ts';

test.describe('the shell', { tag: '@both' }, () => {
  test('shows the page, and again after a restart', async ({ app }) => {
    await expect(app.page).toHaveTitle(/Skillgate/);
    await expect(app.page.locator('#root')).not.toBeEmpty();
    await app.restart();
    await expect(app.page).toHaveTitle(/Skillgate/);
    await expect(app.page.locator('#root')).not.toBeEmpty();
  });

  test('never violates its content security policy and throws nothing', async ({ app }) => {
    const problems: string[] = [];
    app.page.on('pageerror', (error) => problems.push(error.message));
    app.page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await app.page.reload();
    await expect(app.page.locator('#root')).not.toBeEmpty();
    await app.page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
  });

  test('lets the page run only its own code', async ({ app }) => {
    const ran = await app.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      document.body.append(script);
      return 'injected' in globalThis;
    });
    expect(ran).toBe(false);
    const loaded = await app.page.evaluate(() =>
      fetch('https://example.com/').then(
        () => true,
        () => false,
      ),
    );
    expect(loaded).toBe(false);
  });

  test('keeps everything in the given data folder', async ({ app }) => {
    await expect(app.page.locator('#root')).not.toBeEmpty();
    const { code, stdout } = await app.cli('list', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ servers: [] });
    const files = readdirSync(app.scratch, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(app.scratch, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('data/'));
    // GTK's own memory, as in any windowed program.
    expect(files.filter((path) => path !== '.cache/dconf/user')).toEqual([]);
  });
});
