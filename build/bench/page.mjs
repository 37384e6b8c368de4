import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.mjs';
import { against, median, quantile, rounded } from './numbers.mjs';
import { framesDuring, installProbe } from './page-probe.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const skills = 10_000;
const loads = 5;
const passes = 3;
/** Digits of the skills' names: every one narrows the list and every Backspace widens it again. */
const queries = ['421', '907', 'tea', '0099', '5 6 7', 'inv'];

/** The page in Chromium with 10,000 skills of four files: first paint, filter and scrolling. */
export async function measurePage({ scratch, say }) {
  const executablePath = findChromium();
  if (executablePath === null) return { skipped: 'no Chromium: set CHROMIUM_PATH or install one' };
  if (!existsSync(join(cli, '../renderer/index.html')))
    return { skipped: 'the page is not built: run npm run build' };
  const shell = await startShell(scratch);
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(installProbe);
    await page.goto(shell.address);
    say('page: waiting for the listing');
    await page.getByRole('tree').waitFor({ timeout: 60_000 });
    await page.waitForFunction(
      (rows) => document.querySelector('[role=tree]').scrollHeight > rows * 20,
      skills,
      { timeout: 120_000 },
    );
    await page.waitForTimeout(1_000);
    const firstPaint = await measureLoads(page, say);
    const filter = await measureFilter(page, say);
    const scroll = await measureScroll(page, say);
    return {
      skills,
      browser: browser.version(),
      viewport: '1280×800, headless, no graphics processor',
      firstPaint,
      filter,
      scroll,
    };
  } finally {
    await browser.close();
    await shell.stop();
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
      // Long enough for a list that comes late: its paint, not the text box's, is what counts.
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
 * Scrolls end to end a few times. Beside it, frames of the same page that do nothing, and frames
 * that only compute for as long as a scrolled one does: what the machine itself costs.
 */
export async function measureScroll(page, say) {
  const runs = [];
  for (let pass = 0; pass < passes; pass += 1) {
    say(`page: scroll ${pass + 1} of ${passes}`);
    const run = await page.evaluate(framesDuring, { scroll: true, busyMs: 0, frames: 600 });
    if (run.reached < run.total - 2) throw new Error(`scrolled to ${run.reached} of ${run.total}`);
    runs.push(run);
    await page.evaluate(() => (document.querySelector('[role=tree]').scrollTop = 0));
    await page.waitForTimeout(1_000);
  }
  const idle = await page.evaluate(framesDuring, { scroll: false, busyMs: 0, frames: 300 });
  const busy = await page.evaluate(framesDuring, { scroll: false, busyMs: 8, frames: 600 });
  const longest = runs.map(({ deltas }) => Math.max(...deltas));
  return {
    passes: runs.map(framesOf),
    idle: framesOf(idle),
    busyWithoutChange: framesOf(busy),
    targets: { longestFrameMs: against(median(longest), 50) },
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

/** `skillgate serve` over the in-memory server; gives the address with its token. */
async function startShell(scratch) {
  const config = join(scratch, 'page-servers.json');
  const home = join(scratch, 'page-home');
  mkdirSync(home, { mode: 0o700 });
  const server = fileURLToPath(new URL('server.mjs', import.meta.url));
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { bench: { command: process.execPath, args: [server, String(skills)] } },
    }),
  );
  const child = spawn(process.execPath, [cli, 'serve', '--no-open', '--config', config], {
    env: { ...process.env, HOME: home, SKILLGATE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      printed += String(data);
      const [, url] = /(http:\/\/127\.0\.0\.1\S+)\s*\n/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) =>
      reject(new Error(`skillgate serve ended with ${code}: ${printed}`)),
    );
  });
  return {
    address,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
