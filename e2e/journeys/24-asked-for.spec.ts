import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  approves,
  decision,
  decisionPanel,
  readSkillMd,
  stands,
  status,
} from '../fixtures/screen.ts';

const environment = { CODEX_HOME: '', XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '' };

test.describe('what an app requested', () => {
  test.use({
    environment,
    served: {
      skills: [
        {
          path: 'refunds',
          files: { 'SKILL.md': skillMd('refunds', 'How money goes back.', 'Ask.\n') },
        },
      ],
    },
  });

  test('appears in the window, opens with Enter, and reaches the app once approved', async ({
    app,
    scenario,
  }) => {
    const { page } = app;
    const file = join(app.scratch, '.cursor', 'mcp.json');
    mkdirSync(join(app.scratch, '.cursor'));
    writeFileSync(file, JSON.stringify({ mcpServers: { shop: scenario.entry } }));
    const protectedNow = await app.cli('protect', 'cursor', '--yes');
    expect(protectedNow, protectedNow.stderr).toMatchObject({ code: 0 });

    // The app knows nothing about Skillgate: it starts what its own file says.
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as {
      mcpServers: { shop: { command: string; args: string[]; env: Record<string, string> } };
    };
    const client = new Client({ name: 'a ”host”', version: '1.0' });
    await client.connect(
      new StdioClientTransport({
        ...mcpServers.shop,
        env: { PATH: process.env['PATH'] ?? '', HOME: app.scratch, ...mcpServers.shop.env },
      }),
    );
    try {
      const skills = new SkillsClient(client);
      expect((await skills.list()).skills).toEqual([]);

      await status(page).getByRole('button', { name: '1 withheld' }).click();
      await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue('requested');
      const line = page.getByRole('button', { name: /^refunds of shop new/ });
      await expect(line).toContainText("“a 'host'");
      await expect(line).toContainText('listed skills; this one was withheld');
      await app.screenshot('asked-light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await app.screenshot('asked-dark');
      await line.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'refunds' })).toBeVisible();
      await readSkillMd(page);
      await decision(page).getByRole('button', { name: 'Approve…' }).click();
      await approves(decisionPanel(page)).click();
      await stands(page, 'refunds', 'approved');
      await expect(page.getByRole('main')).toContainText('Nothing that apps asked for is waiting');

      // Within a second on an idle machine; the journey doesn't measure time.
      await expect
        .poll(async () => (await skills.list()).skills.map(({ uri }) => uri))
        .toEqual(['skill://refunds/SKILL.md']);
      await expect(status(page).getByRole('button', { name: /withheld/ })).toBeHidden();
    } finally {
      await client.close();
    }
  });
});

test.describe('a flooded list of app requests', () => {
  test.use({ environment });

  test('shows hidden characters, keeps working, and can be emptied', async ({ app }) => {
    const { page } = app;
    const at = '2026-11-01T00:00:00.000Z';
    const flood = Array.from({ length: 900 }, (_, number) => ({
      host: { name: `✓ approved\u202E ${number}`, version: '' },
      server: 'acme',
      identity: 'x',
      uri: `skill://s${number}/SKILL.md`,
      name: `Skillgate\u200B: approved ${number}`,
      standing: 'undecided',
      how: 'get',
      firstAt: at,
      lastAt: at,
      count: 1,
    }));
    await expect(status(page)).toBeVisible();
    writeFileSync(
      join(app.home, 'waiting.json'),
      JSON.stringify({ format: 'skillgate/waiting@1', waiting: flood, dropped: 0 }),
      { mode: 0o600 },
    );
    await status(page).getByRole('button', { name: '500 withheld' }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('400 older requests aren’t');
    expect(await main.innerText()).not.toMatch(/[\u202E\u200B]/);
    await main
      .getByRole('button', { name: /approved 899/ })
      .first()
      .click();
    await expect(page.getByText('acme is no longer in Skillgate.')).toBeVisible();
    await main.getByRole('button', { name: 'Dismiss these 500' }).click();
    await main.getByRole('button', { name: 'Dismiss these 400' }).click();
    await expect(main).toContainText('Nothing that apps asked for is waiting');
  });
});
