import { memoryOf, memoryOfTree } from './memory.mjs';
import { against, rounded } from './numbers.mjs';
import { openPage } from './page-stage.mjs';
import { measureFilter, measureScroll } from './page.mjs';

const skills = 100_000;

/**
 * The page in Chromium with the most skills that one listing may have: time to show them,
 * filtering, scrolling, memory.
 */
export async function measurePageMany({ scratch, say }) {
  const began = performance.now();
  const opened = await openPage({ scratch, skills, name: 'page-many', say, patienceMs: 300_000 });
  if (opened.skipped !== undefined) return opened;
  const { page, browser, pids } = opened;
  try {
    const shownMs = performance.now() - began;
    const memory = () => ({
      // The server holds every possible answer, so its memory isn't the product's.
      shellMB: rounded(memoryOf(pids.shell)),
      browserMB: rounded(memoryOfTree(pids.browser)),
    });
    const listed = memory();
    // Duplicate names and nested skills are marked after the listing, on every row.
    await page.waitForFunction(
      () => {
        const { longTasks } = window.benchProbe;
        const last = longTasks.at(-1);
        return performance.now() - ((last?.startTime ?? 0) + (last?.duration ?? 0)) > 3_000;
      },
      undefined,
      { timeout: 300_000, polling: 500 },
    );
    const settledMs = performance.now() - began - 3_000;
    const filter = await measureFilter(page, say);
    const scroll = await measureScroll(page, say, 33);
    const after = memory();
    const sum = ({ shellMB, browserMB }) => shellMB + browserMB;
    return {
      skills,
      browser,
      shownMs: rounded(shownMs),
      settledMs: rounded(settledMs),
      filter,
      scroll,
      memory: { listed, after },
      targets: { memoryMB: against(Math.max(sum(listed), sum(after)), 1_000) },
    };
  } finally {
    await opened.stop();
  }
}
