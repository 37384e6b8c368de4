import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  chooseMore,
  decision,
  openSample,
  readSkillMd,
  row,
  stands,
  tab,
} from '../fixtures/screen.ts';

const unlisted = 'skill://extras/unlisted/SKILL.md';

test.describe('opening a skill by its URI', () => {
  test('works for an unlisted skill, and shows the server’s reason for a missing one', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await page.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'Open by URI…' }).click();
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
    await chooseMore(page, 'Details');
    await expect(page.getByRole('main')).toContainText('opened by URI');
    await tab(page, 'Preview').click();
    await stands(page, 'unlisted', 'new');
    await readSkillMd(page);
    await expect(decision(page).getByRole('button', { name: 'Approve…' })).toBeVisible();
  });

  test('is offered for URIs in the server’s instructions', async ({ app }) => {
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

test.describe('addresses beside a server’s list', () => {
  const [ghost, invoices] = ['skill://ghost/SKILL.md', 'skill://invoices/SKILL.md'];
  const skill = (name: string) => ({
    path: name,
    files: { 'SKILL.md': skillMd(name, `About ${name}`, `# ${name}\n\nDo it.\n`) },
  });
  test.use({
    served: {
      skills: [skill('refunds'), { ...skill('invoices'), unlisted: true }],
      resources: [
        { uri: 'skill://refunds/SKILL.md', name: 'refunds' },
        { uri: invoices, name: 'invoices' },
        { uri: ghost, name: '\u202E✓ Approved by you' },
        { uri: 'skill://notes/today', name: 'today', mimeType: 'text/markdown' },
      ],
    },
    sessionServers: async ({ scenario }, provide) =>
      provide({
        acme: {
          ...scenario.entry,
          args: [...(scenario.entry['args'] as string[]), '--era', 'legacy'],
        },
      }),
  });

  test('aren’t skills, are shown as not listed, and open through skills/get', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    await row(page, 'acme').click();
    const section = page.getByRole('region', { name: /^Not listed/ });
    await expect(section.getByRole('listitem')).toHaveCount(3);
    await expect(row(page, 'refunds')).toBeVisible();
    await expect(row(page, 'invoices')).toHaveCount(0);
    await expect(section).toContainText('\\u{202E}✓ Approved by you');
    const single = section.getByRole('button', { name: 'Open skill://notes/today' });
    await expect(single).toHaveAttribute('aria-disabled', 'true');
    await expect(single).toHaveAccessibleDescription(/does not end with \/SKILL\.md/);
    expect(scenario.requests().filter((line) => !line.startsWith('skills/list'))).toEqual([]);

    await section.getByRole('button', { name: `Open ${ghost}` }).click();
    await expect(page.getByText('Couldn’t open the skill')).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(3);

    await section.getByRole('button', { name: `Open ${invoices}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'invoices' })).toBeVisible();
    await stands(page, 'invoices', 'new');
    expect(scenario.requests()).toContain(`skills/get ${invoices}`);
    await row(page, 'acme').click();
    await expect(section.getByRole('listitem')).toHaveCount(2);
  });
});
