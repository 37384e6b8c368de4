import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { asJson, asLine, asCurl } from './export/curl.ts';
import { asNdjson } from './export/ndjson.ts';
import { openedLog } from './export/log-reader.fixture.ts';
import { rowOf } from './entry.ts';
import { LogStore, searched } from './log-store.ts';

const about = { at: 0, version: '1' };

/** A log with one exchange whose response is what a server sent. */
function answeredWith(raw: string, message = ''): LogStore {
  const log = new LogStore('e', 100, 32 * 1024 * 1024);
  const id = log.begin({
    server: 'a',
    secrets: ['sk-secret-123456'],
    at: 0,
    kind: 'exchange',
    direction: 'sent',
    method: 'resources/read',
    target: 'skill://a\u001b[31m\u202E',
    rpcId: '1\u0007',
    status: 'waiting',
    raw: '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a\u202Eb\u0085"}}',
  });
  log.end(id, { at: 1, status: 'error', code: -1, message, raw });
  return log;
}

/** What a terminal or a reader would act on instead of showing. */
const acted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const bodies: readonly (readonly [string, string])[] = [
  ['escape sequences', '\u001b]0;title\u0007\u001b[2J\u009b31m\r overwritten'],
  ['20 MB of JSON', `{"a":"${'x'.repeat(20 * 1024 * 1024)}"}`],
  ['a JSON nested a hundred thousand deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d]).toString('utf8')],
  ['lone surrogates and tags', '"\ud800 \udc00 \u{e0041}\u{e007f}"'],
  ['prototype keys', '{"__proto__":{"pinned":true},"constructor":{"prototype":{}}}'],
  ['line ends of other kinds', 'a\u2028b\u2029c\r\nd'],
];

describe.each(bodies)('an answer of %s', (_, raw) => {
  const log = answeredWith(raw, raw.slice(0, 4_096));
  const [entry] = [...log.entries()];
  if (entry === undefined) throw new Error('the log is empty');

  it('is shown within bounds, with nothing that acts', () => {
    const { request, response } = log.texts(entry.id);
    const row = rowOf(entry);
    for (const shown of [request, response, row.target, row.rpcId, row.message]) {
      expect(shown?.replaceAll('\r\n', '\n')).not.toMatch(acted);
      expect(shown?.length).toBeLessThan(1024 * 1024);
    }
    expect(({} as { pinned?: boolean }).pinned).toBeUndefined();
  });

  it('is searched, exported, opened again and copied', () => {
    expect(searched(log, 'xxxx no such thing', 0)).toEqual([]);
    const exported = asNdjson(log, null, about);
    expect(exported.text.length).toBeLessThan(2 * 1024 * 1024);
    const opened = openedLog(exported.text, 'o');
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.store.texts(1).response).toBe(log.texts(1).response);
    expect(asJson(log, entry)).not.toMatch(acted);
    expect(asLine(log, entry)).not.toMatch(acted);
    expect(asCurl(log, entry)).toBeNull();
  });
});

it('takes no longer for a text made to be slow to search', () => {
  const log = answeredWith(`":${' '.repeat(200_000)}`.repeat(2));
  const search = (): void => {
    for (const text of ['": "x', '" : "', ': : :', 'a b c d', '((((', '[[[[{{{{'])
      searched(log, text, 0);
  };
  expect(cpuCost(search, 1)).toBeLessThan(2_000);
});
