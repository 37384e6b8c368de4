import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asNdjson } from '../../core/log/export/ndjson.ts';
import { LogStore } from '../../core/log/log-store.ts';
import { createLogFiles } from './files.ts';

let time = 0;
let next = 0;
const files = () =>
  createLogFiles({
    ids: { next: () => `${(next += 1)}` },
    // Each look at it is a turn's length later.
    clock: { now: () => (time += 20) },
  } as Parameters<typeof createLogFiles>[0]);

const log = new LogStore('e', 1_000, 1_000_000);
for (let at = 0; at < 200; at += 1)
  log.begin({
    ...{ server: 'a', secrets: [], at, kind: 'exchange', direction: 'sent', method: 'ping' },
    ...{ target: 'ü', rpcId: '1', status: 'waiting', raw: '{"a":"ü"}' },
  });
const { text } = asNdjson(log, null, { at: 7, version: '1' });
const packed = (of: string): string => gzipSync(of).toString('base64');

describe('a file that is opened', () => {
  it('may come packed, in parts', async () => {
    const { take, of } = files();
    const whole = packed(text);
    const first = await take(null, 'a', { part: whole.slice(0, 100), packed: true, last: false });
    const id = first.ok ? first.value.log : '';
    const last = await take(id, 'a', { part: whole.slice(100), packed: true, last: true });
    expect(last).toMatchObject({ ok: true, value: { opened: { by: 'Skillgate', at: 7 } } });
    expect(of(id)?.size).toBe(200);
    expect(of(id)?.texts(1).request).toContain('ü');
  });

  it('lets others have their turn while it is read, and is not open once it was closed meanwhile', async () => {
    const { take, of, close } = files();
    const first = await take(null, 'a', { part: text.slice(0, 100), packed: false, last: false });
    const id = first.ok ? first.value.log : '';
    const taken = take(id, 'a', { part: text.slice(100), packed: false, last: true });
    await new Promise((resolve) => setImmediate(resolve));
    close(id);
    expect(await taken).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(of(id)).toBeNull();
  });

  it('takes no further part of one that was closed', async () => {
    const { take, close } = files();
    const first = await take(null, 'a', { part: text, packed: false, last: false });
    const id = first.ok ? first.value.log : '';
    close(id);
    expect(await take(id, 'a', { part: '', packed: false, last: true })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  });

  it('is not unpacked further than a log may be long', async () => {
    const { take } = files();
    const part = packed(' '.repeat(64 * 1024 * 1024 + 1));
    expect(part.length).toBeLessThan(200_000);
    const reply = await take(null, 'a', { part, packed: true, last: true });
    expect(reply).toMatchObject({
      ok: false,
      error: { message: 'The file is larger than 64 MiB.' },
    });
    expect(await take(null, 'a', { part: 'no gzip', packed: true, last: true })).toMatchObject({
      ok: false,
    });
  });
});
