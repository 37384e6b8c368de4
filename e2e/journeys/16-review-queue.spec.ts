import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  chooseMore,
  decision,
  decisionPanel,
  openSample,
  openSkill,
  row,
  stands,
  status,
} from '../fixtures/screen.ts';

interface Approvals {
  readonly records: readonly {
    readonly name: string;
    readonly decision: string;
    readonly actor: { readonly kind: string };
  }[];
}
const decisions = (home: string): Record<string, string> => {
  const { records } = JSON.parse(readFileSync(join(home, 'approvals.json'), 'utf8')) as Approvals;
  return Object.fromEntries(records.map(({ name, decision: made }) => [name, made]));
};

test.describe('the review queue', () => {
  test('goes through everything waiting by keyboard, and undoes a decision', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await page.getByRole('heading', { level: 1, name: 'sample' }).click();
    await page.keyboard.press('n');
    const queue = page.getByRole('region', { name: 'Review queue' });
    const list = queue.getByRole('listbox', { name: 'Waiting for a decision' });
    const front = queue.getByRole('heading', { level: 1 });
    await expect(list.getByRole('option')).toHaveCount(6);
    await expect(list.getByRole('option', { selected: true })).toContainText('code-review');
    await expect(front).toHaveText('code-review');

    // Decided with a chord, never a single letter; then the next skill appears on its own.
    await page.keyboard.press('a');
    await expect(decisionPanel(page, 'Approve code-review')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(front).toHaveText('daily-standup-tips');
    await expect(queue.getByRole('toolbar', { name: 'Review' })).toContainText('1 of 6');
    await page.keyboard.press('d');
    await expect(decisionPanel(page, 'Deny daily-standup-tips')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(front).toHaveText('handbook');
    await page.keyboard.press('s');
    await expect(front).toHaveText('onboarding');
    await page.keyboard.press('p');
    await expect(front).toHaveText('handbook');
    await expect(list.getByRole('option', { selected: true })).toContainText('skipped');
    await expect(list.getByRole('option')).toHaveCount(4);
    expect(decisions(app.home)).toEqual({
      'code-review': 'approved',
      'daily-standup-tips': 'denied',
    });

    const here = queue.getByRole('region', { name: 'Decided this session' });
    await here.getByRole('button', { name: 'Undo the decision on code-review' }).click();
    await expect(front).toHaveText('code-review');
    await expect(decision(page)).toContainText('New');
    await expect(here.getByRole('listitem')).toHaveCount(1);
    expect(decisions(app.home)).toEqual({ 'daily-standup-tips': 'denied' });
  });
});

test.describe('the current skill', () => {
  const skill = (path: string) => ({
    path,
    files: { 'SKILL.md': skillMd(path, `About ${path}`, `# ${path}\n`) },
  });
  test.use({
    served: { skills: [skill('one'), skill('two')] },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  // Listings and other decisions come from another window; Electron has only one.
  test(
    'stays until the person continues, even if it vanishes or another window decides',
    { tag: '@browser' },
    async ({ app, scenario }) => {
      const { page } = app;
      await row(page, 'acme').click();
      await expect(row(page, 'two')).toBeVisible();
      await page.keyboard.press('n');
      const queue = page.getByRole('region', { name: 'Review queue' });
      const front = queue.getByRole('heading', { level: 1 });
      await expect(front).toHaveText('one');
      const other = await app.anotherWindow();
      const list = async (...skills: string[]): Promise<void> => {
        scenario.serve({ skills: skills.map(skill) });
        await row(other, 'acme').click();
        await other.getByRole('button', { name: 'Refresh list' }).click();
      };

      await list('two', 'three');
      await expect(queue.getByText('one of acme isn’t there any more').last()).toBeVisible();
      // A decision under way for the first skill applies to no other.
      for (const key of ['a', 'ControlOrMeta+Enter', 'd', 'ControlOrMeta+Enter', 'Enter'])
        await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(front).toHaveCount(0);
      await page.keyboard.press('n');
      await expect(front).toHaveText('two');
      await expect(queue.getByRole('toolbar')).toContainText('0 of 2');

      await openSkill(other, 'two');
      await decision(other).getByRole('button', { name: 'Deny' }).click();
      await decisionPanel(other).getByRole('button', { name: 'Deny', exact: true }).click();
      await expect(queue.getByRole('alert')).toContainText('Just denied');
      await expect(front).toHaveText('two');
      await page.keyboard.press('a');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('n');
      await expect(front).toHaveText('three');
      expect(decisions(app.home)).toEqual({ two: 'denied' });

      // Nothing is left: Continue leads to the end of the queue.
      await list('two');
      await queue.getByRole('button', { name: 'Continue' }).click();
      await expect(queue).toContainText('No skills left to decide');
    },
  );
});

test.describe('decisions of others', () => {
  test('return from a signed bundle after everything was forgotten, marked as imported', async ({
    app,
  }) => {
    const { page } = app;
    const command = async (words: string): Promise<void> => {
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeHidden();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search' }).fill(words);
      await page.keyboard.press('Enter');
    };
    await openSample(page);
    await openSkill(page, 'release-notes');
    await decision(page).getByRole('button', { name: 'Deny' }).click();
    await decisionPanel(page).getByRole('button', { name: 'Deny', exact: true }).click();
    await stands(page, 'release-notes', 'denied');

    await command('Export decisions');
    await page.getByRole('button', { name: 'Sign 1 decision' }).click();
    const bundle = await page.getByRole('region', { name: 'Signed bundle' }).innerText();
    await page.keyboard.press('Escape');
    // The result stays at the bottom and is announced.
    const work = page.getByRole('region', { name: 'Work' });
    const exported = work.getByRole('group', { name: /^Exported: .*1/ });
    await expect(exported).toBeVisible();
    await expect(work.getByRole('status')).toHaveText(/^Exported: /);
    await exported.getByRole('button', { name: /^Close/ }).click();
    await expect(exported).toBeHidden();

    await command('Forget every decision');
    const forget = page.getByRole('alertdialog', { name: 'Forget every decision?' });
    await expect(forget.getByRole('button', { name: 'Forget everything' })).toBeDisabled();
    await forget.getByRole('textbox').fill('forget every decision');
    await forget.getByRole('button', { name: 'Forget everything' }).click();
    await expect(status(page)).toContainText('6 to review');
    expect(decisions(app.home)).toEqual({});

    await command('Import decisions');
    const dialog = page.getByRole('dialog', { name: 'Import decisions' });
    await dialog.getByRole('textbox', { name: 'Signed bundle' }).fill(bundle);
    await expect(dialog.getByRole('region', { name: 'What would change' })).toContainText(
      'release-notes',
    );
    // A key is trusted only once a person says so.
    const take = dialog.getByRole('button', { name: 'Import 1 decision' });
    await expect(take).toBeDisabled();
    await expect(take).toHaveAccessibleDescription(/compared the key’s fingerprint/);
    await dialog.getByRole('checkbox', { name: /^Trust this key/ }).check();
    await dialog.getByRole('button', { name: 'Import 1 decision' }).click();
    await expect(dialog).toContainText('1 imported');
    await page.keyboard.press('Escape');
    await stands(page, 'release-notes', 'denied');
    const imported = work.getByRole('group', { name: /^Imported: .*1/ });
    await expect(imported).toBeVisible();
    await expect(work.getByRole('status')).toHaveText(/^Imported: /);
    await page.reload();
    await expect(imported).toBeVisible();
    await imported.getByRole('button', { name: /^Close/ }).click();
    await expect(imported).toBeHidden();

    await chooseMore(page, 'History');
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('row').nth(1)).toContainText('imported');
    await expect(history.getByRole('row').last()).toContainText('denied');
    await command('Audit');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('imported');
    await expect(
      page.getByRole('list', { name: 'Audit, newest first' }).getByRole('listitem'),
    ).toHaveCount(1);
    await expect(page.getByRole('main')).toContainText('Log intact');
  });
});
