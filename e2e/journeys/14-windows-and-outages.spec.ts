import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/app.ts';
import { shownOf } from '../fixtures/shown-of.ts';
import {
  approve,
  decision,
  decisionPanel,
  openSample,
  openSkill,
  row,
  stands,
  status,
} from '../fixtures/screen.ts';

test.describe('several windows and programs', () => {
  // Electron has one window.
  test('two windows see each other’s decisions', { tag: '@browser' }, async ({ app }) => {
    const { page } = app;
    await openSample(page);
    const other = await app.anotherWindow();
    await openSkill(other, 'release-notes');
    await openSkill(page, 'release-notes');
    await approve(page);
    await expect(decision(other)).toContainText('Approved on');
    await stands(other, 'release-notes', 'approved');

    // This window didn't make the decision, so it asks for a review first.
    await expect(decision(other).getByRole('button', { name: 'Deny' })).toBeDisabled();
    await expect(other.getByRole('alert')).toContainText('Just approved');
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    await decision(other).getByRole('button', { name: 'Deny' }).click();
    await decisionPanel(other).getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(decision(page)).toContainText('Denied on');
    await stands(page, 'release-notes', 'denied');
  });

  test('a decision on the command line appears without a key or click', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    const notes = 'skill://release-notes/SKILL.md';
    const approved = await app.cli(
      'approve',
      '--server',
      'sample',
      '--uri',
      notes,
      ...(await shownOf(app.cli, 'sample', notes)),
    );
    expect(approved.code, approved.stderr).toBe(0);
    await expect(decision(page)).toContainText('Approved on');
    await stands(page, 'release-notes', 'approved');
    await expect(status(page)).toContainText('5 to review');

    const revoked = await app.cli(
      'revoke',
      '--server',
      'sample',
      '--uri',
      'skill://release-notes/SKILL.md',
    );
    expect(revoked.code, revoked.stderr).toBe(0);
    await expect(decision(page)).toContainText('New');
  });

  test('two apps and the command line see each other’s decisions, and lose none', async ({
    app,
  }) => {
    const here = app.page;
    await openSample(here);
    const there = await app.secondApp();
    const command = async (word: string, name: string, ...more: string[]): Promise<number> =>
      (await app.cli(word, '--server', 'sample', '--uri', `skill://${name}/SKILL.md`, ...more))
        .code;
    await openSkill(here, 'release-notes');
    await openSkill(there, 'release-notes');

    await approve(here);
    await expect(decision(there)).toContainText('Approved on');
    expect(await command('check', 'release-notes')).toBe(0);

    await there.getByRole('button', { name: 'Continue', exact: true }).click();
    await decision(there).getByRole('button', { name: 'Deny' }).click();
    await decisionPanel(there).getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(decision(there)).toContainText('Denied on');
    await expect(decision(here)).toContainText('Denied on');
    expect(await command('check', 'release-notes')).toBe(4);

    expect(await command('revoke', 'release-notes')).toBe(0);
    await Promise.all([here, there].map((page) => expect(decision(page)).toContainText('New')));

    await openSkill(here, 'code-review');
    await openSkill(there, 'handbook');
    const shown = await shownOf(app.cli, 'sample', 'skill://release-notes/SKILL.md');
    const codes = await Promise.all([
      command('approve', 'release-notes', ...shown),
      approve(here),
      approve(there),
    ]);
    expect(codes[0]).toBe(0);
    for (const page of [here, there])
      for (const name of ['release-notes', 'code-review', 'handbook'])
        await stands(page, name, 'approved');
    const { revision, records } = JSON.parse(
      readFileSync(join(app.home, 'approvals.json'), 'utf8'),
    ) as { revision: number; records: unknown[] };
    expect({ revision, records: records.length }).toEqual({ revision: 6, records: 3 });
    expect((await app.cli('audit', 'verify')).code).toBe(0);
  });

  // In Electron the window ends with the program.
  test(
    'when Skillgate crashes, the window says so and recovers',
    { tag: '@browser' },
    async ({ app }) => {
      const { page } = app;
      await openSample(page);
      await openSkill(page, 'release-notes');
      await approve(page);

      await app.kill();
      const banner = page.getByRole('alert').filter({ hasText: 'Connection to Skillgate lost' });
      await expect(banner).toBeVisible();
      await expect(banner).toContainText('You can’t decide anything until it’s back');
      await expect(banner).toContainText('start it and open the new one-time address');

      const fresh = await app.comeBack();
      await expect(row(fresh, 'release-notes')).toBeVisible();
      // The new start's address is all that the browser needs; the old window reconnects on its
      // own.
      await expect(banner).toBeHidden();
      await stands(page, 'release-notes', 'approved');
      await openSkill(page, 'handbook');
      await approve(page);
      await stands(fresh, 'handbook', 'approved');
    },
  );
});
