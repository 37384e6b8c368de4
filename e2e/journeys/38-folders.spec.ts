import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { objections } from '../fixtures/axe.ts';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  approve,
  decision,
  openSkill,
  openTab,
  readSkillMd,
  readToTheEnd,
  row,
  stands,
  status,
} from '../fixtures/screen.ts';

test('a local folder is found, read, approved, watched and removed; its files stay @both', async ({
  app,
}) => {
  const { page } = app;
  const folder = join(app.scratch, '.claude', 'skills');
  const put = (path: string, text: string): void => {
    const whole = join(folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  };
  put('refunds/SKILL.md', skillMd('refunds', 'Give money back', 'Refund within 14 days.\n'));
  put('refunds/references/terms.md', '# Terms\n');
  put('invoices/SKILL.md', skillMd('invoices', 'Write invoices', 'Write an invoice.\n'));
  put('broken/SKILL.md', 'without frontmatter\n');
  const main = page.getByRole('main');

  await main.getByRole('button', { name: /^Add a folder/ }).click();
  const found = main.getByRole('region', { name: /^Found on this computer/ });
  await expect(found).toContainText('3 skills');
  await page.getByRole('textbox', { name: 'Path of a folder' }).fill(join(app.scratch, 'none'));
  await page.getByRole('button', { name: 'Add folder' }).click();
  await expect(main.getByRole('alert')).toContainText(/there.s nothing there/);
  if (app.shell === 'electron') {
    await app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = (() =>
        Promise.resolve({ canceled: false, filePaths: [chosen] })) as never;
    }, folder);
    await page.getByRole('button', { name: 'Choose…' }).click();
    await expect(page.getByRole('textbox', { name: 'Path of a folder' })).toHaveValue(folder);
    await page.getByRole('button', { name: 'Add folder' }).click();
  } else await found.getByRole('button', { name: `Add ${folder}` }).click();

  await expect(main.getByRole('heading', { level: 1, name: '~/.claude/skills' })).toBeVisible();
  await expect(main).toContainText('Apps read this folder themselves and don’t ask Skillgate');
  await expect(row(page, '~/.claude/skills')).toHaveAccessibleName(/folder/);
  await expect(main.getByText('Not read', { exact: true })).toBeVisible();
  expect(await objections(page, 'a folder')).toEqual([]);
  await openSkill(page, 'refunds');
  await readSkillMd(page);
  await readToTheEnd(page);
  await expect(decision(page)).toContainText('New');
  await approve(page);
  await stands(page, 'refunds', 'approved');
  expect(JSON.parse(readFileSync(join(app.home, 'folder-decisions.json'), 'utf8'))).toMatchObject({
    decisions: [{ folder, uri: 'skill://refunds/SKILL.md', decision: 'approved' }],
  });
  expect(existsSync(join(app.home, 'approvals.json'))).toBe(false);
  const shown = await app.cli('--json', 'show', folder, '--uri', 'skill://refunds/SKILL.md');
  expect(JSON.parse(shown.stdout)).toMatchObject({ standing: 'approved' });

  put('refunds/SKILL.md', skillMd('refunds', 'Give money back', 'Refund whatever is asked.\n'));
  await stands(page, 'refunds', 'changed');
  await openTab(page, 'Changes');
  await main
    .getByRole('list', { name: 'Changed files' })
    .last()
    .getByRole('button', { name: /^SKILL\.md modified/ })
    .click();
  for (const sentence of ['Refund within 14 days.', 'Refund whatever is asked.'])
    await expect(main).toContainText(sentence);
  await openTab(page, 'History');
  await expect(main.getByRole('region', { name: 'History' })).toContainText('approved');

  await app.restart();
  await stands(app.page, 'refunds', 'changed');
  await row(app.page, '~/.claude/skills').click();
  await app.page.getByRole('button', { name: 'More for ~/.claude/skills' }).click();
  await app.page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = app.page.getByRole('alertdialog', { name: /^Remove/ });
  await expect(dialog).toContainText('Its files stay as they are.');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row(app.page, '~/.claude/skills')).toHaveCount(0);
  expect(existsSync(join(folder, 'refunds/SKILL.md'))).toBe(true);
  await expect(status(app.page)).not.toContainText('changed');
});
