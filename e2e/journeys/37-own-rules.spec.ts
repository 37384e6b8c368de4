import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import { approve, openSkill, stands, status } from '../fixtures/screen.ts';

const refunds = (body: string) => ({
  skills: [
    { path: 'refunds', files: { 'SKILL.md': skillMd('refunds', 'How money goes back.', body) } },
  ],
});
const own = '{\n  // mine\n  "model": "opus"\n}\n';

test.use({
  environment: { CODEX_HOME: '', XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '' },
  served: refunds('Ask.\n'),
});

test('an app’s own settings follow decisions once their lines were shown, and are restored', async ({
  app,
  scenario,
}) => {
  const { page } = app;
  const settings = join(app.scratch, '.claude', 'settings.json');
  const text = (): string => readFileSync(settings, 'utf8');
  mkdirSync(join(app.scratch, '.claude'));
  writeFileSync(settings, own);
  writeFileSync(
    join(app.scratch, '.claude.json'),
    JSON.stringify({ mcpServers: { shop: scenario.entry } }),
  );
  expect((await app.cli('protect', 'claude-code', '--yes')).code).toBe(0);
  await openSkill(page, 'refunds');
  await approve(page);
  await stands(page, 'refunds', 'approved');
  expect(text()).toBe(own);

  await status(page)
    .getByRole('button', { name: /^Protected apps/ })
    .click();
  const follow = page.getByRole('switch', {
    name: 'Claude Code’s own settings follow your decisions (unconfirmed)',
  });
  await expect(follow).not.toBeChecked();
  await follow.click();
  const dialog = page.getByRole('alertdialog', {
    name: 'Keep your decisions in Claude Code’s own settings?',
  });
  await expect(dialog).toContainText('has been seen to honor');
  await expect(dialog).toContainText(/"Skill\(shop:refunds@sha256:[0-9a-f]{64}\)"/);
  await app.screenshot('rules-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.screenshot('rules-dark');
  expect(text()).toBe(own);
  await dialog.getByRole('button', { name: 'Save file' }).click();
  await expect(follow).toBeChecked();
  expect(text()).toContain('// mine');
  expect(text()).toMatch(/"Skill\(shop:refunds@sha256:[0-9a-f]{64}\)"/);

  // The server changes the skill: whoever sees it first takes the rule out.
  scenario.serve(refunds('Never ask.\n'));
  expect((await app.cli('list', '--server', 'shop')).code).toBe(0);
  await expect.poll(text).toBe(own);
  expect((await app.cli('sync')).stdout).toContain('0 allowed, 0 denied');

  await follow.click();
  await page
    .getByRole('alertdialog', { name: 'Remove your decisions from Claude Code’s own settings?' })
    .getByRole('button', { name: 'Save file' })
    .click();
  await expect(follow).not.toBeChecked();
  expect(text()).toBe(own);
});
