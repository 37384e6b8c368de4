import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, testServer } from '../fixtures/scenario.ts';
import { decision, openSkill, readSkillMd, row, tree } from '../fixtures/screen.ts';

test.describe('a server that exits at once', () => {
  test('shows the exit code and last output, leaves the others alone, and is retried by hand', async ({
    app,
  }) => {
    const { page } = app;
    // It exits until the file beside it says that it's fixed.
    const mended = join(app.scratch, 'mended');
    const wrapper = join(app.scratch, 'moody.mjs');
    const honest = (testServer('honest')['args'] as string[])[0] ?? '';
    writeFileSync(
      wrapper,
      `import { existsSync } from 'node:fs';\nif (!existsSync(${JSON.stringify(mended)})) {\n  console.error('Error: DATABASE_URL is not set');\n  process.exit(3);\n}\nawait import(${JSON.stringify(honest)});\n`,
    );
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    await page.getByRole('textbox', { name: 'Address, command or configuration' }).fill(
      JSON.stringify({
        mcpServers: {
          moody: { command: process.execPath, args: [wrapper] },
          steady: testServer('honest', '--skills', '2'),
        },
      }),
    );
    await page.getByRole('button', { name: 'Add 2 servers' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Allow 2 commands to run?' });
    for (const label of ['steady', 'moody'])
      await asking.getByRole('checkbox', { name: label, exact: true }).check();
    await asking.getByRole('button', { name: 'Start 2 commands' }).click();
    await row(page, 'moody').click();

    await expect(row(page, 'moody')).toHaveAccessibleName(/failed/);
    const main = page.getByRole('main');
    await expect(main).toContainText('exit code 3');
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(main.getByRole('region', { name: 'Last lines of standard error' })).toContainText(
      'Error: DATABASE_URL is not set',
    );

    await openSkill(page, 'skill-1');
    await readSkillMd(page);
    await expect(decision(page)).toContainText('New');

    await row(page, 'moody').click();
    await expect(main).toContainText('exit code 3');
    writeFileSync(mended, '');
    await page.getByRole('button', { name: 'More for moody' }).click();
    await page.getByRole('menuitem', { name: 'Reconnect' }).click();
    await expect(main).toContainText('connected');
    await expect(row(page, 'moody')).toHaveAccessibleName(/waiting/);
  });
});

test.describe('a listing without end', () => {
  test.use({
    sessionServers: {
      endless: testServer('hostile', 'endless-pages'),
      steady: testServer('honest', '--skills', '1'),
    },
  });

  test('is stopped at the limit; the received part is shown, marked incomplete, with the reason', async ({
    app,
  }) => {
    const { page } = app;
    await row(page, 'endless').click();
    await expect(page.getByRole('main')).toContainText(
      /incomplete: 1,000 skills in 1,000 pages before it stopped/,
    );
    const problem = page.getByRole('listitem').filter({ hasText: 'limit' }).first();
    await expect(problem).toContainText(/1,?000 pages/);
    await expect(row(page, 'endless')).toHaveAccessibleName(/incomplete listing/);
    await openSkill(page, 'page-1');
    await expect(decision(page)).toContainText('No resource is served');
    await page.getByRole('textbox', { name: 'Filter skills' }).fill('skill-0');
    await expect(row(page, 'skill-0')).toBeVisible();
  });
});

test.describe('entries that break the specification', () => {
  test.use({
    sessionServers: {
      odd: testServer('hostile', 'not-entries'),
      lying: testServer('hostile', 'resources-string'),
    },
  });

  test('appear grayed among the good ones, each with rule, expected and actual', async ({
    app,
  }) => {
    const { page } = app;
    const refused = tree(page).getByRole('treeitem', { name: / invalid: / });
    await expect(refused).toHaveCount(8);
    await expect(row(page, 'skill-0')).toBeVisible();
    await expect(row(page, 'bystander')).toBeVisible();

    await refused.filter({ hasText: 'victim' }).click();
    const article = page.getByRole('article', { name: 'Invalid entry' });
    await expect(article.getByRole('region', { name: 'Decision' })).toContainText(
      'Invalid: can’t be loaded or approved',
    );
    for (const fact of ['Rule', 'Field', 'Expected', 'Actual'])
      await expect(
        article
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${fact}$`) })
          .first(),
      ).toBeVisible();
    await expect(
      article.getByRole('definition').filter({ hasText: 'static' }).first(),
    ).toBeVisible();
    await expect(article.getByRole('button', { name: /Approve/ })).toHaveCount(0);

    await row(page, 'odd').click();
    await page.getByRole('main').getByRole('button', { name: '7 Invalid' }).click();
    await expect(refused).toHaveCount(8);
    await expect(row(page, 'skill-0')).toBeHidden();
  });
});

test.describe('a running server', () => {
  test('shows its standard error as it arrives, and gets more time to start', async ({ app }) => {
    const { page } = app;
    const more = join(app.scratch, 'more');
    const wrapper = join(app.scratch, 'chatty.mjs');
    const honest = (testServer('honest')['args'] as string[])[0] ?? '';
    writeFileSync(
      wrapper,
      `import { existsSync } from 'node:fs';
for (let at = 1; at <= 250; at += 1) console.error('line ' + at);
console.error('\\u001b[31mred\\u202E <b>bold</b>');
const timer = setInterval(() => {
  if (!existsSync(${JSON.stringify(more)})) return;
  clearInterval(timer);
  console.error('told later');
}, 50);
await import(${JSON.stringify(honest)});
`,
    );
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add a server/ })
      .click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    await page
      .getByRole('textbox', { name: 'Address, command or configuration' })
      .fill(
        JSON.stringify({ mcpServers: { chatty: { command: process.execPath, args: [wrapper] } } }),
      );
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await page.getByRole('button', { name: 'Start this command' }).click();
    await row(page, 'chatty').click();
    await expect(page.getByRole('main')).toContainText('connected');

    await page.getByRole('tab', { name: 'Details' }).click();
    const fold = page.getByRole('group').filter({ hasText: 'Standard error' });
    // What comes above the fold late would move it away from under a click.
    await expect(page.getByRole('main')).toContainText(/Identity.*Lists folders/s);
    await expect(page.getByText('line 250')).toHaveCount(0);
    await fold.getByRole('heading', { name: 'Standard error' }).click();
    const said = page.getByRole('region', { name: 'Standard error, from chatty' });
    await expect(said).toContainText('line 250');
    await expect(said).toContainText('\\u{001B}[31mred\\u{202E} <b>bold</b>');
    await expect(fold).toContainText('The last 200 lines; 51 earlier lines aren’t shown');
    await expect(said).not.toContainText('told later');
    writeFileSync(more, '');
    await expect(said).toContainText('told later');
    await expect(fold).toContainText('52 earlier lines aren’t shown');
    await expect(fold.getByRole('button', { name: 'Copy' })).toBeVisible();

    const edit = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More for chatty' }).click();
      await page.getByRole('menuitem', { name: 'Edit…' }).click();
    };
    await edit();
    const seconds = page.getByRole('textbox', { name: 'Start timeout, in seconds' });
    await seconds.fill('700');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('from 1 to 600');
    await seconds.fill('120');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect(page.getByRole('main')).toContainText('up to 120 s');
    await expect(page.getByRole('main')).toContainText('connected');
    await edit();
    await expect(seconds).toHaveValue('120');
  });
});
