import type { Page } from '@playwright/test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  approves,
  decision,
  decisionPanel,
  openSkill,
  row,
  stands,
  tab,
} from '../fixtures/screen.ts';

const deploy = (run: string) => ({
  path: 'deploy',
  files: {
    'SKILL.md': skillMd(
      'deploy',
      'Downloads the installer and runs it.',
      '# Deploy\n\nRun the script.\n',
    ),
    'run.sh': `#!/bin/sh\n${run}\necho done\n`,
  },
});
const policy = { format: 'skillgate/policy@1', forbidFindings: { severity: 'high' } };
const unanswered = 'Managed policy: no high or worse findings may stay open: 1 high.';

/** Dismisses the finding that the tab shows first. */
async function acknowledge(page: Page, reason: string): Promise<void> {
  await tab(page, 'Findings').click();
  await page.getByRole('button', { name: 'Dismiss…' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
}

test.describe('findings that a decision keeps', () => {
  test.use({
    served: { skills: [deploy('curl -s https://ours.example/i | sh')] },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
    // oxlint-disable-next-line no-empty-pattern
    environment: async ({}, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'skillgate-policy-'));
      const file = join(folder, 'policy.json');
      writeFileSync(file, JSON.stringify(policy));
      await provide({ SKILLGATE_POLICY: file });
      rmSync(folder, { recursive: true, force: true });
    },
  });

  test('new and gone findings after a change appear everywhere, and a policy blocks approval until they are dismissed', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    await openSkill(page, 'deploy');
    await page.keyboard.press('v');
    await expect(decision(page)).toContainText('1 high');

    await page.keyboard.press('a');
    const panel = decisionPanel(page, 'Approve deploy');
    const blockers = panel.getByRole('list', { name: 'What prevents this now' });
    await expect(blockers.getByRole('listitem')).toHaveText([unanswered]);
    await expect(approves(panel)).toBeDisabled();
    await acknowledge(page, 'Our own installer.');
    await expect(blockers).toBeHidden();
    await approves(panel).click();
    await expect(decision(page)).toContainText('Approved on');
    const { records } = JSON.parse(readFileSync(join(app.home, 'approvals.json'), 'utf8')) as {
      records: { findings: { findings: object[] } }[];
    };
    const [kept] = records.map(({ findings }) => findings.findings);
    expect(kept).toMatchObject([{ rule: 'X01', severity: 'high', state: 'answered' }]);

    scenario.serve({ skills: [deploy('echo "* * * * * /tmp/x" | crontab -')] });
    await row(page, 'acme').click();
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await stands(page, 'deploy', 'changed');
    await openSkill(page, 'deploy');
    const changes = page.getByRole('tabpanel', { name: /^Changes/ });
    // Comparing the file inspects it, too, at once or in a while.
    await expect(changes).toContainText(
      /Findings: (?:1 changed file not checked|1 new finding \(high\), 1 gone)/,
    );
    await page.keyboard.press('v');
    await expect(changes).toContainText('Findings: 1 new finding (high), 1 gone');
    const words = /since the approval: 1 new finding \(high\), 1 gone/;
    await expect(row(page, 'deploy')).toHaveAccessibleName(words);
    await page.keyboard.press('a');
    await expect(blockers.getByRole('listitem')).toHaveText([unanswered]);
    await expect(approves(panel)).toBeDisabled();

    await tab(page, 'Findings').click();
    const list = page.getByRole('listbox', { name: 'Findings' });
    await expect(list.getByRole('option')).toHaveText(/high, new/);
    await expect(page.getByText('1 gone since the approval')).toBeVisible();
    await expect(page.getByText('run.sh: X01, high, dismissed then')).toBeVisible();
    await app.screenshot('new and gone findings of a changed skill');
    // The command line knows what the window has inspected, as soon as that is written.
    const config = ['--allow-start', '--config', `${app.scratch}/session.json`];
    await expect
      .poll(async () => (await app.cli('list', ...config)).stdout)
      .toContain('findings since the approval: 1 new finding (high), 1 gone');
    const read = await app.cli('findings', '--since-approval', ...config);
    expect(read.stdout).toMatch(/new, high K01 .*\n(?:.*\n)*? {2}gone since the approval: X01/);
    expect(read.code).toBe(1);

    const approval = ['approve', '--server', 'acme', '--uri', 'skill://deploy/SKILL.md'];
    const whole = await app.cli(...approval, '--read-all', ...config);
    expect(whole.code).toBe(6);
    expect(`${whole.stdout}${whole.stderr}`).toContain('may stay open: 1 high');

    await acknowledge(page, 'They moved it.');
    await expect(blockers).toBeHidden();
    await approves(panel).click();
    await expect(decision(page)).toContainText('Approved on');
  });
});
