import { expect, test } from '../fixtures/app.ts';
import {
  decision,
  openFile,
  openSample,
  openSkill,
  openTab,
  readSkillMd,
  stands,
  tab,
  words,
} from '../fixtures/screen.ts';

const published = 'DE89 3704 0044 0532 0130 00';
const exchanged = 'DE44 5001 0517 5407 3249 31';

test.describe('the tampered file', () => {
  test('isn’t shown; the check that failed is named, and the skill’s status is Doesn’t match', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'invoice-helper');
    await readSkillMd(page);
    await expect(page.getByRole('main')).toContainText('verified');

    await openFile(page, 'references/payment-details.md');
    const failed = page.getByRole('region', { name: 'Failed check' });
    await expect(failed).toContainText('references/payment-details.md doesn’t match the manifest');
    await expect(failed).toContainText('isn’t shown');
    const fact = (name: string) => failed.getByRole('term').filter({ hasText: name });
    for (const name of ['Check', 'Expected', 'Actual']) await expect(fact(name)).toBeVisible();
    await expect(failed.getByRole('definition').first()).toHaveText('digest');
    const digests = (await failed.getByRole('definition').allInnerTexts()).filter((text) =>
      text.startsWith('sha256:'),
    );
    expect(digests).toHaveLength(2);
    expect(digests[0]).not.toBe(digests[1]);

    // Neither account number appears on the page or any tab.
    for (const name of ['Preview', 'Source', 'Files', 'Frontmatter', 'Entry']) {
      await openTab(page, name);
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
      const shown = await words(page);
      expect(shown).not.toContain(exchanged);
      expect(shown).not.toContain(published);
    }
    await tab(page, 'Files').click();
    await expect(page.getByRole('row', { name: /^references\/payment-details\.md/ })).toContainText(
      'digest doesn’t match',
    );

    await expect(decision(page)).toContainText('Doesn’t match: can’t be approved');
    await expect(decision(page).getByRole('button', { name: /Approve/ })).toHaveCount(0);
    await expect(tab(page, 'Files')).toContainText('1 failed');
    await stands(page, 'invoice-helper', 'doesn’t match');

    // Refreshing gives the same entry: the refusal stays.
    await decision(page).getByRole('button', { name: 'Refresh the entry' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'The server sent the same entry again',
    );
    await expect(decision(page)).toContainText('Doesn’t match');

    // The server's author may inspect the received content: marked, and not as the skill's.
    await openFile(page, 'references/payment-details.md');
    await expect(failed).toBeVisible();
    await page.keyboard.press('b');
    const arrived = page.getByRole('region', { name: 'Received content', exact: true });
    await expect(arrived).toContainText('Not the skill’s file. For inspection only.');
    await expect(arrived).toContainText('Skillgate has no copy of the expected file');
    await expect(arrived).toContainText('Not explained by line endings');
    await expect(
      arrived.getByRole('row', { name: /^Digest sha256:\w+ sha256:\w+$/ }),
    ).toBeVisible();
    await expect(arrived).toContainText(exchanged.slice(0, 4));
    await stands(page, 'invoice-helper', 'doesn’t match');
    await page.goBack();
    await expect(failed).toBeVisible();
    await tab(page, 'Files').click();
    await page
      .getByRole('button', { name: 'Received content of references/payment-details.md' })
      .click();
    await expect(tab(page, 'Received content')).toHaveAttribute('aria-selected', 'true');
    await expect(arrived).toContainText('Not the skill’s file');

    const attempt = await app.cli(
      'approve',
      '--server',
      'sample',
      '--uri',
      'skill://invoice-helper/SKILL.md',
      '--json',
    );
    const read = await app.cli(
      'read',
      '--server',
      'sample',
      '--uri',
      'skill://invoice-helper/SKILL.md',
      '--file',
      'references/payment-details.md',
    );
    expect(read.code).toBe(1);
    expect(read.stdout + read.stderr + attempt.stdout).not.toContain(exchanged);
  });
});
