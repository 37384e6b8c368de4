import { expect, test } from '../fixtures/app.ts';
import { decision, openSample, readSkillMd, row, stands } from '../fixtures/screen.ts';

const unlisted = 'skill://extras/unlisted/SKILL.md';

test.describe('opening a skill by its URI', () => {
  test('works for one that is not listed, and shows the server’s reason for one that it does not have', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await page.getByRole('button', { name: 'Open by URI…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open by URI' });
    const field = dialog.getByRole('textbox', { name: /^URI of the skill/ });
    await expect(field).toBeFocused();

    await field.fill('skill://nothing/here/SKILL.md');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('skill://nothing/here/SKILL.md');
    await expect(row(page, 'here')).toHaveCount(0);

    await field.fill(unlisted);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'unlisted' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('opened by URI');
    await stands(page, 'unlisted', 'new');
    await readSkillMd(page);
    await expect(decision(page).getByRole('button', { name: 'Approve…' })).toBeVisible();
  });

  test('is offered for what the server’s instructions mention', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    const mentioned = page.getByRole('listitem').filter({ hasText: unlisted });
    await mentioned.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'unlisted' })).toBeVisible();
    await row(page, 'sample').click();
    await expect(page.getByRole('heading', { level: 1, name: 'sample' })).toBeVisible();
    await expect(mentioned).toHaveCount(0);
  });
});
