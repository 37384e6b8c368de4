import type { Page } from '@playwright/test';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import { openFile, openSkill, tab } from '../fixtures/screen.ts';

const long = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} of the text.`);
const body = [
  '# Refunds',
  ...long,
  '## Last resort',
  'Ask the treasurer.',
  '```sh\nexport LIMIT=1 # a comment\n```',
  '| word | meaning |\n|-|-|\n| unquestionably | without any doubt at all |',
].join('\n\n');

test.use({
  served: {
    skills: [
      {
        path: 'refunds',
        files: {
          'SKILL.md': skillMd('refunds', 'Gives money back', body),
          'prices.csv': 'name,price\n"Refund, full",12\n',
          'limits.json': '{"most":[1,2]}',
          'guide.md': '# Guide\n\nThe treasurer signs.\n',
        },
      },
    ],
  },
  sessionServers: async ({ scenario }, provide) => provide({ shop: scenario.entry }),
});

/** Presses a key as soon as an editor is in the page, before the page knows that it's ready. */
const pressWhenEditorAppears = (page: Page, keys: { key: string; ctrlKey: boolean }) =>
  page.evaluate((init) => {
    new MutationObserver((_, self) => {
      if (document.querySelector('.monaco-editor') === null) return;
      self.disconnect();
      const pressed = { ...init, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', pressed));
    }).observe(document.body, { childList: true, subtree: true });
  }, keys);

test.describe('reading a skill', () => {
  test('has a rail beside the text from 1400 pixels, and none below', async ({ app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSkill(page, 'refunds');
    const rail = page.getByRole('region', { name: 'Overview of refunds' });
    await expect(rail.getByRole('heading', { level: 2 })).toHaveText([
      /^Files 4 /,
      /^Findings/,
      'Tools it asks for',
      'Outline',
    ]);
    await rail.getByRole('button', { name: 'Last resort' }).click();
    await expect(page.getByText('Ask the treasurer.')).toBeInViewport();
    await rail.getByRole('button', { name: /^guide\.md/ }).click();
    await expect(page.getByRole('region', { name: 'guide.md, rendered' })).toBeVisible();

    await page.setViewportSize({ width: 1390, height: 900 });
    await expect(rail).toBeHidden();
  });

  test('finds a text on the page, in the source, and in every text that was read', async ({
    app,
  }) => {
    const { page } = app;
    await openSkill(page, 'refunds');
    const rendered = page.getByRole('region', { name: 'SKILL.md, rendered' });
    await expect(rendered).toBeVisible();
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('search', { name: /^Find in SKILL\.md/ });
    await expect(find.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('TREASURER');
    await expect(find.getByRole('status')).toHaveText('1 of 1');
    await expect(page.getByText('Ask the treasurer.')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(rendered).toBeFocused();

    await openFile(page, 'guide.md');
    await expect(page.getByRole('region', { name: 'guide.md, rendered' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+f');
    const search = page.getByRole('dialog', { name: 'Search all texts' });
    await expect(search.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('treasurer');
    const places = search.getByRole('listbox', { name: 'Places' }).getByRole('option');
    await expect(places).toHaveCount(2);
    await expect(places.last()).toContainText('guide.md:3');
    await page.keyboard.press('ArrowDown');
    await pressWhenEditorAppears(page, { key: 'f', ctrlKey: true });
    await page.keyboard.press('Enter');
    await expect(search).toBeHidden();
    await expect(tab(page, 'Source')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('main')).toContainText('The treasurer signs.');
    // Going to the place afterwards doesn't take the focus away from it.
    const inSource = page.getByRole('textbox', { name: 'Find', exact: true });
    await expect(page.locator('[data-ready=true]')).toBeVisible();
    await expect(inSource).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'guide.md' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+f');
    await expect(inSource).toBeFocused();
  });

  test('colors the code blocks of a text', async ({ app }) => {
    const { page } = app;
    await openSkill(page, 'refunds');
    const comment = page.getByText('# a comment', { exact: true });
    await comment.or(page.getByText('export LIMIT')).first().scrollIntoViewIfNeeded();
    await expect(comment).toHaveCSS('color', /rgb/);
    await expect(page.locator('pre')).toHaveText('export LIMIT=1 # a comment');
  });

  test('shows CSV as a table and JSON indented, and the source as it was read', async ({ app }) => {
    const { page } = app;
    await openSkill(page, 'refunds');
    await openFile(page, 'prices.csv');
    await expect(page.getByRole('cell', { name: 'Refund, full' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'price' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/verified\s*read/);
    await openFile(page, 'limits.json');
    const lines = page.locator('.view-line');
    await expect(lines.filter({ hasText: '"most": [' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/verified\s*read/);
    await tab(page, 'Source').click();
    await expect(lines.filter({ hasText: '{"most":[1,2]}' })).toBeVisible();
  });

  test('keeps the words of a table whole', async ({ app }) => {
    const { page } = app;
    await openSkill(page, 'refunds');
    await page.setViewportSize({ width: 640, height: 800 });
    const cell = page.getByRole('cell', { name: 'unquestionably' });
    const lines = await cell.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
});
