import { expect, skillMd, test } from '../fixtures/scenario.ts';
import {
  openFile,
  openSample,
  openSkill,
  openTab,
  readSkillMd,
  stands,
  tab,
} from '../fixtures/screen.ts';

test.describe('reading and verifying', () => {
  test('loads SKILL.md when it is selected, nothing else before it is opened, and compares it all with the manifest', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await page.getByRole('button', { name: /^Protocol/ }).click();
    const messages = page.getByRole('listbox', { name: 'Messages' });
    await expect(messages.getByRole('option', { name: /skills\/list/ }).first()).toBeVisible();
    const filter = page.getByRole('textbox', { name: 'Filter messages' });
    await filter.fill('release-notes');
    const noReads = page.getByText('No messages match the filter.');
    await expect(noReads).toBeVisible();

    // Selecting the skill reads its SKILL.md; no tab reads anything else.
    await openSkill(page, 'release-notes');
    await readSkillMd(page);
    for (const name of ['Source', 'Files', 'Details', 'Frontmatter', 'Entry', 'Preview']) {
      await openTab(page, name);
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    }
    await expect(messages.getByRole('option')).toHaveCount(1);
    await expect(messages.getByRole('option').first()).toContainText(
      'skill://release-notes/SKILL.md',
    );
    // The other one is of the skill that the sample opened.
    await filter.fill('resources/read');
    await expect(messages.getByRole('option')).toHaveCount(2);
    await page.getByRole('button', { name: /^Protocol/ }).click();

    await expect(page.getByRole('main')).toContainText('verified');
    await expect(tab(page, 'Files')).toContainText('1/7');
    const rendered = page.getByRole('region', { name: 'SKILL.md, rendered' });
    await expect(rendered.getByRole('heading', { name: 'Release notes' })).toBeVisible();
    await expect(
      rendered.getByRole('table').filter({ hasText: 'What belongs here' }),
    ).toBeVisible();

    // A supporting file, opened through the text's relative link.
    await rendered.getByRole('button', { name: 'the style guide' }).click();
    await expect(page.getByRole('region', { name: 'references/style.md, rendered' })).toBeVisible();
    await expect(tab(page, 'Files')).toContainText('2/7');

    await openFile(page, 'assets/columns.png');
    const image = page.getByRole('img', { name: 'assets/columns.png' });
    await expect(image).toHaveAttribute('src', /^blob:/);
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);

    await openFile(page, 'assets/flow.svg');
    await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('<svg');
    await expect(
      page.getByRole('tabpanel', { name: 'Preview' }).getByRole('img', { name: 'assets/flow.svg' }),
    ).toHaveCount(0);

    await openFile(page, 'scripts/collect.sh');
    await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('#!/');
    await expect(tab(page, 'Files')).toContainText('5/7');

    await tab(page, 'Files').click();
    await page.getByRole('button', { name: 'Verify all' }).click();
    await expect(page.getByRole('region', { name: 'Work' }).getByRole('status')).toHaveText(
      'Verified release-notes: 7 match',
    );
    await expect(page.getByRole('tabpanel')).toContainText(/Last verified \d\d:\d\d: 7 match/);
    await expect(tab(page, 'Files')).toContainText('7/7');
    await expect(page.getByRole('row').filter({ hasText: 'verified' })).toHaveCount(7);

    await page.getByRole('button', { name: 'List folders' }).click();
    await expect(page.getByText('The server’s list matches the manifest.')).toBeVisible();
  });
});

const bytes = (text: string): number[] => [...Buffer.from(text, 'latin1')];

test.describe('verifying many files', () => {
  test.use({
    served: {
      skills: [
        {
          path: 'large',
          files: {
            'SKILL.md': skillMd('large', 'Has many files', '# Large\n\n[Tool](bin/tool.bin)\n'),
            'bin/tool.bin': bytes('\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00binary\x00\x01\x02\xff'),
            'paper.pdf': bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n'),
            ...Object.fromEntries(
              Array.from({ length: 400 }, (_, index) => [`notes/${index}.md`, `# Note ${index}\n`]),
            ),
          },
        },
      ],
    },
    sessionServers: async ({ scenario }, provide) => provide({ acme: scenario.entry }),
  });

  test('shows binaries as type and bytes, and its progress while it verifies', async ({ app }) => {
    const { page } = app;
    await openSkill(page, 'large');
    await openFile(page, 'bin/tool.bin');
    const panel = page.getByRole('tabpanel', { name: 'Preview' });
    await expect(panel).toContainText('not inspected');
    await expect(panel).toContainText('7f 45 4c 46');
    await openFile(page, 'paper.pdf');
    await expect(panel).toContainText(/PDF/);
    await expect(panel).toContainText('25 50 44 46');

    // The result is announced to screen readers.
    await tab(page, 'Files').click();
    await page.getByRole('button', { name: 'Verify all' }).click();
    await expect(tab(page, 'Files')).toContainText('403/403');
    await expect(page.getByRole('region', { name: 'Work' }).getByRole('status')).toHaveText(
      'Verified large: 403 match',
    );
    await stands(page, 'large', 'new');
  });
});
