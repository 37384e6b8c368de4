import { expect, test } from '../fixtures/app.ts';
import { approve, decision, openSample, openSkill, row, stands, waiting } from '../fixtures/screen.ts';

test.describe('several windows and programs', () => {
  test('two windows see each other’s decisions', async ({ app, shell }) => {
    test.skip(shell === 'electron', 'Electron has one window');
    const { page } = app;
    await openSample(page);
    const other = await app.anotherWindow();
    await openSkill(other, 'release-notes');
    await openSkill(page, 'release-notes');
    await approve(page);
    await expect(decision(other)).toContainText('Approved on');
    await stands(other, 'release-notes', 'approved');

    await decision(other).getByRole('button', { name: 'Deny' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(decision(page)).toContainText('Denied on');
    await stands(page, 'release-notes', 'denied');
  });

  test('a decision of the command line is on screen within a second', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    const approved = await app.cli('approve', '--server', 'sample', '--uri', 'skill://release-notes/SKILL.md');
    expect(approved.code, approved.stderr).toBe(0);
    await expect(decision(page)).toContainText('Approved on', { timeout: 1000 });
    await stands(page, 'release-notes', 'approved');
    await expect(waiting(page)).toContainText('5 new');

    const revoked = await app.cli('revoke', '--server', 'sample', '--uri', 'skill://release-notes/SKILL.md');
    expect(revoked.code, revoked.stderr).toBe(0);
    await expect(decision(page)).toContainText('Not decided', { timeout: 1000 });
  });

  test('when Skillgate crashes the window says so, and recovers when it is back', async ({ app, shell }) => {
    test.skip(shell === 'electron', 'in Electron the window ends with the program');
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await approve(page);

    await app.kill();
    const banner = page.getByRole('alert').filter({ hasText: 'Connection to Skillgate lost' });
    await expect(banner).toBeVisible();
    await expect(banner).toContainText('nothing can be decided until it is back');

    const fresh = await app.comeBack();
    await expect(row(fresh, 'release-notes')).toBeVisible();
    // The address of the new start is all that the browser needs: the old window comes back by itself.
    await expect(banner).toBeHidden({ timeout: 20_000 });
    await stands(page, 'release-notes', 'approved');
    await openSkill(page, 'handbook');
    await approve(page);
    await stands(fresh, 'handbook', 'approved');
  });
});
