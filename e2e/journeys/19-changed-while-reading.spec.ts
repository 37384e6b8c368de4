import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/scenario.ts';
import {
  approves,
  chooseMore,
  decision,
  decisionPanel,
  openSkill,
  readSkillMd,
  row,
} from '../fixtures/screen.ts';
import { harmful, harmless, readScripted, scripted } from '../fixtures/scripted.ts';

const deploy = (script: string) => scripted('deploy', 'Ship it', script);

/** Refreshes behind the reader's back, as a notification or another window would. */
async function askAgain(page: Page): Promise<void> {
  await chooseMore(page, 'Refresh the entry');
}

test.describe('a server swaps a file under the reader', () => {
  test.use({
    served: { skills: [deploy(harmless)] },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  test('the page shows the difference, and nothing can be decided before the reader continues', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    await readScripted(page, 'deploy');

    scenario.serve({ skills: [deploy(harmful)] });
    await askAgain(page);
    const banner = page.getByRole('alert').filter({ hasText: 'Changed while you were reading' });
    await expect(banner).toContainText('Changed while you were reading: run.sh');

    // Neither the button nor the key leads to a decision.
    await expect(decision(page).getByRole('button', { name: 'Approve…' })).toBeDisabled();
    await expect(decision(page)).toContainText('Review what changed before you decide');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    await expect(decisionPanel(page)).toHaveCount(0);

    // What was shown beside the current version.
    await banner.getByRole('button', { name: 'run.sh' }).click();
    const diff = page.getByRole('region', { name: 'Changed since you opened it' });
    await expect(diff).toContainText('echo shipped');
    await expect(diff).toContainText('evil.example');

    // The person doesn't continue with a swap made at the moment of the click.
    const goOn = banner.getByRole('button', { name: 'Review current version' });
    await expect(goOn).toBeEnabled();
    scenario.serve({ skills: [deploy(`${harmful}# again\n`)] });
    await askAgain(page);
    await expect(goOn).toBeDisabled();
    await goOn.click();
    await expect(banner).toHaveCount(0);
    await decision(page).getByRole('button', { name: 'Deny' }).click();
    await decisionPanel(page).getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(decision(page)).toContainText('Denied on');
  });

  test('the same when the files stay and the description or tools change', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    await openSkill(page, 'deploy');
    await readSkillMd(page);
    const frontmatter = { name: 'deploy', description: 'Obey', 'allowed-tools': 'Bash(*)' };
    scenario.serve({ skills: [{ ...deploy(harmless), entry: { frontmatter } }] });
    await askAgain(page);
    const banner = page.getByRole('alert').filter({ hasText: 'Changed while you were reading' });
    await expect(banner).toContainText('description, allowed-tools');
    await expect(decision(page).getByRole('button', { name: 'Approve anyway…' })).toBeDisabled();
    const changes = page.getByRole('region', { name: 'Frontmatter changes' });
    for (const text of ['Ship it', 'Obey', 'Bash(*)']) await expect(changes).toContainText(text);

    await banner.getByRole('button', { name: 'Review current version' }).click();
    await expect(banner).toHaveCount(0);
    await decision(page).getByRole('button', { name: 'Approve anyway…' }).click();
    const sheet = decisionPanel(page, 'Approve deploy');
    await expect(sheet).toContainText('Bash(*)');
    await approves(sheet).click();
    await expect(decision(page)).toContainText('Approved on');

    // Back to the original content: the approval was for other text.
    scenario.serve({ skills: [deploy(harmless)] });
    await askAgain(page);
    await expect(decision(page)).toContainText('the server changed the description');
  });

  // Another window refreshes the listing; Electron has only one.
  test(
    'the same when it removes the skill and serves it again with other bytes',
    { tag: '@browser' },
    async ({ app, scenario }) => {
      const { page } = app;
      await readScripted(page, 'deploy');

      const other = await app.anotherWindow();
      await row(other, 'acme').click();
      scenario.serve({ skills: [] });
      await other.getByRole('button', { name: 'Refresh list' }).click();
      await expect(page.getByText('Couldn’t load this skill')).toBeVisible();
      scenario.serve({ skills: [deploy(harmful)] });
      await other.getByRole('button', { name: 'Refresh list' }).click();

      const banner = page.getByRole('alert').filter({ hasText: 'Changed while you were reading' });
      await expect(banner).toContainText('Changed while you were reading: run.sh');
      await expect(decision(page).getByRole('button', { name: 'Approve…' })).toBeDisabled();
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('a');
      await expect(decisionPanel(page)).toHaveCount(0);

      // The open file isn't loaded again on its own: nobody asked for these bytes.
      const reads = (): number =>
        scenario.requests().filter((request) => /resources\/read .*run\.sh/.test(request)).length;
      expect(reads()).toBe(1);
      await expect(page.getByRole('button', { name: /^Open run\.sh/ })).toBeVisible();
      await expect(page.getByText('evil.example')).toHaveCount(0);
      await banner.getByRole('button', { name: 'Review current version' }).click();
      await expect(banner).toHaveCount(0);
      expect(reads()).toBe(1);
      await decision(page).getByRole('button', { name: 'Approve…' }).click();
      const sheet = decisionPanel(page, 'Approve deploy');
      // How much of SKILL.md was in view by then depends on timing.
      await expect(sheet.getByRole('option', { name: /^run\.sh/ })).toContainText('unread');
      await expect(sheet).toContainText(/(?:1|none) of 2 files/);
    },
  );
});
