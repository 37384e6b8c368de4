import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import { ensureTestElectron, openDisplay, stageApp } from '../electron-runtime/index.mjs';
import { memoryOfTree } from './memory.mjs';
import { against, median, quantile, rounded } from './numbers.mjs';
import { measureFilter, measureScroll } from './page.mjs';
import { installProbe } from './page-probe.mjs';
import { startOnce, startWindow } from './window-start.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skills = 10_000;
const starts = 5;

/**
 * The desktop window with 10,000 skills: starts compared with an empty window of the same Electron,
 * memory of all its processes, requests, filtering, scrolling, and how long the main process is
 * blocked while it verifies. No driver is attached while it starts.
 */
export async function measureWindow({ scratch, say }) {
  if (!existsSync(join(root, 'dist/main.cjs')))
    return { skipped: 'the app is not built: run npm run build' };
  const runtime = await ensureTestElectron();
  if (runtime.reason !== undefined) return { skipped: runtime.reason };
  const display = await openDisplay();
  const staged = stageApp(runtime);
  const empty = stageEmpty(runtime, scratch);
  const home = join(scratch, 'window-home');
  mkdirSync(home);
  const env = { ...display.env, SKILLGATE_HOME: home };
  try {
    const bare = [];
    const own = [];
    for (let run = 0; run < starts; run += 1) {
      say(`window: start ${run + 1} of ${starts}`);
      // Alternating, so a busy moment of the machine affects both.
      bare.push(await startOnce(empty, env));
      own.push(await startOnce(staged, env));
    }
    say('window: idle');
    const idle = await startWindow(staged, env);
    await setTimeout(5000);
    const idleMB = memoryOfTree(idle.pid);
    await idle.stop();
    say('window: 10,000 skills');
    const full = await _electron.launch({
      executablePath: staged.path,
      chromiumSandbox: true,
      args: [...staged.args, '--allow-start', '--config', configFor(scratch)],
      env: { ...process.env, ...env },
    });
    try {
      return {
        electron: runtime.electron,
        source: runtime.source,
        start: startFigures(bare, own),
        memoryMB: { idle: rounded(idleMB) },
        ...(await withSkills(full, say)),
      };
    } finally {
      await full.close();
    }
  } finally {
    staged.remove();
    empty.remove();
    await display.stop();
  }
}

async function withSkills(app, say) {
  const page = await app.firstWindow();
  await page.evaluate(installProbe);
  await page.waitForFunction(
    (rows) => (document.querySelector('[role=tree]')?.scrollHeight ?? 0) > rows * 20,
    skills,
    { timeout: 120_000 },
  );
  await page.waitForTimeout(2000);
  const fullMB = memoryOfTree(app.process().pid);
  const requests = await page.evaluate(roundTrips, 1000);
  const filter = await measureFilter(page, say);
  const scroll = await measureScroll(page, say);
  say('window: verifying');
  await app.evaluate(watchLoop);
  const waits = await page.evaluate(roundTripsWhileVerifying);
  const blockedMs = await app.evaluate(() => globalThis.benchLoop.max / 1e6);
  return {
    skills,
    memoryWithSkillsMB: rounded(fullMB),
    requestMs: { p50: rounded(median(requests)), p95: rounded(quantile(requests, 0.95)) },
    filter: { ...filter, targets: { p95Ms: against(filter.keyToPaintMs.p95, 16) } },
    scroll: {
      ...scroll,
      targets: { longestFrameMs: against(scroll.targets.longestFrameMs.value, 33) },
    },
    verifying: {
      requests: waits.length,
      requestMs: {
        p50: rounded(median(waits)),
        p95: rounded(quantile(waits, 0.95)),
        longest: rounded(Math.max(...waits)),
      },
      targets: { mainBlockedMs: against(blockedMs, 20) },
    },
  };
}

function startFigures(bare, own) {
  const middle = (runs, name) => median(runs.map((run) => run[name]));
  const empty = middle(bare, 'paintedMs');
  return {
    emptyWindowPaintedMs: rounded(empty),
    paintedMs: rounded(middle(own, 'paintedMs')),
    usableMs: rounded(middle(own, 'usableMs')),
    targets: { usableAgainstEmpty: against(middle(own, 'usableMs') / empty, 1.5) },
  };
}

/** An Electron app whose window shows one word: the cost of the runtime itself. */
function stageEmpty(runtime, scratch) {
  const staged = stageApp(runtime);
  const folder = staged.folder === null ? join(scratch, 'empty') : `${staged.folder}/resources/app`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('package.json', JSON.stringify({ name: 'skillgate-empty', main: 'main.cjs' }));
  write('index.html', '<!doctype html><p data-bench-empty>Empty</p>');
  write(
    'main.cjs',
    `const { app, BrowserWindow } = require('electron');
    app.setPath('userData', ${JSON.stringify(join(scratch, 'empty-data'))});
    app.enableSandbox();
    app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 820 })
      .loadFile(require('node:path').join(__dirname, 'index.html')));`,
  );
  return staged.folder === null ? { ...staged, args: [folder] } : staged;
}

function configFor(scratch) {
  const config = join(scratch, 'window-servers.json');
  const args = [join(root, 'build/bench/server.mjs'), String(skills)];
  const bench = { command: process.execPath, args };
  writeFileSync(config, JSON.stringify({ mcpServers: { bench } }));
  return config;
}

/** In the main process: records how late its timers were. */
function watchLoop() {
  const { monitorEventLoopDelay } = process.mainModule.require('node:perf_hooks');
  globalThis.benchLoop = monitorEventLoopDelay({ resolution: 1 });
  globalThis.benchLoop.enable();
}

/** In the page: ms of `count` requests, one after the other. */
async function roundTrips(count) {
  const times = [];
  for (let done = 0; done < count; done += 1) {
    const from = performance.now();
    await window.api.listTemplates({ server: 'bench' });
    times.push(performance.now() - from);
  }
  return times;
}

/** In the page: the same, while every file of every skill is verified. */
async function roundTripsWhileVerifying() {
  let running = true;
  const end = window.api.subscribe(({ event }) => {
    if (event.type === 'operation' && event.kind === 'verify' && event.status !== 'running')
      running = false;
  });
  const started = await window.api.verifyServer({ server: 'bench' });
  if (!started.ok) throw new Error(started.error.message);
  const times = [];
  while (running) {
    const from = performance.now();
    await window.api.listTemplates({ server: 'bench' });
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  end();
  return times;
}
