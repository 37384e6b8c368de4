import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  approve,
  decision,
  decisionPanel,
  openSkill,
  row,
  stands,
  tree,
  status,
} from '../fixtures/screen.ts';

const skill = (path: string, description: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    path,
    files: {
      'SKILL.md': skillMd(name, description, `# ${name}\n\nDo it.\n`),
      'references/notes.md': `Notes about ${name}.\n`,
    },
  };
};

test.use({
  served: {
    skills: [
      skill('acme/billing/refunds', 'Give money back'),
      skill('acme/billing/invoices', 'Ask for money'),
      skill('acme/support/triage', 'Sort what comes in'),
      skill('git-workflow', 'Branches and commits'),
    ],
  },
  sessionServers: async ({ scenario }, provide) => provide({ shop: scenario.entry }),
});

test.describe('browsing and filtering', () => {
  test('text and status narrow the tree, and the counts follow', async ({ app }) => {
    const { page } = app;
    await expect(row(page, 'refunds')).toBeVisible();
    await expect(status(page)).toContainText('4 to review');
    await openSkill(page, 'invoices');
    await approve(page);
    await openSkill(page, 'triage');
    await decision(page).getByRole('button', { name: 'Deny' }).click();
    await decisionPanel(page).getByRole('button', { name: 'Deny', exact: true }).click();
    await stands(page, 'triage', 'denied');
    await expect(status(page)).toContainText('2 to review');

    const filter = page.getByRole('textbox', { name: 'Filter skills' });
    await filter.fill('money');
    await expect(row(page, 'git-workflow')).toBeHidden();
    await expect(row(page, 'refunds')).toBeVisible();
    await expect(row(page, 'invoices')).toBeVisible();

    const standing = page.getByRole('combobox', { name: 'Status' });
    await standing.selectOption('Approved');
    await expect(row(page, 'refunds')).toBeHidden();
    await expect(row(page, 'invoices')).toBeVisible();
    await standing.selectOption('Denied');
    await expect(tree(page)).toBeHidden();
    await expect(page.getByText('No skills match the filter')).toBeVisible();
    await page.getByRole('navigation').getByRole('button', { name: 'Clear filter' }).last().click();
    await expect(filter).toHaveValue('');
    await expect(row(page, 'git-workflow')).toBeVisible();

    // The counts on the server's page are filters, too.
    await row(page, 'shop').click();
    await page.getByRole('main').getByRole('button', { name: '1 Denied' }).click();
    await expect(row(page, 'triage')).toBeVisible();
    await expect(row(page, 'refunds')).toBeHidden();
  });

  test('the keyboard walks the tree down to the files', async ({ app, scenario }) => {
    const { page } = app;
    const at = async (name: string): Promise<void> => {
      await expect
        .poll(async () => {
          const id = await tree(page).getAttribute('aria-activedescendant');
          return id === null
            ? ''
            : page.evaluate((it) => document.getElementById(it)?.innerText ?? '', id);
        })
        .toMatch(new RegExp(`(^|\\s)${name}(\\s|$)`));
    };
    await expect(row(page, 'refunds')).toBeVisible();
    await tree(page).focus();
    await page.keyboard.press('Home');
    await at('shop');
    await page.keyboard.press('End');
    await at('git-workflow');
    // The skill that the keys rest on is read, and none of those between.
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'SKILL.md')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await at('SKILL.md');
    await page.keyboard.press('ArrowDown');
    await at('references/notes.md');
    // Browsing its files loads none of them; Enter does.
    const main = 'resources/read skill://git-workflow/SKILL.md';
    expect(scenario.requests().filter((request) => request.startsWith('resources/read'))).toEqual([
      main,
    ]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText('Notes about git-workflow.');
    expect(scenario.requests().filter((request) => request.startsWith('resources/read'))).toEqual([
      main,
      'resources/read skill://git-workflow/references/notes.md',
    ]);

    await page.keyboard.press('Shift+F6');
    await tree(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'refunds')).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'refunds')).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('refunds');
    await page.keyboard.press('ArrowDown');
    await at('refunds');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'refunds' })).toBeVisible();
  });

  test('the palette finds a skill by its name', async ({ app }) => {
    const { page } = app;
    await expect(row(page, 'refunds')).toBeVisible();
    await page.getByRole('button', { name: /^Search skills/ }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('triage');
    await expect(
      page.getByRole('listbox', { name: 'Results' }).getByRole('option').first(),
    ).toContainText('triage');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'triage' })).toBeVisible();
  });
});
