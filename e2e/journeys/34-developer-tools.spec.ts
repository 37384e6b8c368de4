import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { savedBy } from '../fixtures/files.ts';
import { expect, test } from '../fixtures/scenario.ts';
import { openSkill, row } from '../fixtures/screen.ts';
import { wholeChromium } from '../fixtures/whole-chromium.ts';

test.use(wholeChromium);

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly url: string; readonly postData: { readonly text: string } };
      readonly response: { readonly status: number; readonly content: { readonly text?: string } };
    }[];
  };
}

/** Part of Chromium; smaller builds lack it. */
const tools = 'devtools://devtools/bundled/devtools_app.html';

test.describe('a session saved as HAR', { tag: ['@browser', '@developer-tools'] }, () => {
  test('opens in Chromium’s developer tools, with every request and response', async ({
    app,
    httpServer,
  }) => {
    const devTools = await app.page.context().newPage();
    const reason = await devTools.goto(tools).then(
      () => null,
      ({ message }: Error) => message.split('\n', 1)[0] ?? '',
    );
    test.skip(reason !== null, `this Chromium has no developer tools of its own: ${reason}`);

    const { page } = app;
    await page.bringToFront();
    await page.getByRole('button', { name: 'Add server' }).click();
    await page.getByRole('tab', { name: 'Paste' }).click();
    await page
      .getByRole('textbox', { name: 'Address, command or configuration' })
      .fill(JSON.stringify({ mcpServers: { remote: { type: 'http', url: httpServer } } }));
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await row(page, 'remote').click();
    await page.getByRole('main').getByRole('button', { name: 'Connect', exact: true }).click();
    await openSkill(page, 'skill-1');
    await page.keyboard.press('l');
    await page.getByRole('textbox', { name: 'Search the protocol' }).fill('skills/list');
    const exchanges = page.getByRole('listbox', { name: 'Exchanges' }).getByRole('option');
    await expect(exchanges.first()).toContainText('skills/list');
    await page.getByRole('button', { name: 'File: save or open a log' }).click();
    const { name, text } = await savedBy(app, () =>
      page.getByRole('menuitem', { name: 'Save the rows shown over HTTP' }).click(),
    );
    expect(name).toBe('skillgate-log.har');
    const { entries } = (JSON.parse(text) as Har).log;
    const listed = entries.find(({ request }) => request.postData.text.includes('"skills/list"'));
    if (listed === undefined) throw new Error('skills/list is not in the HAR');
    expect(listed.response.content.text).toContain('skill-1');

    await devTools.bringToFront();
    await devTools.getByRole('tab', { name: 'Network', exact: true }).click();
    const file = join(app.scratch, name);
    writeFileSync(file, text);
    await devTools.locator('input[type=file]').setInputFiles(file);
    const requests = devTools.getByRole('row').filter({ has: devTools.getByRole('cell') });
    await expect(requests).toHaveCount(entries.length);
    for (const [index, { response }] of entries.entries())
      await expect(requests.nth(index)).toContainText(String(response.status));

    // Details of one request, on the tools' tabs for it.
    await requests.nth(entries.indexOf(listed)).getByRole('cell').first().click();
    const of = (tab: string) => devTools.getByRole('tab', { name: tab, exact: true });
    await of('Headers').click();
    await expect(devTools.getByText(listed.request.url).first()).toBeVisible();
    await of('Payload').click();
    await expect(devTools.getByText('skills/list').first()).toBeVisible();
    await of('Response').click();
    await expect(devTools.getByText('skill-1').first()).toBeVisible();
  });
});
