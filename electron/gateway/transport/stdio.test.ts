import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { serveStdio } from './stdio.ts';

const hello =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n';

/** What a host gets that says `hello` to a server which `open` is brought up for, and hangs up. */
async function saidTo(open: () => Promise<void>, stopping?: AbortSignal): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  const ended = serveStdio(
    input,
    output,
    async () => {
      await open();
      return err('It is closed today.');
    },
    stopping ?? new AbortController().signal,
  );
  input.end(hello);
  await ended;
  return String(output.read() ?? '');
}

describe('a host that asks and closes its end at once', () => {
  it('still gets the answer', async () => {
    const answer = await saidTo(() => new Promise((done) => setTimeout(done, 50)));
    expect(JSON.parse(answer)).toMatchObject({ id: 1, error: { message: 'It is closed today.' } });
  });
  it('gets none when the gateway is told to end meanwhile', async () => {
    const stopping = new AbortController();
    let open = (): void => undefined;
    const answer = saidTo(() => new Promise((done) => (open = done)), stopping.signal);
    await new Promise((done) => setTimeout(done, 20));
    stopping.abort();
    setTimeout(() => open(), 20);
    expect(await answer).toBe('');
  });
});

describe('a host that does not read', () => {
  it('holds what is read of its server until it reads again', async () => {
    const held: boolean[] = [];
    const upstream = {
      session: null,
      era: 'legacy',
      parts: { clock: { now: () => 0, after: () => () => {} } },
      hold: (isHeld: boolean) => held.push(isHeld),
      drained: () => null,
    };
    const output = new PassThrough({ highWaterMark: 100 });
    const input = new PassThrough();
    const opened = { upstream, exposes: new Set(), close: async () => {} };
    const ended = serveStdio(
      input,
      output,
      async () => ok(opened as never),
      new AbortController().signal,
    );
    input.write(hello);
    for (let id = 2; id < 20; id += 1)
      input.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
    await expect.poll(() => held.at(-1)).toBe(true);
    while (output.read() !== null) await new Promise((done) => setImmediate(done));
    await expect.poll(() => held.at(-1)).toBe(false);
    input.end();
    output.resume();
    await ended;
  });
});
