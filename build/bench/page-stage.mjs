import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.mjs';
import { installProbe } from './page-probe.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/**
 * The built page in Chromium over an in-memory server with this many skills, all listed; or
 * `{skipped}` with the reason. `stop` ends both.
 */
export async function openPage({ scratch, skills, name, say, patienceMs = 120_000 }) {
  const executablePath = findChromium();
  if (executablePath === null) return { skipped: 'no Chromium: set CHROMIUM_PATH or install one' };
  if (!existsSync(join(cli, '../renderer/index.html')))
    return { skipped: 'the page is not built: run npm run build' };
  const shell = await startShell(scratch, name, skills);
  // A separate browser server gives the pid, whose descendants are the browser's processes.
  const host = await chromium.launchServer({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const browser = await chromium.connect(host.wsEndpoint());
  const stop = async () => {
    await browser.close();
    await host.close();
    await shell.stop();
  };
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(installProbe);
    await page.goto(shell.address);
    say(`${name}: waiting for the listing`);
    await page.getByRole('tree').waitFor({ timeout: patienceMs });
    await page.waitForFunction(
      (rows) => document.querySelector('[role=tree]').scrollHeight > rows * 20,
      skills,
      { timeout: patienceMs },
    );
    await page.waitForTimeout(1_000);
    const pids = { shell: shell.pid, browser: host.process().pid };
    return { page, home: shell.home, browser: browser.version(), pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `skillgate serve` over the in-memory server; returns the address with its token. */
async function startShell(scratch, name, skills) {
  const config = join(scratch, `${name}-servers.json`);
  const home = join(scratch, `${name}-home`);
  mkdirSync(home, { mode: 0o700 });
  const server = fileURLToPath(new URL('server.mjs', import.meta.url));
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { bench: { command: process.execPath, args: [server, String(skills)] } },
    }),
  );
  const child = spawn(
    process.execPath,
    [cli, 'serve', '--no-open', '--allow-start', '--config', config],
    {
      env: { ...process.env, HOME: home, SKILLGATE_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
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
    home,
    address,
    pid: child.pid,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
