import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleEntry } from './bundle.mjs';
import { against, rounded } from './numbers.mjs';
import { framesDuring } from './page-probe.mjs';
import { openPage } from './page-stage.mjs';
import { measureScroll } from './page.mjs';

/**
 * A full protocol log: the cost of a text search in its own process, and the page's frames in
 * Chromium while it scrolls from end to end.
 */
export async function measureLog({ scratch, say }) {
  say('log');
  const entry = await bundleEntry('log', scratch);
  const exported = join(scratch, 'log.ndjson');
  const { stdout, status } = spawnSync(process.execPath, [entry, exported], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`log ended with ${status}`);
  const figures = JSON.parse(stdout);
  const worst = Math.max(...figures.searches.map(({ medianMs }) => medianMs));
  return {
    ...figures,
    targets: { searchMs: against(worst, 200) },
    page: await measureLogPage({ scratch, say, exported, rows: figures.rows }),
  };
}

const selector = '[role=listbox]';

async function measureLogPage({ scratch, say, exported, rows }) {
  const opened = await openPage({ scratch, skills: 1, name: 'log', say });
  if (opened.skipped !== undefined) return opened;
  const { page, browser } = opened;
  try {
    await page.keyboard.press('l');
    await page.getByLabel('An exported log', { exact: true }).setInputFiles(exported);
    const all = rows.toLocaleString('en');
    say(`log: opening ${all} rows`);
    await page.getByText(`${all} of ${all} rows`).waitFor({ timeout: 120_000 });
    await page.waitForTimeout(1_000);
    // Scroll from the start; it opens at its end.
    const table = page.getByRole('listbox', { name: 'Exchanges' });
    await table.evaluate((element) => (element.scrollTop = 0));
    await page.waitForTimeout(1_000);
    const scroll = await measureScroll(page, say, 50, selector);
    return { rows, browser, ...scroll, processorMsPerFrame: await processorPerFrame(page) };
  } finally {
    await opened.stop();
  }
}

/**
 * Computing time of the page's main thread per scrolled frame, in ms; other work affects it less.
 */
async function processorPerFrame(page) {
  const frames = 600;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
  };
  const before = await spent();
  await page.evaluate(framesDuring, { selector, scroll: true, busyMs: 0, frames });
  const after = await spent();
  await session.detach();
  return rounded((after - before) / frames);
}
