import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import { ensureTestElectron, openDisplay, stageApp } from './electron-runtime/index.mjs';

/**
 * `node build/pictures.mjs`, after a build: takes the README's pictures anew, of the window, with
 * the sample server.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'build/pictures');
const runtime = await ensureTestElectron();
if (runtime.reason !== undefined) throw new Error(runtime.reason);

const home = mkdtempSync(join(tmpdir(), 'skillgate-pictures-'));
const display = await openDisplay();
const staged = stageApp(runtime);
const app = await _electron.launch({
  executablePath: staged.path,
  chromiumSandbox: true,
  args: [...staged.args],
  env: { ...process.env, ...display.env, HOME: home, SKILLGATE_HOME: join(home, 'data') },
});
const page = await app.firstWindow();
await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
await app.evaluate(({ BrowserWindow }) =>
  BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800),
);

const row = (name) => page.getByRole('treeitem', { name: new RegExp(`^${name}(?![\\w-])`) });
const tab = (name) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const file = page.getByRole('combobox', { name: 'File', exact: true });
const button = (name) => page.getByRole('button', { name });

async function take(name) {
  const notices = page.getByRole('region', { name: 'Notifications' });
  // Not the first button of each, which takes the decision back.
  const toasts = notices.getByRole('button', { name: 'Dismiss' });
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
  await button(/^Approve \d/).click();
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
  await page.getByRole('checkbox', { name: 'Read', exact: true }).check();
  await take('approve');
  await page.keyboard.press('Escape');

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
  await app.close();
  staged.remove();
  await display.stop();
  rmSync(home, { recursive: true, force: true });
}
