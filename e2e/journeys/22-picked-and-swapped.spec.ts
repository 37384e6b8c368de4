import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/scenario.ts';
import { approves, decisionPanel, row } from '../fixtures/screen.ts';
import { harmful, harmless, readScripted, scripted } from '../fixtures/scripted.ts';

const skill = (name: string, script: string) => scripted(name, `Does ${name}`, script);

test.describe('a server swaps a skill after it was selected', () => {
  test.use({
    served: { skills: [skill('deploy', harmless), skill('report', harmless)] },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  test('it isn’t decided with the others, and what was read before doesn’t count', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    await readScripted(page, 'deploy');
    await expect(page.getByRole('main').getByText('read', { exact: true })).toBeVisible();

    await row(page, 'acme').click();
    for (const name of ['deploy', 'report'])
      await row(page, name).click({ modifiers: ['ControlOrMeta'] });
    const bar = page.getByRole('toolbar', { name: 'Selected skills' });
    await expect(bar).toContainText('2 selected');
    scenario.serve({
      skills: [skill('deploy', harmful), skill('report', harmless)],
    });
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await expect(bar).toContainText('1 selected');
    await expect(page.getByText('One selected skill changed or disappeared')).toBeVisible();

    await bar.getByRole('button', { name: 'Approve…' }).click();
    await expect(decisionPanel(page, 'Approve report')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(decisionPanel(page)).toBeHidden();

    // Selected again in its current version: one of its files was on screen, and the script wasn't.
    await row(page, 'report').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'deploy').click({ modifiers: ['ControlOrMeta'] });
    await bar.getByRole('button', { name: 'Approve…' }).click();
    const sheet = decisionPanel(page, 'Approve deploy');
    await expect(sheet).toContainText(/You’ve read [01] of 2 files/);
    await approves(sheet).click();
    await expect(row(page, 'deploy')).toContainText('approved');
    const { records } = JSON.parse(readFileSync(join(app.home, 'approvals.json'), 'utf8')) as {
      records: { coverage: { shown: number; total: number } }[];
    };
    expect(records).toMatchObject([{ coverage: { total: 2 } }]);
    expect(records[0]?.coverage.shown).toBeLessThan(2);
  });
});
