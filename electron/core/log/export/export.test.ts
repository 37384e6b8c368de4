import { describe, expect, it } from 'vitest';
import { harFaults } from '../../../commands/testing/standards/standards.ts';
import { secretsOf } from '../../import/mask.ts';
import { LogStore } from '../log-store.ts';
import { asJson, asLine, asCurl } from './curl.ts';
import { asHar } from './har.ts';
import { asNdjson, type RowLine } from './ndjson.ts';
import { openedLog } from './log-reader.fixture.ts';

const token = 'tk-"quoted"-0123456789';
const key = 'key+value/abcdef';
const other = 'other-server-secret';
const session = '0a1b2c3d-4e5f-6789';
const secrets = [token, key];
const asked = (text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: text } });

/** One exchange over HTTP, one over a pipe, and lines; every secret is in every place. */
function filled(): LogStore {
  const log = new LogStore('e', 100, 1_000_000);
  const everything = `${token} ${key} ${other} ${encodeURIComponent(key)}`;
  const common = {
    server: 'acme',
    secrets,
    at: 1_750_000_000_000,
    kind: 'exchange',
    direction: 'sent',
    method: 'resources/read',
    target: `skill://a/${everything}`,
    rpcId: '1',
    status: 'waiting',
  } as const;
  const over = log.begin({ ...common, raw: asked(`it's ${everything}`) });
  log.http(over, {
    url: `https://acme.example/mcp?key=${encodeURIComponent(key)}&page=2`,
    method: 'POST',
    requestHeaders: [
      ['authorization', `Bearer ${token}`],
      ['x-own', key],
      ['content-type', 'application/json'],
      ['mcp-session-id', session],
    ],
    status: 200,
    statusText: 'OK',
    responseHeaders: [
      ['content-type', 'text/event-stream'],
      ['set-cookie', 'made-by-the-server'],
      ['x-echo', token],
    ],
    firstByteAt: common.at + 20,
  });
  log.end(over, { at: common.at + 50, status: 'ok', raw: JSON.stringify({ said: everything }) });
  const piped = log.begin({ ...common, server: 'piped', secrets: [other], raw: asked(everything) });
  log.end(piped, { at: common.at, status: 'error', code: -1, message: everything, raw: '{}' });
  log.begin({
    ...common,
    kind: 'stderr',
    status: 'none',
    method: '',
    target: everything,
    raw: everything,
  });
  return log;
}

const hidden = [token, 'tk-', key, encodeURIComponent(key), other, session, 'made-by-the-server'];
const nothingHidden = (text: string): void => {
  for (const secret of hidden) expect(text).not.toContain(secret);
};
const about = { at: 1_750_000_000_000, version: '1.0.0' };

describe('a log that is exported', () => {
  it('is whole where a secret looks like what stands between two headers', () => {
    const log = filled();
    const looks = '"],["content';
    const id = log.begin({
      ...{ server: 'acme', secrets: [looks], at: 0, kind: 'exchange', direction: 'sent' },
      ...{ method: 'm', target: '', rpcId: '9', status: 'waiting', raw: '{}' },
    });
    const [first] = log.entries();
    if (first?.http == null) throw new Error('nothing went over HTTP');
    log.http(id, {
      ...first.http,
      requestHeaders: [
        ['a', 'b'],
        ['content-type', 'c'],
      ],
    });
    const opened = openedLog(asNdjson(log, null, about).text, 'o');
    expect(opened.ok && [...opened.value.store.entries()].at(-1)?.http?.requestHeaders).toEqual([
      ['a', 'b'],
      ['content-type', 'c'],
    ]);
  });

  it('has no secret in it, of no server, wherever it stands', () => {
    const log = filled();
    nothingHidden(asNdjson(log, null, about).text);
    nothingHidden(asHar(log, null, about).text);
    for (const entry of log.entries()) {
      // Copied rows are masked with their own server's secrets.
      const own = [asJson(log, entry), asCurl(log, entry) ?? '', asLine(log, entry) ?? ''];
      for (const secret of entry.secrets) expect(own.join('\n')).not.toContain(secret);
    }
  });

  it('has no half of a secret where a text is cut: of no server, and in no row', () => {
    const log = new LogStore('e', 10, 1_000_000);
    const long = 'abcdefgh'.repeat(8);
    const common = {
      server: 'a',
      secrets: [],
      at: 0,
      kind: 'exchange',
      direction: 'sent',
    } as const;
    for (const target of [280, 290, 960, 980].map((length) => `${'x'.repeat(length)}${long}`)) {
      const id = log.begin({
        ...{ ...common, method: 'm', target, rpcId: '1', status: 'waiting', raw: '{}' },
      });
      const url = `https://a.example/${'y'.repeat(1_950)}${long}`;
      const headers = {
        requestHeaders: [],
        responseHeaders: [],
        statusText: '',
        firstByteAt: null,
      };
      log.http(id, { url, method: 'POST', status: null, ...headers });
    }
    const row = { method: 'm', target: '', rpcId: '2', status: 'none', raw: '' } as const;
    log.begin({ ...common, ...row, server: 'b', secrets: [long] });
    for (const text of [asNdjson(log, null, about).text, asHar(log, null, about).text])
      expect(text).not.toContain('abcdef');
  });

  it('has no short secret, none in base64 or percent signs, and no token of a path', () => {
    const inPath = '5f2c8e1a3b4d4c6e8f90a1b2c3d4e5f6';
    const own = secretsOf({
      ...{ type: 'http', url: `https://acme.example/mcp/${inPath}` },
      headers: { 'X-Pin': '4711', Authorization: 'Bearer long/er+secret' },
    });
    const log = new LogStore('e', 10, 1_000_000);
    const basic = Buffer.from('user:long/er+secret').toString('base64');
    const said = `4711 ${basic} long%2Fer%2Bsecret at /mcp/${inPath}`;
    const id = log.begin({
      ...{ server: 'acme', secrets: own, at: 0, kind: 'exchange', direction: 'sent' },
      ...{ method: 'ping', target: said, rpcId: '1', status: 'waiting', raw: asked(said) },
    });
    log.http(id, {
      ...{ url: `https://acme.example/mcp/${inPath}`, method: 'POST', status: 200 },
      requestHeaders: [['x-pin', '4711']],
      ...{ statusText: said, responseHeaders: [['x-echo', said]], firstByteAt: 1 },
    });
    log.end(id, { at: 2, status: 'error', code: 1, message: said, raw: JSON.stringify({ said }) });
    const [entry] = log.entries();
    if (entry === undefined) throw new Error('there is no row');
    for (const text of [
      asNdjson(log, null, about).text,
      asHar(log, null, about).text,
      asCurl(log, entry) ?? '',
      asJson(log, entry),
      asLine(log, entry) ?? '',
    ]) {
      for (const one of ['4711', basic.slice(8, 20), 'er%2Bsecret', inPath])
        expect(text).not.toContain(one);
    }
  });

  it('opens again as it was', () => {
    const log = filled();
    log.pin(1, true);
    const exported = asNdjson(log, null, about);
    expect(exported).toMatchObject({ rows: 3, leftOut: 0 });
    const opened = openedLog(exported.text, 'o');
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.head).toEqual({ by: 'Skillgate', ...about });
    expect(asNdjson(opened.value.store, null, about).text).toBe(exported.text);
    expect(opened.value.store.texts(1).request).toContain('resources/read');
  });

  it('has only the rows that are asked for', () => {
    expect(
      asNdjson(filled(), new Set([2]), about)
        .text.trim()
        .split('\n'),
    ).toHaveLength(2);
  });
});

describe('an exported log that somebody made', () => {
  const [head = '', row = ''] = asNdjson(filled(), null, about).text.split('\n');
  const problem = (...lines: readonly string[]): string => {
    const opened = openedLog(lines.join('\n'), 'o');
    return opened.ok ? 'opened' : opened.error;
  };
  const changed = (part: Partial<Record<keyof RowLine | '__proto__', unknown>>): string =>
    JSON.stringify({ ...(JSON.parse(row) as object), ...part });

  it('is opened where it is one', () => {
    expect(problem(head, row)).toBe('opened');
    expect(problem(head, '', row, '')).toBe('opened');
    expect(problem(head)).toBe('opened');
  });

  it('is refused with the line where it is not', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[''], 'empty'],
      [['hello'], 'neither a log exported'],
      [['{"log":{"version":"1.2"}}'], 'neither a log exported'],
      [[row], 'neither a log exported'],
      [[head, '{'], 'Line 2: this is not valid JSON'],
      [[head, deep], 'Line 2: it’s nested too deeply'],
      [[head, 'null'], 'Line 2: the row'],
      [[head, '[]'], 'Line 2: the row'],
      [[head, row, changed({ at: 'now' })], 'Line 3: at'],
      [[head, changed({ at: 1e300 })], 'at'],
      [[head, changed({ id: -1 })], 'id'],
      [[head, changed({ status: 'fine' })], 'status'],
      [[head, changed({ method: { length: 5 } })], 'method'],
      [[head, changed({ target: 'x'.repeat(10_000) })], 'target'],
      [[head, changed({ http: { url: 1 } })], 'http'],
      [[head, row.replace('{', '{"__proto__":{"pinned":true},')], 'the row'],
      [[head, row.replace('{', '{"constructor":{"prototype":1},')], 'the row'],
      [[head, `"${'x'.repeat(4 * 1024 * 1024)}"`], 'longer than 3 MiB'],
      [[head, ...Array.from({ length: 50_001 }, () => '1')], 'Line 2'],
    ];
    for (const [lines, expected] of cases) expect(problem(...lines)).toContain(expected);
    expect(problem('x'.repeat(64 * 1024 * 1024 + 1))).toContain('larger than 64 MiB');
    expect(({} as { pinned?: boolean }).pinned).toBeUndefined();
  });
});

describe('a HAR of the log', () => {
  it('is one by the published schemas of HAR 1.2, of HTTP alone', () => {
    const { text: json, rows } = asHar(filled(), null, about);
    const har = JSON.parse(json) as {
      log: { entries: { time: number; timings: Record<string, number> }[] };
    };
    expect(rows).toBe(1);
    expect(harFaults(har)).toEqual([]);
    const [entry] = har.log.entries;
    expect(entry).toMatchObject({
      time: 50,
      timings: { send: 0, wait: 20, receive: 30 },
      request: { method: 'POST', queryString: [{ name: 'key' }, { name: 'page', value: '2' }] },
      response: { status: 200, content: { mimeType: 'text/event-stream' } },
    });
  });

  it.each([
    ['https://a.example/mcp?a=b|c', 'https://a.example/mcp?a=b%7Cc'],
    ['http://[::1]:80/x[1]?y=[2]&z=%zz', 'http://[::1]:80/x%5B1%5D?y=%5B2%5D&z=%25zz'],
    ['https://a.example/%C3%BC', 'https://a.example/%C3%BC'],
  ])('has an address that every reader takes for one: %s', (url, expected) => {
    const log = filled();
    const [first] = log.entries();
    if (first?.http == null) throw new Error('nothing went over HTTP');
    log.http(first.id, { ...first.http, url });
    const har = JSON.parse(asHar(log, null, about).text) as {
      log: { entries: [{ request: { url: string } }] };
    };
    expect(har.log.entries[0].request.url).toBe(expected);
    expect(harFaults(har)).toEqual([]);
  });

  it('is none where something is missing or of another kind', () => {
    const { log } = JSON.parse(asHar(filled(), null, about).text) as { log: { entries: object[] } };
    const [entry] = log.entries;
    for (const entries of [[{ ...entry, time: 'x' }], [{ ...entry, timings: {} }], {}])
      expect(harFaults({ log: { ...log, entries } })).not.toEqual([]);
  });

  it('is one without an answer, too', () => {
    const log = new LogStore('e', 10, 0);
    const id = log.begin({
      server: 'a',
      secrets: [],
      at: 0,
      kind: 'exchange',
      direction: 'sent',
      method: 'm',
      target: '',
      rpcId: '1',
      status: 'waiting',
      raw: '{}',
    });
    log.http(id, {
      url: 'https://a.example/',
      method: 'POST',
      requestHeaders: [],
      status: null,
      statusText: '',
      responseHeaders: [],
      firstByteAt: null,
    });
    expect(harFaults(JSON.parse(asHar(log, null, about).text))).toEqual([]);
  });
});

describe('a HAR that is opened', () => {
  const entry = (request: unknown, response: string, more: object = {}): object => ({
    startedDateTime: '2026-01-02T03:04:05.000Z',
    time: 12,
    request: {
      ...{ method: 'POST', url: 'https://acme.example/mcp' },
      headers: [{ name: 'authorization', value: 'Bearer theirs' }],
      postData: { mimeType: 'application/json', text: JSON.stringify(request) },
    },
    response: { status: 200, statusText: 'OK', headers: [], content: { text: response } },
    ...more,
  });
  const har = (...entries: readonly unknown[]): string =>
    JSON.stringify({ log: { version: '1.2', creator: { name: 'Other', version: '3' }, entries } });
  const opened = (text: string) => {
    const made = openedLog(text, 'o');
    if (!made.ok) throw new Error(made.error);
    return made.value;
  };

  it('is whole where it is one of ours', () => {
    const log = filled();
    log.pin(1, true);
    const text = asHar(log, null, about).text;
    const { store, head, leftOut } = opened(text);
    expect([head, leftOut]).toEqual([{ by: 'Skillgate', ...about }, null]);
    expect(asHar(store, null, about).text).toBe(text);
    const row = (of: LogStore): unknown => ({ ...of.page(null, 0, 5).rows[0], revision: 0 });
    expect(row(store)).toEqual({
      ...(row(opened(asNdjson(log, new Set([1]), about).text).store) as object),
    });
  });

  it('has what is JSON-RPC in anybody’s, in JSON and in streams, and says what it left out', () => {
    const page = entry({}, '<html></html>', {
      request: { method: 'GET', url: 'https://x/', headers: [] },
    });
    const note = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
    const stream = `event: message\ndata: ${JSON.stringify(note)}\n\ndata: {"jsonrpc":"2.0","id":7,\ndata: "error":{"code":-32602,"message":"no"}}\n\n`;
    const { store, head, leftOut } = opened(
      har(
        page,
        entry(
          { jsonrpc: '2.0', id: 1, method: 'ping' },
          '{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}',
        ),
        entry(
          { jsonrpc: '2.0', id: 7, method: 'resources/read', params: { uri: 'skill://a' } },
          stream,
        ),
        entry({ jsonrpc: '2.0', id: 8, method: 'ping' }, ''),
        'nothing',
      ),
    );
    expect(head).toEqual({ by: 'Other', at: Date.parse('2026-01-02T03:04:05Z'), version: '3' });
    expect(leftOut).toMatch(/^2 of 5 entries were left out because they hold no JSON-RPC/);
    expect(
      store
        .page(null, 0, 10)
        .rows.map(({ kind, direction, method, target, status, code, server }) =>
          [kind, direction, method, target, status, code, server].join(' '),
        ),
    ).toEqual([
      'exchange sent ping  ok  acme.example',
      'notification received notifications/progress  none  acme.example',
      'exchange sent resources/read skill://a error -32602 acme.example',
      'exchange sent ping  lost  acme.example',
    ]);
    expect(store.texts(1).response).toContain('"a": 1,\n    "a": 2');
    expect(asNdjson(store, null, about).text).not.toContain('theirs');
  });

  it.each([
    ['no entries', '{"log":{"version":"1.2"}}'],
    ['entries that are none', '{"log":{"entries":{}}}'],
    ['something else', '[1]'],
  ])('is none with %s', (_, text) => {
    expect(openedLog(text, 'o')).toMatchObject({ ok: false });
  });

  it('harms nobody with times, rows and types that there are none of', () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const deep = `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    const batch = Array.from({ length: 50_001 }, () => ping);
    const made = opened(
      har(
        entry(ping, '', { startedDateTime: 'now' }),
        entry(batch, ''),
        entry(ping, deep, { time: -5, _skillgate: { id: 'x' } }),
        entry({ ...ping, method: { a: 1 } }, '', { response: 5 }),
        entry({ jsonrpc: '2.0', id: 1, method: 'x', params: { uri: {} } }, '', { timings: 'x' }),
      ),
    );
    expect(made.leftOut).toMatch(/^2 of 5/);
    expect(
      made.store.page(null, 0, 10).rows.map(({ kind, status }) => `${kind} ${status}`),
    ).toEqual(expect.arrayContaining(['exchange lost', 'answer none']));
  });
});

describe('a request that is copied', () => {
  const log = filled();
  const [over, piped] = [...log.entries()];
  if (over === undefined || piped === undefined) throw new Error('the log is empty');

  it('as curl names secrets as variables', () => {
    const curl = asCurl(log, over) ?? '';
    expect(curl).toContain(
      `curl -g -sS -X POST "https://acme.example/mcp?key=""$SECRET_2""&page=2"`,
    );
    expect(curl).toContain(`-H "authorization: Bearer $AUTHORIZATION"`);
    expect(curl).toContain(`-H "x-own: $X_OWN"`);
    expect(curl).toContain(`-H "mcp-session-id: $MCP_SESSION_ID"`);
    expect(curl).toContain(String.raw`it\u0027s '"$SECRET_1"' '"$SECRET_2"' `);
    expect(asCurl(log, piped)).toBeNull();
  });

  it('as a line is one line', () => {
    const line = asLine(log, piped) ?? '';
    expect(line.split('\n')).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ method: 'resources/read' });
  });

  it('as JSON has every name and figure as it came', () => {
    const one = new LogStore('e', 10, 1_000_000);
    const raw = '{"a":1,"a":12345678901234567890,"b":"\u202e\\u202e"}';
    const id = one.begin({
      ...{ server: 'a', secrets: [], at: 0, kind: 'exchange', direction: 'sent', raw },
      ...{ method: 'm', target: '', rpcId: '1', status: 'waiting' },
    });
    const [entry] = one.entries();
    if (entry === undefined) throw new Error('the log is empty');
    one.end(id, { at: 1, status: 'ok', raw: 'no JSON "' });
    expect(asJson(one, entry)).toBe(
      [
        '{',
        ...['  "request": {', '    "a": 1,', '    "a": 12345678901234567890,'],
        ...['    "b": "\\u202e\\u202e"', '  },', '  "response": "no JSON \\""', '}'],
      ].join('\n'),
    );
  });

  it('as JSON has both sides', () => {
    expect(JSON.parse(asJson(log, over))).toMatchObject({
      request: { method: 'resources/read' },
      response: { said: expect.stringContaining('••••') as string },
    });
  });
});
