import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/app.ts';
import { savedBy } from '../fixtures/files.ts';
import { holdRequests } from '../fixtures/held-requests.ts';
import {
  chooseMore,
  openFile,
  openSample,
  openSkill,
  readSkillMd,
  row,
  tab,
} from '../fixtures/screen.ts';

const exchanges = (page: Page): Locator => page.getByRole('listbox', { name: 'Exchanges' });
const message = (page: Page): Locator => page.getByRole('region', { name: 'Message', exact: true });
const search = (page: Page): Locator => page.getByRole('textbox', { name: 'Search the protocol' });

test.describe('the protocol page', () => {
  test('links a file that doesn’t match to its exchange, and back @browser', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'invoice-helper');
    await openFile(page, 'references/payment-details.md');
    await expect(page.getByRole('region', { name: 'Failed check' })).toBeVisible();

    await page.keyboard.press('x');
    const chosen = exchanges(page).getByRole('option', { selected: true });
    await expect(chosen).toContainText('resources/read');
    await expect(chosen).toContainText('skill://invoice-helper/references');
    // Its read is red with the reason, and has a filter.
    await expect(chosen).toContainText('failed: digest');
    await page.getByRole('button', { name: 'Failed checks', exact: true }).click();
    await expect(exchanges(page).getByRole('option')).toHaveCount(1);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(message(page)).toContainText('DE44 5001 0517 5407 3249 31');

    // The failed check in the same words as on the file's page, and a link back there.
    const meaning = message(page).getByRole('tab', { name: /^What it means/ });
    await expect(meaning).toContainText('1 failed');
    await meaning.click();
    const checks = message(page).getByRole('list', {
      name: 'Checks of references/payment-details.md',
    });
    await expect(checks).toContainText('digest doesn’t match');
    await expect(checks).toContainText('size matches');
    await message(page).getByRole('button', { name: 'Show references/payment-details.md' }).click();
    await expect(page.getByRole('region', { name: 'Failed check' })).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(chosen).toContainText('payment-details.md');

    // The key is there with its button, once the row's facts are.
    await expect(message(page).getByRole('button', { name: /^Show skill/ })).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('invoice-helper');
    await page.keyboard.press('Alt+ArrowLeft');

    // A search in the bodies finds it again, and marks where it is.
    await page.keyboard.press('/');
    await search(page).fill('DE44 5001');
    await expect(exchanges(page).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(message(page).locator('mark')).toHaveText('DE44 5001');
    // The same as a tree, where it's marked, too, and has a path.
    await message(page).getByRole('button', { name: 'Tree', exact: true }).click();
    const answer = message(page).getByRole('tree', { name: 'Response as a tree' });
    await expect(answer.locator('mark')).toHaveText('DE44 5001');
    await expect(message(page)).toContainText('$.result.contents[0].text');
    await answer.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(answer.getByRole('treeitem')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(answer.getByRole('treeitem', { name: /"contents"/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(message(page)).toBeHidden();
    await search(page).fill('nowhere at all');
    await expect(page.getByText('No rows match the filter')).toBeVisible();
  });

  test('opens from the list of files and from a check of the server, or says why not @browser', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'invoice-helper');
    await tab(page, 'Files').click();
    await page.keyboard.press('v');
    const why = page.getByRole('button', {
      name: 'Show exchange of references/payment-details.md',
      exact: true,
    });
    await expect(why).toBeVisible();
    await page.keyboard.press('x');
    const chosen = exchanges(page).getByRole('option', { selected: true });
    await expect(chosen).toContainText('payment-details.md');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(why).toBeVisible();

    // The open file leads to its own exchange even if another failed; without an open file, the
    // failed one does.
    await tab(page, 'Preview').click();
    await readSkillMd(page);
    await page.keyboard.press('x');
    await expect(chosen).toContainText('skill://invoice-helper/SKILL.md');
    await expect(chosen).toContainText('resources/read');
    await page.keyboard.press('Alt+ArrowLeft');
    await chooseMore(page, 'History');
    await page.keyboard.press('x');
    await expect(chosen).toContainText('payment-details.md');
    await page.keyboard.press('Alt+ArrowLeft');
    await tab(page, 'Files').click();
    await expect(why).toBeVisible();

    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(exchanges(page).getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(why).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByText(/the log was cleared. Load the file again/)).toBeVisible();
    await expect(why).toBeVisible();

    await row(page, 'sample').click();
    await page.getByRole('tab', { name: 'For authors' }).click();
    const section = page.getByRole('region', { name: 'Server check' });
    await section.getByRole('button', { name: 'Check the server' }).click();
    await expect(section).toContainText('Something needs fixing.');
    const fault = section.getByRole('button', {
      name: /Show exchange of request \d+, about .*payment-details/,
    });
    await fault.first().click();
    await expect(chosen).toContainText('payment-details.md');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(section).toContainText('Something needs fixing.');
    await expect(fault.first()).toBeFocused();
    await expect(fault.first()).toBeInViewport();
  });

  test('resends a request, also edited; the response changes nothing @browser', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await page.keyboard.press('l');
    const listed = exchanges(page).getByRole('option', { name: /skills\/list/ });
    await listed.first().click();
    await expect(message(page).getByRole('button', { name: 'Send again' })).toBeVisible();
    await page.keyboard.press('r');
    await expect(listed).toHaveCount(2);
    await expect(exchanges(page).getByRole('option', { selected: true })).toContainText('by hand');

    await page.keyboard.press('e');
    const composer = page.getByRole('form', { name: 'Send a request' });
    const params = composer.getByRole('textbox', { name: 'Parameters' });
    await expect(params).toBeFocused();
    await params.fill('{"uri": ');
    await composer.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(composer.getByRole('alert')).toContainText('This is not JSON');
    await expect(params).toHaveValue('{"uri": ');
    // The field explains the method's parameters; others can be sent anyway.
    await expect(params).toHaveAccessibleDescription(/cursor string: the nextCursor/);
    const method = composer.getByRole('combobox', { name: 'Method' });
    await params.fill('{}');
    await method.selectOption('skills/get');
    await expect(params).toHaveValue(/"uri": ""/);
    await method.selectOption('skills/list');
    await params.fill('{"cursor": 5, "more": true}');
    await expect(composer).toContainText('cursor must be a string, not a number');
    await expect(composer).toContainText('more is not a parameter of this method');
    await params.fill('{"cursor": "from-nowhere"}');
    await expect(composer).not.toContainText('must be a string');
    await page.keyboard.press('ControlOrMeta+Enter');
    const sent = exchanges(page).getByRole('option', { selected: true });
    await expect(sent).toContainText('by hand');
    await expect(sent).toContainText('from-nowhere');
    await expect(sent).toContainText(/error|ok/);
    await expect(page.getByRole('tree')).toContainText('release-notes');
  });

  test('compares two exchanges, and shows when the requests around one ran @browser', async ({
    app,
  }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await tab(page, 'Files').click();
    await page.keyboard.press('v');
    await page.keyboard.press('l');
    const reads = exchanges(page).getByRole('option', { name: /resources\/read/ });
    // The check of the files goes on meanwhile.
    await expect(reads.nth(3)).toBeVisible();
    await reads.last().click();
    await message(page).getByRole('tab', { name: 'Timing' }).click();
    const around = message(page).getByRole('list', { name: 'Requests around this one' });
    const bar = around.getByRole('button', { name: /resources\/read .*from .* ms, took .* ms/ });
    await expect(bar.first()).toBeVisible();
    await expect(message(page)).toContainText(/\d requests to sample in .* without a pause/);
    await bar.last().click();
    await expect(bar.last()).toHaveAttribute('aria-current', 'true');

    await page.keyboard.press('c');
    await expect(page.getByText('Choose the row to compare with')).toBeVisible();
    await page.keyboard.press('ArrowUp');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByText(/^\d+ differences?$/)).toBeVisible();
    await comparison.getByRole('tab', { name: 'Request' }).click();
    await expect(comparison.getByText('"uri": "skill://').first()).toBeVisible();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await comparison.getByRole('button', { name: 'Unified' }).click();
    await expect(comparison.getByText(/^\d+ differences?$/)).toBeVisible();
    await exchanges(page).focus();
    await page.keyboard.press('Escape');
    await expect(comparison).toBeHidden();
    await expect(message(page)).toBeVisible();
  });

  test('exports what is shown, and opens the export @both', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    await openSkill(page, 'release-notes');
    await page.keyboard.press('l');
    await search(page).fill('skills/list');
    await expect(exchanges(page).getByRole('option').first()).toContainText('skills/list');
    const rows = await exchanges(page).getByRole('option').count();
    await page.getByRole('button', { name: 'File: save or open a log' }).click();
    const { name, text } = await savedBy(app, () =>
      page.getByRole('menuitem', { name: /NDJSON/ }).click(),
    );
    expect(name).toBe('skillgate-log.ndjson');
    expect(text.trim().split('\n')).toHaveLength(rows + 1);

    const file = page.getByLabel('An exported log', { exact: true });
    await file.setInputFiles({
      name: 'broken.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"format":"skillgate/log@9"}'),
    });
    await expect(
      page.getByText('Line 1: this is neither a log exported by Skillgate nor a HAR file'),
    ).toBeVisible();
    await page.getByRole('article').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Couldn’t open the log')).toBeHidden();
    await file.setInputFiles({
      name: 'theirs.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(text),
    });
    await expect(page.getByText('Opened log: theirs.ndjson')).toBeVisible();
    await exchanges(page).getByRole('option').first().click();
    await expect(message(page)).toContainText('jsonrpc');
    await expect(message(page).getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Close log' }).click();
    await expect(page.getByText('Opened log')).toBeHidden();

    await search(page).fill('');
    // From another program, JSON-RPC messages are opened, and omissions are reported.
    const call = (post: string, answer: string): object => ({
      ...{ startedDateTime: '2026-01-02T03:04:05Z', time: 5 },
      request: {
        method: 'POST',
        url: 'https://x.example/mcp',
        headers: [],
        postData: { text: post },
      },
      response: { status: 200, statusText: '', headers: [], content: { text: answer } },
    });
    const ping = call(
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
    );
    const har = {
      log: { creator: { name: 'Other', version: '1' }, entries: [ping, call('', '<p>')] },
    };
    await file.setInputFiles({
      name: 'theirs.har',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(har)),
    });
    await expect(
      page.getByText(/by Other 1\..*1 of 2 entries were left out because they hold no JSON-RPC/),
    ).toBeVisible();
    await expect(exchanges(page).getByRole('option')).toHaveCount(1);
  });

  test('shows a large file’s progress, can be canceled, and opens it @browser', async ({ app }) => {
    const { page } = app;
    await openSample(page);
    const parts = await holdRequests(page, 'openLog');
    await expect(row(page, 'release-notes')).toBeVisible();
    await page.keyboard.press('l');
    const line = {
      ...{ id: 1, server: 'a', at: 1, kind: 'exchange', direction: 'sent', method: 'ping' },
      ...{ target: '', rpcId: '1', status: 'ok', code: null, message: '', negotiation: false },
      ...{ byHand: false, pinned: false, durationMs: 1, bytes: 9, answerBytes: 9, http: null },
    };
    // Nothing in it repeats, so it takes several parts even when compressed.
    const lines = Array.from({ length: 5_000 }, (_, id) =>
      JSON.stringify({
        ...line,
        id: id + 1,
        request: '{"a":1}',
        response: randomBytes(900).toString('base64'),
      }),
    );
    const head = { format: 'skillgate/log@1', at: 1, version: '1', rows: lines.length, dropped: 0 };
    const large = test.info().outputPath('large.ndjson');
    writeFileSync(large, [JSON.stringify(head), ...lines].join('\n'));
    const file = page.getByLabel('An exported log', { exact: true });
    await file.setInputFiles(large);
    await expect(page.getByText('Opening large.ndjson')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'KiB read' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText('Opening large.ndjson')).toBeHidden();
    parts.release();
    await file.setInputFiles(large);
    await expect(page.getByText('Opened log: large.ndjson')).toBeVisible();
    await expect(page.getByText('5,000 of 5,000 rows')).toBeVisible();
  });
});
