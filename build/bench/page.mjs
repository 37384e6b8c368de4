import { against, median, quantile, rounded } from './numbers.mjs';
import { openPage } from './page-stage.mjs';
import { framesDuring } from './page-probe.mjs';

const skills = 10_000;
const loads = 5;
const passes = 3;
const steps = 20;
/** Digits in the skills' names: typing each narrows the list and each Backspace widens it. */
const queries = ['421', '907', 'tea', '0099', '5 6 7', 'inv'];

/** The page in Chromium with 10,000 skills of four files: first paint, filter, scrolling, and the queue. */
export async function measurePage({ scratch, say }) {
  const opened = await openPage({ scratch, skills, name: 'page', say });
  if (opened.skipped !== undefined) return opened;
  const { page, browser } = opened;
  try {
    const firstPaint = await measureLoads(page, say);
    const filter = await measureFilter(page, say);
    const scroll = await measureScroll(page, say);
    const select = await measureSelect(page, say);
    const queue = await measureQueue(page, say);
    return {
      skills,
      browser,
      viewport: '1280×800, headless, no graphics processor',
      firstPaint,
      filter,
      scroll,
      select,
      queue,
    };
  } finally {
    await opened.stop();
  }
}

async function measureLoads(page, say) {
  const times = [];
  let megabytes = 0;
  for (let load = 0; load < loads; load += 1) {
    say(`page: load ${load + 1} of ${loads}`);
    await page.reload();
    await page.waitForFunction(
      () => window.benchProbe?.paintedAt !== null && window.benchProbe?.snapshotAt !== null,
      undefined,
      { timeout: 60_000 },
    );
    const { snapshotAt, paintedAt, snapshotChars } = await page.evaluate(() => window.benchProbe);
    times.push(paintedAt - snapshotAt);
    megabytes = snapshotChars / 1e6;
    await page.waitForTimeout(1_000);
  }
  return {
    snapshotMB: rounded(megabytes),
    loads,
    dataToPaintMs: { p50: rounded(median(times)), max: rounded(Math.max(...times)) },
    targets: { dataToPaintMs: against(median(times), 500) },
  };
}

export async function measureFilter(page, say) {
  const box = page
    .getByRole('textbox', { name: /filter/i })
    .or(page.getByRole('searchbox', { name: /filter/i }))
    .first();
  await box.click();
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => (window.benchProbe.keyAt = event.timeStamp), {
      capture: true,
    });
  });
  const times = [];
  for (const query of queries) {
    say(`page: filter ${query}`);
    for (const key of [...query, ...[...query].map(() => 'Backspace')]) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      // Long enough for a late list: its paint counts, not the text field's.
      await page.waitForTimeout(400);
      const time = await page.evaluate(() => window.benchProbe.lastPaint - window.benchProbe.keyAt);
      if (!(time > 0)) throw new Error(`nothing was painted after the key ${key}`);
      times.push(time);
    }
  }
  return {
    keystrokes: times.length,
    keyToPaintMs: {
      p50: rounded(median(times)),
      p95: rounded(quantile(times, 0.95)),
      max: rounded(Math.max(...times)),
    },
    targets: { p95Ms: against(quantile(times, 0.95), 50) },
  };
}

/**
 * Scrolls end to end a few times. For comparison, frames of the same page that do nothing, and
 * frames that only compute as long as a scrolled one: the machine's own cost.
 */
export async function measureScroll(page, say, mostMs = 50, selector = '[role=tree]') {
  const framesOfPage = (how) => page.evaluate(framesDuring, { selector, frames: 600, ...how });
  const runs = [];
  for (let pass = 0; pass < passes; pass += 1) {
    say(`page: scroll ${pass + 1} of ${passes}`);
    const run = await framesOfPage({ scroll: true, busyMs: 0 });
    if (run.reached < run.total - 2) throw new Error(`scrolled to ${run.reached} of ${run.total}`);
    runs.push(run);
    await page.evaluate((found) => (document.querySelector(found).scrollTop = 0), selector);
    await page.waitForTimeout(1_000);
  }
  const idle = await framesOfPage({ scroll: false, busyMs: 0 });
  const busy = await framesOfPage({ scroll: false, busyMs: 8 });
  const longest = runs.map(({ deltas }) => Math.max(...deltas));
  return {
    passes: runs.map(framesOf),
    idle: framesOf(idle),
    busyWithoutChange: framesOf(busy),
    targets: { longestFrameMs: against(median(longest), mostMs) },
  };
}

/** From the click on a skill that wasn't read yet to painting its text. */
async function measureSelect(page, say) {
  say('page: select');
  await page.evaluate(() => {
    const times = (window.benchSelected = []);
    const heading = () => document.querySelector('[data-part=body] h2')?.textContent;
    window.addEventListener(
      'click',
      ({ timeStamp }) => {
        const before = heading();
        const look = () => {
          if (heading() === undefined || heading() === before) requestAnimationFrame(look);
          else setTimeout(() => times.push(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });
  // The first one loads and compiles what shows a skill.
  for (let step = 0; step <= steps; step += 1) {
    await page
      .locator(`[role=treeitem]`)
      .nth(step + 2)
      .click();
    await page.waitForFunction((count) => window.benchSelected.length === count, step + 1);
    await page.waitForTimeout(300);
  }
  const [first, ...times] = await page.evaluate(() => window.benchSelected);
  const p95 = quantile(times, 0.95);
  return {
    steps,
    clickToTextMs: {
      first: rounded(first),
      ...{ p50: rounded(median(times)), p95: rounded(p95), max: rounded(Math.max(...times)) },
    },
    targets: { p95Ms: against(p95, 80) },
  };
}

/** From pressing `N` to painting the next skill's name, in the full queue. */
async function measureQueue(page, say) {
  say('page: the queue');
  await page.getByRole('textbox', { name: /filter/i }).fill('');
  await page.getByRole('button', { name: /to review/ }).click();
  await page.getByRole('listbox', { name: 'Waiting for a decision' }).waitFor();
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const times = (window.benchNext = []);
    const name = () => document.querySelector('main h1')?.textContent;
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key !== 'n') return;
        const before = name();
        const look = () => {
          if (name() === before) requestAnimationFrame(look);
          else setTimeout(() => times.push(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('n');
    await page.waitForFunction((count) => window.benchNext.length === count, step + 1);
    await page.waitForTimeout(200);
  }
  const times = await page.evaluate(() => window.benchNext);
  const p95 = quantile(times, 0.95);
  return {
    steps,
    nextMs: { p50: rounded(median(times)), p95: rounded(p95), max: rounded(Math.max(...times)) },
    targets: { p95Ms: against(p95, 50) },
  };
}

const framesOf = ({ deltas, longTasks }) => ({
  frames: deltas.length,
  frameMs: {
    p50: rounded(median(deltas)),
    p95: rounded(quantile(deltas, 0.95)),
    longest: rounded(Math.max(...deltas)),
  },
  longTasks: longTasks.length,
  ...(longTasks.length === 0 ? {} : { longestTaskMs: rounded(Math.max(...longTasks)) }),
});
