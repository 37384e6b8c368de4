import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, skillMd, test, testServer } from '../fixtures/scenario.ts';
import { openSample, row, stands } from '../fixtures/screen.ts';
import { harmful, harmless, scripted } from '../fixtures/scripted.ts';

const approved = (home: string): string[] =>
  (
    JSON.parse(readFileSync(join(home, 'approvals.json'), 'utf8')) as {
      records: { name: string }[];
    }
  ).records
    .map(({ name }) => name)
    .sort();

test('checking a server leaves a result that links to the failed file and survives a reload @both', async ({
  app,
}) => {
  const { page } = app;
  await openSample(page);
  await row(page, 'sample').click();
  await page.getByRole('button', { name: 'Verify all' }).click();
  const work = page.getByRole('region', { name: 'Work' });
  const result = work.getByRole('group', { name: /^Verified sample: \d+ match, 1 failed/ });
  await expect(result).toBeVisible();
  await expect(work.getByRole('status')).toHaveText(/^Verified sample: .*1 failed/);
  const last = page.getByRole('main').getByText(/^Last verified \d\d:\d\d: \d+ match, 1 failed/);
  await expect(last).toBeVisible();

  await page.reload();
  await expect(result).toBeVisible();
  await expect(work.getByRole('status')).toBeEmpty();
  await expect(last).toBeVisible();

  // By keyboard: expand the failures and open the first.
  await result.getByRole('button', { name: /^Show/ }).focus();
  await page.keyboard.press('Enter');
  const failing = result.getByRole('button', { name: /^invoice-helper.*payment-details\.md/ });
  await failing.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Failed check' })).toContainText(
    'references/payment-details.md doesn’t match the manifest',
  );
  await result.getByRole('button', { name: /^Close/ }).click();
  await expect(result).toBeHidden();
  await page.reload();
  await expect(row(page, 'release-notes')).toBeVisible();
  await expect(result).toBeHidden();
});

const plain = (name: string) => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `Does ${name}`, `# ${name}\n`) },
});

test.describe('many skills of a server', () => {
  test.use({
    served: {
      skills: [plain('one'), plain('two'), plain('three'), scripted('deploy', 'Ships', harmless)],
    },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  test('are approved by group from the keyboard, except skipped ones, and undone as a whole', async ({
    app,
  }) => {
    const { page } = app;
    await row(page, 'acme').click();
    await page.getByRole('button', { name: 'Verify all' }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('Waiting for a decision: 4 without findings');
    await main.getByRole('button', { name: 'Review 4 waiting' }).click();
    await main.getByRole('button', { name: 'Select several…' }).focus();
    await page.keyboard.press('Enter');
    await expect(main.getByRole('heading', { name: 'Approve 4 skills' })).toBeFocused();
    await expect(main).toContainText('4 of 4 selected');

    // The first group is the next Tab stop; it expands, and arrows move through its skills.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await main.getByRole('checkbox', { name: /Approve three/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(main.getByRole('checkbox', { name: /Approve two/ })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(main).toContainText('3 of 4 selected');

    // Viewing a skill loses nothing.
    await main.getByRole('button', { name: 'View two' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'two' })).toBeVisible();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(main).toContainText('3 of 4 selected');

    await page.keyboard.press('ControlOrMeta+Enter');
    const work = page.getByRole('region', { name: 'Work' });
    const result = work.getByRole('group', { name: 'acme: 3 skills approved' });
    await expect(result).toBeVisible();
    await expect(main).toContainText('3 decided');
    expect(approved(app.home)).toEqual(['deploy', 'one', 'three']);
    await stands(page, 'two', 'new');

    await result.getByRole('button', { name: 'Undo' }).click();
    await stands(page, 'one', 'new');
    await stands(page, 'three', 'new');
    expect(approved(app.home)).toEqual([]);
  });

  test('bind what was listed: one that is swapped while the page is open is skipped and reported', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    await row(page, 'acme').click();
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Review 4 waiting' }).click();
    await main.getByRole('button', { name: 'Select several…' }).click();
    await main.getByRole('button', { name: 'Approve 4 not checked' }).click();
    const button = main.getByRole('button', { name: /^Approve \d skills?, not checked$/ });
    await expect(button).toHaveText(/^Approve 4 skills/);
    scenario.serve({
      skills: [plain('one'), plain('two'), plain('three'), scripted('deploy', 'Ships', harmful)],
    });
    await row(page, 'acme').click();
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await expect.poll(() => scenario.requests().filter((one) => /list/.test(one)).length).toBe(2);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(main).toContainText('1 skill changed while this page was open');
    await expect(button).toHaveText(/^Approve 3 skills/);
    await button.click();
    await expect(main).toContainText('3 decided');
    expect(approved(app.home)).toEqual(['one', 'three', 'two']);
    await stands(page, 'deploy', 'new');
  });
});

test.describe('a server that never answers a read', () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern
    sessionServers: async ({}, provide) =>
      provide({ silent: testServer('hostile', 'reads-silent') }),
  });

  test('stops a check and says what wasn’t loaded', async ({ app }) => {
    const { page } = app;
    await row(page, 'silent').click();
    await page.getByRole('button', { name: 'Verify all' }).click();
    const work = page.getByRole('region', { name: 'Work' });
    await expect(work).toContainText('Verifying silent · 0 of 200');
    await expect(work.getByRole('progressbar', { name: 'Verifying silent' })).toBeVisible();
    await work.getByRole('button', { name: 'Stop' }).click();
    const stopped = work.getByRole('group', {
      name: 'Verifying silent was stopped: 200 not checked',
    });
    await expect(stopped).toBeVisible();
    await expect(work.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText(/Last verified .* not checked \(stopped\)/);
  });
});
