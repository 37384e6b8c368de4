import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from '../fixtures/scenario.ts';
import { everyView, themes } from '../fixtures/views/walk.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Controls that cannot be used now and do not tell a screen reader why. */
const withoutReason = (page: Page, view: string): Promise<string[]> =>
  page.locator(':disabled, [aria-disabled="true"]').evaluateAll((controls, view) => {
    const described = (control: Element): string =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
        .join('');
    return controls
      .filter((control) => control.matches(':disabled') || described(control) === '')
      .map((control) => `${view}: no reason for ${control.outerHTML.slice(0, 160)}`);
  }, view);

/** What axe objects to on the page as it is now, as `rule: element`. */
async function objections(page: Page, view: string): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))),
  );
  // Not a script of the page: its content security policy would not let one in.
  const results = await page.evaluate(async (source): Promise<AxeResults> => {
    const scope = globalThis as unknown as {
      axe?: { run: (options: object) => Promise<AxeResults> };
    };
    if (scope.axe === undefined) new Function(source).call(globalThis);
    if (scope.axe === undefined) throw new Error('axe did not load');
    return scope.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
  }, axe);
  return results.violations
    .filter((violation) => violation.impact !== 'minor')
    .flatMap((violation) =>
      violation.nodes.map(
        (node) =>
          `${view}: ${violation.id} (${violation.impact ?? ''}) ${node.html.slice(0, 160)} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`,
      ),
    );
}

for (const theme of themes) {
  test.describe(`axe, ${theme.toLowerCase()}`, () => {
    test.slow();

    test('finds nothing on any view', async ({ app, scenario }) => {
      const { page } = app;
      const found: string[] = [];
      const look = async (view: string): Promise<void> =>
        void found.push(...(await objections(page, view)), ...(await withoutReason(page, view)));
      await everyView({ app, page, scenario, theme, look });
      expect([...new Set(found)]).toEqual([]);
    });
  });
}
