import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { serveStdio, LineWriter } from './stdio.ts';

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

const MiB = 1_048_576;
const long = (text: string) => ({ id: 1, result: { content: [{ type: 'text', text }] } });

/** A host that reads, or doesn't until it's told to. */
function hosted({ reads = true } = {}) {
  const output = new PassThrough({ highWaterMark: 65_536 });
  const chunks: Buffer[] = [];
  const read = (): void => void output.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (reads) read();
  const collected: number[] = [];
  const writer = new LineWriter(output, () => collected.push(Date.now()));
  const lines = (): unknown[] =>
    Buffer.concat(chunks)
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { output, writer, collected, lines, read };
}

describe('what is written to a host', () => {
  it('is there at once where it is short', () => {
    const { writer, collected, lines } = hosted();
    expect(writer.write({ id: 1 })).toBe(true);
    expect(writer.writing).toBeNull();
    expect(lines()).toEqual([{ id: 1 }]);
    expect(collected).toEqual([]);
  });

  it('comes whole and in order around a long one, which frees what it leaves', async () => {
    const { writer, collected, lines } = hosted();
    const text = 'x'.repeat(20 * MiB);
    writer.write({ id: 0 });
    expect(writer.write(long(text))).toBe(false);
    expect(writer.write({ id: 2 })).toBe(false);
    await writer.writing;
    expect(lines()).toEqual([{ id: 0 }, long(text), { id: 2 }]);
    expect(collected.length).toBeGreaterThan(0);
    expect(writer.write({ id: 3 })).toBe(true);
  });

  it('keeps characters whole that lie where it is cut', async () => {
    // One unit before, so that every cut falls between the halves of one or another.
    for (const before of ['', 'a']) {
      const { writer, lines } = hosted();
      const text = before + '😀'.repeat(5 * MiB);
      writer.write(long(text));
      await writer.writing;
      expect(JSON.stringify(lines())).toBe(JSON.stringify([long(text)]));
    }
  });

  it('waits for the host between pieces', async () => {
    const { writer, output, lines, read } = hosted({ reads: false });
    writer.write(long('x'.repeat(20 * MiB)));
    await expect.poll(() => output.writableNeedDrain).toBe(true);
    const held = output.writableLength + output.readableLength;
    expect(held).toBeLessThan(3 * MiB);
    read();
    await writer.writing;
    expect(lines()).toHaveLength(1);
  });

  it('is given up when the host closes its end meanwhile', async () => {
    const { writer, output } = hosted({ reads: false });
    writer.write(long('x'.repeat(20 * MiB)));
    writer.write({ id: 2 });
    await expect.poll(() => output.writableNeedDrain).toBe(true);
    output.destroy();
    await writer.writing;
    expect(writer.writing).toBeNull();
  });

  it('counts many small things as no long text', () => {
    const { writer } = hosted();
    expect(writer.write(Array.from({ length: 1_000_000 }, (_, at) => at))).toBeTypeOf('boolean');
    expect(writer.writing).toBeNull();
  });
});
