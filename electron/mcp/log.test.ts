import { describe, expect, it } from 'vitest';
import type { LogChange } from '../engine/ports/session.ts';
import { createProtocolLog } from './log.ts';
import type { AnsweredRequest } from './recorder.ts';

const secret = 'sk-secret-"quoted"-12345';
const uri = 'skill://a/SKILL.md';
const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
const asked = (row: number): AnsweredRequest => ({
  method: 'resources/read',
  detail: uri,
  sentAt: 100,
  row,
});
const error = (code: number) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'no such' } });
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the protocol log', () => {
  it('has one row for a request with its answer, and rows for everything else', () => {
    let now = 100;
    const log = createProtocolLog({ now: () => now });
    const recorder = log.recorder('a', []);
    const row = recorder.sent(request, JSON.stringify(request));
    expect(log.rows(null)).toMatchObject([{ status: 'waiting', durationMs: null }]);
    now = 130;
    recorder.received({ jsonrpc: '2.0', id: 1, result: {} }, '{"é":1}', asked(row));
    recorder.received(error(1), '{}', null);
    recorder.received({ jsonrpc: '2.0', method: 'notifications/x' }, '{}', null);
    recorder.text('stderr', 'warming up');
    recorder.text('received', '*** hello ***');
    log.note('b', 'connected');
    const shown = log
      .rows(null)
      .map(({ server, kind, direction, method, target, rpcId, status, bytes, durationMs }) =>
        [server, kind, direction, method, target, rpcId, status, bytes, durationMs].join(' '),
      );
    expect(shown).toEqual([
      `a exchange sent resources/read ${uri} 1 ok 88 30`,
      'a answer received   1 error 2 ',
      'a notification received notifications/x   none 2 ',
      'a stderr received  warming up  none 10 ',
      'a stray received  *** hello ***  none 13 ',
      'b note received  connected  none 9 ',
    ]);
    expect(log.rows(null)[0]).toMatchObject({ answerBytes: 8 });
    expect(log.rows('b')).toHaveLength(1);
  });

  it("pairs a request of the server's with our answer to it", () => {
    const log = createProtocolLog({ now: () => 0 });
    const recorder = log.recorder('a', []);
    const answers = recorder.received({ jsonrpc: '2.0', id: 's1', method: 'ping' }, '{}', null);
    recorder.sent({ jsonrpc: '2.0', id: 's1', result: {} }, '{"r":1}', { answers });
    expect(log.rows(null)).toMatchObject([
      { kind: 'exchange', direction: 'received', method: 'ping', rpcId: 's1', status: 'ok' },
    ]);
  });

  it('says how an exchange ended that has no answer, and takes none afterwards', () => {
    const log = createProtocolLog({ now: () => 0 });
    const recorder = log.recorder('a', []);
    for (const how of ['timeout', 'cancelled', 'lost'] as const) {
      const row = recorder.sent(request, '{}');
      recorder.unanswered(row, how, 'why');
      recorder.received({ jsonrpc: '2.0', id: 1, result: {} }, '{}', asked(row));
    }
    expect(log.rows(null).map(({ status, message }) => [status, message])).toEqual([
      ['timeout', 'why'],
      ['cancelled', 'why'],
      ['lost', 'why'],
    ]);
  });

  it('takes what a probe is refused with for negotiation, and nothing else', () => {
    const log = createProtocolLog({ now: () => 0 });
    const recorder = log.recorder('a', []);
    const cases = [
      [{ probe: true }, -32_601],
      [{ probe: true }, -32_603],
      [{}, -32_601],
    ] as const;
    for (const [mark, code] of cases)
      recorder.received(error(code), '{}', asked(recorder.sent(request, '{}', mark)));
    const first = { ...request, method: 'server/discover' };
    recorder.received(error(-32_000), '{}', asked(recorder.sent(first, '{}')));
    expect(log.rows(null).map(({ negotiation }) => negotiation)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('takes a server that cannot be listened to for no error, and one that fails at it for one', () => {
    const log = createProtocolLog({ now: () => 0 });
    const recorder = log.recorder('a', []);
    const listen = { ...request, method: 'subscriptions/listen' };
    for (const code of [-32_601, -32_603])
      recorder.received(error(code), '{}', asked(recorder.sent(listen, '{}')));
    expect(log.rows(null).map(({ negotiation }) => negotiation)).toEqual([true, false]);
  });

  it('gives a body as indented JSON with secrets masked and invisible characters shown', () => {
    const log = createProtocolLog({ now: () => 0 });
    const params = { key: secret, text: 'a\u202Eb' };
    log.recorder('a', [secret]).sent({ ...request, params }, JSON.stringify({ params }));
    expect(log.store.texts(1).request).toBe(
      '{\n  "params": {\n    "key": "••••",\n    "text": "a\\u{202E}b"\n  }\n}',
    );
  });

  it('masks a secret in a target before it shortens it', () => {
    const log = createProtocolLog({ now: () => 0 });
    const long = `skill://${'x'.repeat(285)}${secret}`;
    log.recorder('a', [secret]).sent({ ...request, params: { uri: long } }, '{}');
    expect(log.rows(null)[0]?.target).not.toContain('sk-');
  });

  it('keeps the head of a long message and masks a secret across the cut', () => {
    const log = createProtocolLog({ now: () => 0 });
    const raw = `{"a":"${'x'.repeat(256 * 1024 - 12)}sk-secret-plain-12345${'y'.repeat(1_000)}"}`;
    log.recorder('a', ['sk-secret-plain-12345']).sent(request, raw);
    const body = log.store.texts(1).request ?? '';
    expect(body.length).toBeLessThan(257 * 1024);
    expect(body).toMatch(/more characters not kept\]$/);
    expect(body).not.toContain('sk-');
  });

  it('tells listeners in batches, each row once, as it stands then', async () => {
    const log = createProtocolLog({ now: () => 0, batchMs: 5 });
    const recorder = log.recorder('a', []);
    recorder.sent(request, '{}');
    const batches: LogChange[] = [];
    const stop = log.onChange((change) => batches.push(change));
    for (let index = 0; index < 50; index += 1)
      recorder.received(error(1), '{}', asked(recorder.sent(request, '{}')));
    await wait(30);
    recorder.sent(request, '{}');
    await wait(30);
    stop();
    recorder.sent(request, '{}');
    await wait(30);
    expect(batches.map(({ rows }) => rows.length)).toEqual([50, 1]);
    expect(batches[0]?.rows.every(({ status }) => status === 'error')).toBe(true);
    expect(batches.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(
      Array.from({ length: 51 }, (_, index) => index + 2),
    );
  });

  it('tells listeners which rows made room', async () => {
    const log = createProtocolLog({ now: () => 0, batchMs: 5, rows: 2 });
    const recorder = log.recorder('a', []);
    const batches: LogChange[] = [];
    log.onChange((change) => batches.push(change));
    for (let index = 0; index < 3; index += 1) recorder.sent(request, '{}');
    await wait(30);
    expect(batches).toMatchObject([{ rows: [{ id: 2 }, { id: 3 }], gone: [1], dropped: 1 }]);
  });
});
