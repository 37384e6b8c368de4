import type { Page } from '@playwright/test';
import { objections } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/scenario.ts';
import { everyView, themes } from '../fixtures/views/walk.ts';

/** Disabled controls that don't tell a screen reader why. */
const withoutReason = (page: Page, view: string): Promise<string[]> =>
  // In one step, because a page may change between finding a control and reading its reason.
  page.evaluate((view) => {
    const controls = [...document.querySelectorAll(':disabled, [aria-disabled="true"]')];
    const described = (control: Element): string =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
        .join('');
    return controls
      .filter((control) => control.matches(':disabled') || described(control) === '')
      .map((control) => `${view}: no reason for ${control.outerHTML.slice(0, 160)}`);
  }, view);

for (const theme of themes) {
  test.describe(`axe, ${theme.toLowerCase()}`, () => {
    test.slow();

    // Only colors differ by theme, so one theme is enough for each change.
    const where = theme === themes[0] ? '' : ' @browser @full';
    test(`finds nothing on any view${where}`, async ({ app, scenario }) => {
      const { page } = app;
      const found: string[] = [];
      const look = async (view: string): Promise<void> =>
        void found.push(...(await objections(page, view)), ...(await withoutReason(page, view)));
      await everyView({ app, page, scenario, theme, look });
      expect([...new Set(found)]).toEqual([]);
    });
  });
}
