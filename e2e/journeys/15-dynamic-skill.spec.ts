import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/app.ts';
import {
  decision,
  decisionPanel,
  facts,
  openSample,
  openSkill,
  readSkillMd,
  stands,
  openTab,
  tab,
} from '../fixtures/screen.ts';

const uri = 'skill://system-status/SKILL.md';

test.describe('a dynamic skill', () => {
  test('can be read, can’t be verified, and is allowed until Skillgate closes', async ({ app }) => {
    await openSample(app.page);
    await openSkill(app.page, 'system-status');
    await openTab(app.page, 'Details');
    await expect(facts(app.page)).toContainText('Can’t be checked');
    await tab(app.page, 'Preview').click();
    await expect(decision(app.page)).toContainText(
      'can’t be checked. You can allow it for this session only.',
    );
    await expect(decision(app.page).getByRole('button', { name: /Approve/ })).toHaveCount(0);

    await readSkillMd(app.page);
    await expect(app.page.getByRole('tabpanel', { name: 'Preview' })).toContainText(
      'cannot be verified: dynamic content',
    );
    await app.page.getByRole('button', { name: 'Load it again' }).click();
    await expect(app.page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();

    await decision(app.page).getByRole('button', { name: 'Allow for this session' }).click();
    const sheet = decisionPanel(app.page, 'Allow system-status for this session');
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await sheet.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(decision(app.page)).toContainText('Allowed for this session');
    await stands(app.page, 'system-status', 'allowed this session');

    // It's in no file, so no other program can take it for an approval.
    const path = join(app.home, 'approvals.json');
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').not.toContain(uri);
    expect((await app.cli('approve', '--server', 'sample', '--uri', uri)).code).toBe(6);
    expect((await app.cli('check', '--server', 'sample', '--uri', uri)).code).toBe(3);

    await app.restart();
    await stands(app.page, 'system-status', 'dynamic');
    await openSkill(app.page, 'system-status');
    await expect(decision(app.page)).toContainText('New');
  });

  test('has its folders listed and a file loaded only when a person opens them', async ({
    app,
  }) => {
    await openSample(app.page);
    await openSkill(app.page, 'system-status');
    await app.page.getByRole('tab', { name: /^Files/ }).click();
    const folders = app.page.getByRole('region', { name: 'The server’s folders' });
    await expect(folders.getByRole('list')).toHaveCount(0);
    await folders.getByRole('button', { name: 'List folders' }).click();
    await folders
      .getByRole('list', { name: 'Files that the server lists' })
      .getByRole('button', { name: 'SKILL.md' })
      .click();
    await expect(app.page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await expect(app.page.getByRole('tabpanel', { name: 'Preview' })).toContainText(
      'cannot be verified: dynamic content',
    );
  });
});
