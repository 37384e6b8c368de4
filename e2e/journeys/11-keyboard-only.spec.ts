import type { Page } from '@playwright/test';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  approves,
  decision,
  decisionPanel,
  openSample,
  openSkill,
  row,
  stands,
  tab,
  tree,
} from '../fixtures/screen.ts';

/** The focus is visible. */
async function focusIsVisible(page: Page): Promise<void> {
  const seen = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body)
        return 'nothing has the focus';
      // In a tree the focused row shows the focus for the whole tree.
      const active = element.getAttribute('aria-activedescendant');
      const shown = [element, active === null ? null : document.getElementById(active)].filter(
        (one) => one !== null,
      );
      const marks = (one: HTMLElement): boolean => {
        const style = getComputedStyle(one);
        // A splitter is one pixel wide; the overlay that it paints shows the focus.
        const over = getComputedStyle(one, '::after');
        return (
          (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
          style.boxShadow !== 'none' ||
          (over.content !== 'none' && over.backgroundColor !== 'rgba(0, 0, 0, 0)')
        );
      };
      return shown.some(marks) ? 'visible' : `invisible on ${element.outerHTML.slice(0, 200)}`;
    });
  await expect.poll(seen).toBe('visible');
}

/** Press Tab until the element with this name has focus; each stop shows the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    await focusIsVisible(page);
    const words = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        (document.activeElement as HTMLElement | null)?.innerText ??
        '',
    );
    if (name.test(words.trim())) return;
  }
  throw new Error(`Tab never reached ${String(name)}`);
}

const panes = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      document.activeElement
        ?.closest('nav, main, section[aria-label="Protocol"]')
        ?.getAttribute('aria-label') ??
      document.activeElement?.closest('nav, main')?.tagName.toLowerCase() ??
      null,
  );

test.describe('without a mouse', () => {
  test('from the first run to an approved skill', async ({ app }) => {
    const { page } = app;
    await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
    await tabTo(page, /^Try the sample/);
    await page.keyboard.press('Enter');
    await expect(row(page, 'release-notes')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'code-review' })).toBeVisible();

    // F6 moves through the panes and back.
    await page.keyboard.press('F6');
    const first = await panes(page);
    await page.keyboard.press('F6');
    const second = await panes(page);
    await page.keyboard.press('F6');
    const third = await panes(page);
    expect(new Set([first, second, third])).toEqual(
      new Set(['Servers and skills', 'main', 'Protocol']),
    );
    await page.keyboard.press('Shift+F6');
    expect(await panes(page)).toBe(second);

    // The sample has opened its first skill. N: the next waiting one.
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { level: 1, name: 'daily-standup-tips' })).toBeVisible();

    // `/` filters; down goes into the tree, Enter opens.
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Filter skills' })).toBeFocused();
    await focusIsVisible(page);
    await page.keyboard.type('release');
    await expect(row(page, 'code-review')).toBeHidden();
    await page.keyboard.press('ArrowDown');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('End');
    await focusIsVisible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'release-notes' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();

    // V verifies, A opens the panel, Esc closes it, A opens it again.
    await page.keyboard.press('v');
    await expect(tab(page, 'Files')).toHaveAccessibleName(/7\/7/);
    await page.keyboard.press('a');
    const sheet = decisionPanel(page, 'Approve release-notes');
    await expect(sheet.getByRole('listbox', { name: /^Files/ })).toBeFocused();
    await focusIsVisible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(decision(page).getByRole('button', { name: 'Approve…' })).toBeFocused();
    await expect(decision(page)).toContainText('New');
    await page.keyboard.press('a');
    await expect(sheet).toBeVisible();
    await tabTo(page, /^Approve \d/);
    await page.keyboard.press('Enter');
    await expect(decision(page)).toContainText('Approved on');
    await stands(page, 'release-notes', 'approved');
    await expect(sheet).toBeHidden();

    // The shortcuts are one key away; the palette does everything else.
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'Next skill waiting for a decision',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('settings');
    await expect(
      page.getByRole('listbox', { name: 'Results' }).getByRole('option').first(),
    ).toContainText('Settings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByRole('listbox', { name: 'Messages' })).toBeVisible();
  });

  test('single letters do nothing while typing, and nothing at all when they are switched off', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await expect(row(page, 'release-notes')).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('n a d r');
    await expect(page.getByRole('textbox', { name: 'Filter skills' })).toHaveValue('n a d r');
    await expect(page.getByRole('heading', { level: 1, name: 'sample' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings).toContainText('Press ? for those of the current page.');
    await settings.getByRole('checkbox', { name: 'Single-letter shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'letters are off',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'sample' })).toBeVisible();
  });
});

const long = (changed: boolean): string =>
  Array.from(
    { length: 60 },
    (_, index) => `Line ${index}${changed && index % 20 === 5 ? ' is another now' : ''}.`,
  ).join('\n\n');

test.describe('the changes of a skill', () => {
  test.use({
    served: {
      skills: [{ path: 'manual', files: { 'SKILL.md': skillMd('manual', 'Long', long(false)) } }],
    },
    sessionServers: async ({ scenario }, provide) => provide({ shop: scenario.entry }),
  });

  test('are navigated with [ and ]', async ({ app, scenario }) => {
    const { page } = app;
    await openSkill(page, 'manual');
    await page.keyboard.press('v');
    await expect(tab(page, 'Files')).toHaveAccessibleName(/1\/1/);
    await page.keyboard.press('a');
    await approves(decisionPanel(page)).press('Enter');
    await stands(page, 'manual', 'approved');
    scenario.serve({
      skills: [{ path: 'manual', files: { 'SKILL.md': skillMd('manual', 'Long', long(true)) } }],
    });
    await row(page, 'shop').click();
    await page.getByRole('button', { name: 'Refresh list' }).press('Enter');
    await stands(page, 'manual', 'changed');
    await page.keyboard.press('n');
    await expect(page.getByRole('tab').first()).toHaveAccessibleName(/^Changes/);
    const panel = page.getByRole('tabpanel', { name: /^Changes/ });
    // Until the list loads there's no change to move to.
    await expect(panel).toContainText('Choose a file to see what changed');
    await page.keyboard.press(']');
    await expect(panel).toContainText('Line 5 is another now.');
    const walk = (key: string, to: string): Promise<void> =>
      expect(async () => {
        await page.keyboard.press(key);
        await expect(panel).toContainText(to, { timeout: 500 });
      }).toPass({ timeout: 60_000 });
    await walk(']', 'Line 45 is another now.');
    await walk('[', 'Line 5 is another now.');
  });
});
