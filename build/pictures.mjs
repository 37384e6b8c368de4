import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.mjs';

/**
 * `node build/pictures.mjs`, after a build: takes the README's pictures anew, with the sample
 * server.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'build/pictures');
const browserPath = await ensureChromium();
if (browserPath.path === undefined) throw new Error(browserPath.reason);

const home = mkdtempSync(join(tmpdir(), 'skillgate-pictures-'));
const serve = spawn(
  process.execPath,
  [join(root, 'dist/cli.js'), 'serve', '--no-open', '--port', '0'],
  {
    env: { ...process.env, HOME: home, SKILLGATE_HOME: join(home, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const address = await new Promise((resolve, reject) => {
  let printed = '';
  serve.stdout.on('data', (data) => {
    printed += data;
    const found = /^Skillgate is open at .*?(\S+)\s*\n/m.exec(printed);
    if (found !== null) resolve(found[1]);
  });
  serve.once('exit', (code) =>
    reject(new Error(`skillgate serve ended with code ${code}; it printed: ${printed}`)),
  );
});

const browser = await chromium.launch({
  executablePath: browserPath.path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  colorScheme: 'light',
});

const row = (name) => page.getByRole('treeitem', { name: new RegExp(`^${name}(?![\\w-])`) });
const tab = (name) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const file = page.getByRole('combobox', { name: 'File', exact: true });
const button = (name) => page.getByRole('button', { name });

async function take(name) {
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  while ((await toasts.count()) > 0) await toasts.first().click();
  await page.mouse.move(960, 22);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  console.log(`build/pictures/${name}.png`);
}

async function open(name) {
  await row(name).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

async function read() {
  await button(/^Open SKILL\.md/).click();
  await page
    .getByRole('region', { name: 'SKILL.md, rendered' })
    .getByRole('heading')
    .first()
    .waitFor();
}

async function verifyAndApprove(name) {
  await open(name);
  await tab('Files').click();
  await button('Verify all').click();
  await page
    .getByRole('list', { name: 'Facts' })
    .getByText(/^(\d+) of \1 files match the manifest/)
    .waitFor();
  await button(/^Approve…/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText(/^Approved on/).waitFor();
  await tab('Preview').click();
}

async function theme(name) {
  await button('Settings').click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption(name);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

try {
  mkdirSync(folder, { recursive: true });
  await page.goto(address);
  await button(/^Try the sample/).waitFor();
  await take('first-run');

  await button(/^Try the sample/).click();
  for (const name of ['handbook', 'daily-standup-tips']) await verifyAndApprove(name);
  await open('release-notes');
  await read();
  await take('skill');

  await open('code-review');
  await read();
  await button(/^Approve…/).click();
  await page.getByRole('dialog').getByText('Read', { exact: true }).click();
  await take('approve');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await row('sample').click();
  await button('More for sample').click();
  await page.getByRole('menuitem', { name: 'Reconnect' }).click();
  await page.getByRole('treeitem', { name: /^daily-standup-tips.*changed/ }).waitFor();
  await take('server');

  await open('daily-standup-tips');
  await page
    .getByRole('list', { name: 'Changed files' })
    .getByRole('button', { name: /SKILL\.md/ })
    .click();
  // The two texts are there before their differences are.
  await page.locator('.line-insert').first().waitFor();
  await take('changes');

  await theme('Dark');
  await open('invoice-helper');
  await file.selectOption('references/payment-details.md');
  await page.getByRole('region', { name: 'Failed check' }).waitFor();
  await take('tampered');
} finally {
  await browser.close();
  const ended = once(serve, 'exit');
  serve.kill('SIGTERM');
  await ended;
  rmSync(home, { recursive: true, force: true });
}
