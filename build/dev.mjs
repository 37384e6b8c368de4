import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { findChromium } from './chromium.mjs';

/**
 * `npm run dev [-- --debug] [--no-open] [-- arguments of serve]`: builds all parts on every change,
 * restarts the browser shell, and reloads its page in a separate Chromium. Uses the real pages,
 * policy and tickets, so nothing works here that wouldn't in the product. `--debug` opens the Node
 * inspector on 127.0.0.1:9229 and the page's developer tools.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    debug: { type: 'boolean', default: false },
    'no-open': { type: 'boolean', default: false },
    port: { type: 'string', default: process.env.PORT ?? '4477' },
  },
  allowPositionals: true,
});

let shell = null;
let page = null;

function restart() {
  if (shell === null || shell.exitCode !== null || shell.signalCode !== null) return start();
  shell.once('exit', start);
  shell.kill();
}

function start() {
  const words = [`${root}dist/cli.js`, 'serve', '--no-open', '--port', values.port, ...positionals];
  const flags = ['--enable-source-maps', ...(values.debug ? ['--inspect=127.0.0.1:9229'] : [])];
  shell = spawn(process.execPath, [...flags, ...words], { stdio: ['inherit', 'pipe', 'inherit'] });
  createInterface({ input: shell.stdout }).on('line', (line) => {
    console.log(line);
    const address = /^Skillgate is open at (\S+)$/.exec(line)?.[1];
    if (address !== undefined && !values['no-open'])
      load(address).catch((error) => console.error(`dev: no page was opened: ${error.message}`));
  });
}

/** A fresh ticket each time: the previous one was for a process that has ended. */
async function load(address) {
  page ??= await openPage();
  // Navigate from another page, because a change of the fragment alone loads nothing.
  await page?.goto('about:blank');
  await page?.goto(address);
}

/** Null without a browser or display: the address is printed for another machine. */
async function openPage() {
  const executablePath = findChromium();
  const display =
    process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (executablePath === null || !display) return null;
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath,
    headless: false,
    args: [
      ...(values.debug ? ['--auto-open-devtools-for-tabs'] : []),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  // Closing the window continues without one.
  browser.on('disconnected', () => {
    values['no-open'] = true;
  });
  return browser.newPage({ viewport: null });
}

async function watch(name, afterBuild) {
  const watcher = await build({
    configFile: `${root}build/vite.${name}.ts`,
    logLevel: 'warn',
    build: { watch: {} },
  });
  await new Promise((first) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code !== 'END') return;
      console.log(`built ${name}`);
      first();
      afterBuild();
    });
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    shell?.kill();
    void Promise.resolve(page?.context().browser()?.close()).finally(() => process.exit(0));
  });
}
let all = false;
const again = () => all && restart();
await watch('renderer', again);
await watch('findings', again);
await watch('node', again);
all = true;
restart();
