import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/app.ts';
import {
  approve,
  decision,
  decisionPanel,
  openSample,
  openSkill,
  row,
  stands,
  status,
  tab,
} from '../fixtures/screen.ts';

const decisions = (home: string): Record<string, string> => {
  const { records } = JSON.parse(readFileSync(join(home, 'approvals.json'), 'utf8')) as {
    records: { name: string; decision: string }[];
  };
  return Object.fromEntries(records.map(({ name, decision: is }) => [name, is]));
};

test.describe('denying and revoking', () => {
  test('revokes a decision, and the audit keeps it', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await approve(page);
    await decision(page).getByRole('button', { name: 'Revoke' }).click();
    await decisionPanel(page, 'Revoke the decision on release-notes')
      .getByRole('button', { name: 'Revoke', exact: true })
      .click();
    await expect(decision(page)).toContainText('New');
    await stands(page, 'release-notes', 'new');

    await decision(page).getByRole('button', { name: 'Deny' }).click();
    const sheet = decisionPanel(page, 'Deny release-notes');
    await sheet.getByRole('textbox', { name: 'Note' }).fill('We write them by hand');
    await sheet.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(decision(page)).toContainText(/Denied on .*We write them by hand/s);
    expect(decisions(app.home)).toEqual({ 'release-notes': 'denied' });
    expect(
      (await app.cli('check', '--server', 'sample', '--uri', 'skill://release-notes/SKILL.md'))
        .code,
    ).toBe(4);

    const actions = readFileSync(join(app.home, 'audit.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions).toEqual(['approved', 'revoked', 'denied']);
    expect((await app.cli('audit', 'verify')).code).toBe(0);
  });

  test('decides about many on a page of groups, which skips what can’t be decided', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    // A skill whose risk changes is deselected, so the rules finish with what was read first.
    await row(page, 'code-review').click();
    await tab(page, 'Findings').click();
    await expect(page.getByRole('main')).toContainText('Rules can’t find everything');
    await row(page, 'sample').click();
    await row(page, 'release-notes').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'code-review').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'system-status').click({ modifiers: ['ControlOrMeta'] });
    const bar = page.getByRole('toolbar', { name: 'Selected skills' });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Approve…' }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Approve 3 skills' })).toBeFocused();
    await expect(main).toContainText('2 not checked · 1 can’t be decided yet');
    const button = main.getByRole('button', { name: /^Approve \d skills?(, not checked)?$/ });
    // Skills with something to review aren't preselected.
    await expect(button).toBeDisabled();
    await main.getByRole('button', { name: '2 not checked', exact: true }).click();
    await main.getByRole('button', { name: 'Approve 2 not checked' }).click();
    await expect(main.getByRole('checkbox')).toHaveCount(2);
    await expect(main.getByRole('button', { name: /^0\/\d tools? allowed for/ })).toHaveCount(1);
    await expect(button).toHaveText(/^Approve 2 skills, not checked/);
    await button.click();
    await stands(page, 'release-notes', 'approved');
    await stands(page, 'code-review', 'approved');
    await expect(bar).toBeHidden();
    await expect(status(page)).toContainText('4 to review');
    expect(decisions(app.home)).toEqual({ 'release-notes': 'approved', 'code-review': 'approved' });

    await row(page, 'release-notes').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'code-review').click({ modifiers: ['ControlOrMeta'] });
    await bar.getByRole('button', { name: 'Revoke…' }).click();
    await main.getByRole('button', { name: /^Revoke 2 skills/ }).click();
    await expect(status(page)).toContainText('6 to review');
    expect(decisions(app.home)).toEqual({});
  });
});
