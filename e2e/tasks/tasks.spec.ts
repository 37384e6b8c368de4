import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { annotate } from '../fixtures/annotations.ts';
import { expect, skillMd, test, testServer } from '../fixtures/scenario.ts';
import { harmful, harmless, scripted } from '../fixtures/scripted.ts';
import {
  approve,
  approves,
  decision,
  decisionPanel,
  openSample,
  openSkill,
  row,
  scrollThrough,
  stands,
  status,
} from '../fixtures/screen.ts';
import { startCounting, still } from './counting.ts';

/** Counts one task, under the test's name. */
async function count(page: Page, info: TestInfo, task: () => Promise<void>): Promise<void> {
  const taken = await startCounting(page);
  await task();
  await still(page);
  annotate(info, 'count', JSON.stringify(await taken()));
}
/** A person chooses once the page has come to rest. */
async function choose(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await still(page);
  await target.click();
}
const keys = async (page: Page, ...pressed: readonly string[]): Promise<void> => {
  for (const key of pressed) {
    await still(page);
    await page.keyboard.press(key);
  }
};

// The sample opens its first skill.
for (const [task, name, isChosen] of [
  ['first approval of the sample, by mouse', 'code-review', false],
  ['first approval of the sample, of another skill', 'release-notes', true],
] as const)
  test(task, async ({ app: { page } }, info) => {
    await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
    await count(page, info, async () => {
      await choose(page, page.getByRole('button', { name: /^Try the sample/ }));
      if (isChosen) await choose(page, row(page, name));
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await choose(page, decision(page).getByRole('button', { name: 'Approve…' }));
      await choose(page, approves(decisionPanel(page)));
      await stands(page, name, 'approved');
    });
  });

test('first approval of the sample, by keyboard', async ({ app: { page } }, info) => {
  const door = page.getByRole('button', { name: /^Try the sample/ });
  await expect(door).toBeVisible();
  await count(page, info, async () => {
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await door.evaluate((element) => element === document.activeElement)) break;
      await keys(page, 'Tab');
    }
    await keys(page, 'Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'code-review' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await keys(page, 'a');
    await expect(approves(decisionPanel(page))).toBeEnabled();
    await keys(page, 'Control+Enter');
    await stands(page, 'code-review', 'approved');
  });
});

test('three pasted servers to their skills', async ({ app: { page } }, info) => {
  const servers = ['1', '2', '3'].map(
    (skills) => [`shop-${skills}`, testServer('honest', '--skills', skills)] as const,
  );
  const door = page.getByRole('main').getByRole('button', { name: /^Add a server/ });
  await expect(door).toBeVisible();
  await count(page, info, async () => {
    await choose(page, door);
    const field = page.getByRole('textbox', { name: 'Address, command or configuration' });
    await expect(field).toBeFocused();
    await field.fill(JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
    await choose(page, page.getByRole('button', { name: 'Add 3 servers' }));
    const dialog = page.getByRole('alertdialog');
    const all = dialog.getByRole('button', { name: 'Select all 3' });
    await scrollThrough(page, dialog, all);
    await choose(page, all);
    await choose(page, dialog.getByRole('button', { name: 'Start 3 commands' }));
    for (const [name] of servers) await expect(row(page, name)).toHaveAccessibleName(/waiting/);
  });
});

const plain = (name: string, body = `# ${name}\n`) => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `Does ${name}`, body) },
});

test.describe('one skill', () => {
  test.use({
    served: { skills: [plain('refunds')] },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  test('re-approve a changed skill after reading its difference, by keyboard', async ({
    app: { page },
    scenario,
  }, info) => {
    await openSkill(page, 'refunds');
    await approve(page);
    scenario.serve({ skills: [plain('refunds', '# Refunds\n\nAsk first.\n')] });
    await row(page, 'acme').click();
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await stands(page, 'refunds', 'changed');
    await page.getByRole('button', { name: 'Skillgate' }).click();
    await count(page, info, async () => {
      await keys(page, 'n');
      await expect(page.getByRole('tab', { name: /^Changes/, selected: true })).toBeVisible();
      await keys(page, 'a');
      await expect(approves(decisionPanel(page))).toBeVisible();
      await keys(page, 'Enter');
      await expect(page.getByText('Ask first.').first()).toBeVisible();
      await keys(page, 'Control+Enter');
      await stands(page, 'refunds', 'approved');
    });
  });

  test('deny a skill', async ({ app: { page } }, info) => {
    await expect(row(page, 'refunds')).toBeVisible();
    await count(page, info, async () => {
      await choose(page, row(page, 'refunds'));
      await choose(page, decision(page).getByRole('button', { name: 'Deny…' }));
      await choose(page, decisionPanel(page).getByRole('button', { name: 'Deny', exact: true }));
      await stands(page, 'refunds', 'denied');
    });
  });

  test('an opened skill page', async ({ app: { page } }, info) => {
    await row(page, 'refunds').click();
    await expect(page.getByRole('region', { name: 'SKILL.md, rendered' })).toBeVisible();
    await count(page, info, async () => {});
  });
});

test('protect an app from a skill’s page', async ({ app }, info) => {
  const { page, scratch } = app;
  mkdirSync(join(scratch, '.cursor'));
  const file = join(scratch, '.cursor', 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { acme: { command: 'acme-server' } } }));
  await openSample(page);
  await openSkill(page, 'release-notes');
  await count(page, info, async () => {
    const apps = status(page).getByRole('button', { name: /^Protected apps/ });
    await choose(page, apps);
    // Works once the lines and the command have been on screen, which takes scrolling and no click.
    const protect = page.getByRole('button', { name: 'Protect Cursor' });
    await scrollThrough(page, page.getByRole('main'), protect);
    await choose(page, protect);
    await expect(apps).toHaveText('Protected apps: 1 of 1');
  });
});

test.describe('27 skills, three of them dangerous', () => {
  const good = Array.from({ length: 24 }, (_, at) => scripted(`good-${at}`, 'Ships', harmless));
  const bad = Array.from({ length: 3 }, (_, at) => scripted(`bad-${at}`, 'Ships', harmful));
  test.use({
    served: { skills: [...good, ...bad] },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  async function approveHarmless(page: Page): Promise<void> {
    const main = page.getByRole('main');
    await choose(page, status(page).getByRole('button', { name: '27 to review' }));
    await choose(page, main.getByRole('button', { name: 'Select several…' }));
    await choose(page, main.getByRole('button', { name: 'Check all' }));
    await choose(page, main.getByRole('button', { name: /^Approve 24 skills/ }));
    await expect(status(page)).toContainText('3 to review');
    for (const { path } of bad) await stands(page, path, 'new');
  }

  test('approve 24 harmless of 27 unread in bulk', async ({ app: { page } }, info) => {
    await expect(status(page)).toContainText('27 to review');
    await count(page, info, () => approveHarmless(page));
  });

  test('undo a bulk decision', async ({ app: { page } }, info) => {
    await approveHarmless(page);
    const work = page.getByRole('region', { name: 'Work' });
    await count(page, info, async () => {
      await choose(page, work.getByRole('button', { name: 'Undo', exact: true }).first());
      await expect(status(page)).toContainText('27 to review');
    });
  });
});
