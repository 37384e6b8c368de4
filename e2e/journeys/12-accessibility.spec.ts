import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from '../fixtures/scenario.ts';
import { everyView, themes } from '../fixtures/views/walk.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * A splitter stands between two landmarks and belongs to neither, as the ARIA pattern for it has
 * it.
 */
const isSplitter = (rule: string, html: string): boolean =>
  rule === 'region' && html.startsWith('<div role="separator"');

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
      violation.nodes
        .filter((node) => !isSplitter(violation.id, node.html))
        .map(
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
        void found.push(...(await objections(page, view)));
      await everyView({ app, page, scenario, theme, look });
      expect([...new Set(found)]).toEqual([]);
    });
  });
}
