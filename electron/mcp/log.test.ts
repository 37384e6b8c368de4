import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../shared/model/log.ts';
import { createProtocolLog } from './log.ts';

const secret = 'sk-secret-"quoted"-12345';
const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'resources/read',
  params: { uri: 'skill://a/SKILL.md' },
};
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the protocol log', () => {
  it('shows direction, kind, method, detail, size and duration of each message', () => {
    let now = 100;
    const log = createProtocolLog({ now: () => now });
    const recorder = log.recorder('a', []);
    recorder.sent(request, JSON.stringify(request));
    now = 130;
    const answered = { method: 'resources/read', detail: 'skill://a/SKILL.md', sentAt: 100 };
    recorder.received({ jsonrpc: '2.0', id: 1, result: {} }, '{"é":1}', answered);
    recorder.received(
      { jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no such thing' } },
      '{}',
      null,
    );
    recorder.received({ jsonrpc: '2.0', method: 'notifications/x' }, '{}', null);
    recorder.text('stderr', 'warming up');
    log.note('b', 'connected');
    const shown = log
      .lines(null)
      .map(({ server, direction, kind, method, detail, size, durationMs }) => [
        server,
        direction,
        kind,
        method,
        detail,
        size,
        durationMs,
      ]);
    expect(shown).toEqual([
      ['a', 'sent', 'request', 'resources/read', 'skill://a/SKILL.md', 88, null],
      ['a', 'received', 'response', 'resources/read', 'skill://a/SKILL.md', 8, 30],
      ['a', 'received', 'error', '', 'no such thing', 2, null],
      ['a', 'received', 'notification', 'notifications/x', '', 2, null],
      ['a', 'stderr', 'text', '', 'warming up', 10, null],
      ['b', 'note', 'text', '', 'connected', 9, null],
    ]);
    expect(log.lines('b')).toHaveLength(1);
  });

  it('gives a body as indented JSON with secrets masked and invisible characters shown', () => {
    const log = createProtocolLog({ now: () => 0 });
    log
      .recorder('a', [secret])
      .sent(
        { ...request, params: { key: secret, text: 'a\u202Eb' } },
        JSON.stringify({ params: { key: secret, text: 'a\u202Eb' } }),
      );
    expect(log.body(1)).toBe(
      '{\n  "params": {\n    "key": "••••",\n    "text": "a\\u{202E}b"\n  }\n}',
    );
  });

  it('masks a secret in a detail before it shortens it', () => {
    const log = createProtocolLog({ now: () => 0 });
    const uri = `skill://${'x'.repeat(285)}${secret}`;
    log.recorder('a', [secret]).sent({ ...request, params: { uri } }, '{}');
    expect(log.lines(null)[0]?.detail).not.toContain('sk-');
  });

  it('keeps the head of a long message and masks a secret across the cut', () => {
    const log = createProtocolLog({ now: () => 0 });
    const raw = `{"a":"${'x'.repeat(256 * 1024 - 12)}sk-secret-plain-12345${'y'.repeat(1_000)}"}`;
    log.recorder('a', ['sk-secret-plain-12345']).sent(request, raw);
    const body = log.body(1) ?? '';
    expect(body.length).toBeLessThan(257 * 1024);
    expect(body).toMatch(/more characters were not kept\]$/);
    expect(body).not.toContain('sk-');
  });

  it('shows what can not be indented as it is', () => {
    const log = createProtocolLog({ now: () => 0 });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    log.recorder('a', []).received({ jsonrpc: '2.0', method: 'x' }, deep, null);
    expect(log.body(1)).toBe(deep);
  });

  it('keeps the last lines and the last bytes of bodies', () => {
    const log = createProtocolLog({ now: () => 0, lines: 10, bytes: 350 });
    const recorder = log.recorder('a', []);
    for (let index = 0; index < 25; index += 1) recorder.sent(request, `"${'x'.repeat(98)}"`);
    expect(log.lines(null).map((line) => line.id)).toEqual([
      16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    ]);
    expect([14, 20, 22, 23, 24, 25, 26].map((id) => log.body(id) !== null)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('tells listeners in batches, in order, each line once, and only of what came after them', async () => {
    const log = createProtocolLog({ now: () => 0, batchMs: 5 });
    const recorder = log.recorder('a', []);
    recorder.sent(request, '{}');
    const batches: (readonly LogLine[])[] = [];
    const stop = log.onAppend((lines) => batches.push(lines));
    for (let index = 0; index < 50; index += 1) recorder.sent(request, '{}');
    await wait(30);
    recorder.sent(request, '{}');
    await wait(30);
    stop();
    recorder.sent(request, '{}');
    await wait(30);
    expect(batches.map((lines) => lines.length)).toEqual([50, 1]);
    expect(batches.flat().map((line) => line.id)).toEqual(
      Array.from({ length: 51 }, (_, index) => index + 2),
    );
  });
});
