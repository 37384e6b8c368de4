import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import { approves, decision, decisionPanel, openSkill, pressUntil } from '../fixtures/screen.ts';

const deploy = {
  path: 'deploy',
  files: {
    'SKILL.md': skillMd('deploy', 'Ship it', '# Deploy\n', 'allowed-tools: Read Bash(git:*)\n'),
    'run.sh': '#!/bin/sh\necho shipped\n',
  },
};
const policy = {
  format: 'skillgate/policy@1',
  requireFullCoverage: true,
  requireShown: true,
  forbidToolGrants: true,
  longestExpiryDays: 30,
};
interface Made {
  readonly decision: string;
  readonly expiresAt: string | null;
  readonly grants: { readonly allowedTools: readonly string[] };
  readonly coverage: {
    readonly shown: number;
    readonly verified: number;
    readonly total: number;
  };
}

test.describe('an approval under a managed policy', () => {
  test.use({
    served: { skills: [deploy] },
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

  test('shows all objections at once, offers nothing that would be refused, and works once they are met', async ({
    app,
  }) => {
    const { page } = app;
    await openSkill(page, 'deploy');
    await page.keyboard.press('a');
    const panel = decisionPanel(page, 'Approve deploy');
    const blockers = panel.getByRole('list', { name: 'What prevents this now' });
    await expect(blockers.getByRole('listitem')).toHaveText([
      /^Managed policy: every file must match the manifest .*: 1 file not verified/,
      /^Managed policy: every file must be read .*: 1 file not fully read/,
    ]);
    // The controls allow no tool and no late expiry.
    await expect(panel.getByRole('checkbox')).toHaveCount(0);
    await expect(panel).toContainText('doesn’t let you allow tools');
    const ends = panel.getByRole('combobox', { name: 'Expires' });
    await expect(ends.getByRole('option')).toHaveText(['In 30 days', 'On a date…']);
    const approve = approves(panel);
    await expect(approve).toBeDisabled();
    await expect(approve).toHaveAccessibleDescription(/match the manifest.*be read/);

    // Neither the chord nor a click saves it, and what was typed stays.
    await panel.getByRole('textbox', { name: 'Note' }).fill('for the team');
    await page.keyboard.press('ControlOrMeta+Enter');
    await approve.click({ force: true });
    await expect(blockers).toBeVisible();
    expect(existsSync(join(app.home, 'approvals.json'))).toBe(false);

    const files = panel.getByRole('listbox', { name: 'Files covered by the decision' });
    await files.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('echo shipped');
    // In a small window a file counts as read only after scrolling to its end.
    await pressUntil(page, 'u', () => blockers.isHidden());
    await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('for the team');
    await expect(approve).toBeEnabled();
    await app.screenshot('approval under a managed policy');
    await approve.click();
    await expect(decision(page)).toContainText('Approved on');
    const { records } = JSON.parse(readFileSync(join(app.home, 'approvals.json'), 'utf8')) as {
      records: Made[];
    };
    expect(records).toMatchObject([
      {
        decision: 'approved',
        note: 'for the team',
        grants: { allowedTools: [] },
        coverage: { shown: 2, verified: 2, total: 2 },
      },
    ]);
    const [{ expiresAt }] = records as [Made];
    const days = (Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(30);
  });
});
