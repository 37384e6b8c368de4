import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/app.ts';
import {
  approves,
  decision,
  decisionPanel,
  openSample,
  openSkill,
  readSkillMd,
  readToTheEnd,
  stands,
  openTab,
} from '../fixtures/screen.ts';

const uri = 'skill://code-review/SKILL.md';

test.describe('approving', () => {
  test('with one tool selected survives a restart, and allows exactly that tool @both', async ({
    app,
  }) => {
    await openSample(app.page);
    await openSkill(app.page, 'code-review');
    await readSkillMd(app.page);
    await readToTheEnd(app.page);
    await decision(app.page).getByRole('button', { name: 'Approve…' }).click();

    const sheet = decisionPanel(app.page, 'Approve code-review');
    await expect(sheet.getByRole('listbox', { name: /^Files/ })).toBeFocused();
    await expect(sheet).toContainText('You’ve read 1 of 2 files. Approval covers all 2.');
    const tools = sheet.getByRole('group', { name: 'Requested tools' });
    await expect(tools.getByRole('checkbox')).toHaveCount(3);
    for (const box of await tools.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
    await tools.getByText('Read', { exact: true }).click();
    await expect(tools.getByRole('checkbox', { name: 'Read' })).toBeChecked();
    await sheet.getByRole('textbox', { name: 'Note' }).fill('For the platform team');
    await sheet.getByRole('combobox', { name: 'Expires' }).selectOption({ index: 1 });
    await expect(approves(sheet)).toHaveAccessibleName('Approve 2 files and 1 tool, 1 unread');
    await approves(sheet).click();
    await expect(decision(app.page)).toContainText(
      /Approved on .*Covers exactly this content, until/s,
    );
    await openTab(app.page, 'Details');
    await expect(app.page.getByRole('tabpanel')).toContainText('Allowed tools: Read');

    await app.restart();
    await stands(app.page, 'code-review', 'approved');
    await openSkill(app.page, 'code-review');
    await expect(decision(app.page)).toContainText('Approved on');
    await openTab(app.page, 'Details');
    await expect(app.page.getByRole('tabpanel')).toContainText('Allowed tools: Read');
    await expect(app.page.getByRole('tabpanel')).toContainText('Note: For the platform team');

    const path = join(app.home, 'approvals.json');
    const { records } = JSON.parse(readFileSync(path, 'utf8')) as {
      records: Record<string, unknown>[];
    };
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      uri,
      decision: 'approved',
      grants: { allowedTools: ['Read'] },
      note: 'For the platform team',
    });
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);

    const audit = await app.cli('audit', 'verify');
    expect(audit.code, audit.stderr).toBe(0);
    const check = await app.cli('check', '--server', 'sample', '--uri', uri, '--json');
    expect(check.code, check.stderr).toBe(0);
    const load = await app.cli('load', '--server', 'sample', '--uri', uri);
    expect(load.code, load.stderr).toBe(0);
    expect(load.stdout).toContain('# Code review');
  });

  test('again starts from the last approval, and keeps its expiry, note and tools', async ({
    app,
  }) => {
    const { page } = app;
    const record = () =>
      (
        JSON.parse(readFileSync(join(app.home, 'approvals.json'), 'utf8')) as {
          records: Record<string, unknown>[];
        }
      ).records[0];
    await openSample(page);
    await openSkill(page, 'code-review');
    await decision(page).getByRole('button', { name: 'Approve…' }).click();
    const sheet = decisionPanel(page, 'Approve code-review');
    await sheet.getByRole('group', { name: 'Requested tools' }).getByText('Read').click();
    await sheet.getByRole('textbox', { name: 'Note' }).fill('For the platform team');
    await sheet.getByRole('combobox', { name: 'Expires' }).selectOption({ label: 'In 30 days' });
    await approves(sheet).click();
    await expect(decision(page)).toContainText('Approved on');
    const first = record();

    await decision(page).getByRole('button', { name: 'Change…' }).click();
    await expect(sheet).toContainText(/Previously: until \d+ \w+ \d{4}/);
    await expect(sheet.getByRole('combobox', { name: 'Expires' })).toHaveValue('same');
    await expect(sheet.getByRole('checkbox', { name: /^Read/ })).toBeChecked();
    const note = sheet.getByRole('textbox', { name: 'Note' });
    await expect(note).toHaveValue('For the platform team');
    await note.fill('Looked at once more');
    await approves(sheet).click();
    await expect(sheet).toHaveCount(0);
    await expect.poll(() => record()?.['note']).toBe('Looked at once more');
    expect(record()).toMatchObject({ expiresAt: first?.['expiresAt'], grants: first?.['grants'] });
  });
});
