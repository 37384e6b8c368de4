import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { noFacts } from '../core/findings/fact-lists.ts';
import type { FileToInspect } from '../core/findings/inspect.ts';
import type { FromWorker } from './messages.ts';
import { type StartOutside, startThread } from './outside-rules.ts';
import { createPool } from './pool.ts';

/** A worker that does what the file's text says. */
const obedient = `
const { parentPort } = require('node:worker_threads');
const port = parentPort ?? { postMessage: (message) => process.send(message), on: (name, hear) => process.on(name, hear) };
port.on('message', ({ kind, id, file, bytes }) => {
  if (kind === 'grammar') {
    port.postMessage({ kind: 'inspected', id: globalThis.id,
      inspection: { findings: [], notInspected: [{ detail: bytes === null ? 'none' : 'some' }] } });
    return;
  }
  globalThis.id = id;
  const order = Buffer.from(file.bytes).toString();
  if (order === 'hang') for (;;);
  if (order === 'throw') throw new RangeError('deep');
  if (order === 'rule') return port.postMessage({ kind: 'threw', id, name: 'TypeError' });
  if (order === 'fall') process.kill(process.pid, 'SIGSEGV');
  if (order === 'exit') process.exit(3);
  if (order === 'fill') { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
  if (order.startsWith('grammar ')) {
    port.postMessage({ kind: 'wants-grammar', name: order.slice(8) });
    return;
  }
  port.postMessage({ kind: 'inspected', id, inspection: { findings: [order], notInspected: [] } });
});
port.postMessage({ kind: 'ready' });`;

/** A process, as a window starts one. */
const startProcess: StartOutside = async (path) => {
  const child = fork(path, [], { serialization: 'advanced', stdio: 'ignore' });
  return {
    post: (message) => void child.send(message, () => {}),
    hear(told) {
      child.on('message', (message) => told.message(message as FromWorker));
      child.once('exit', () => told.ended('its process ended'));
    },
    hold() {},
    cpuMs: () => null,
    end: () => void child.kill('SIGKILL'),
  };
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function pool(budgetMs = 20_000, start = startThread): ReturnType<typeof createPool> {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-pool-'));
  folders.push(folder);
  writeFileSync(join(folder, 'worker.cjs'), obedient);
  writeFileSync(join(folder, 'tree-sitter-bash.wasm.br'), brotliCompressSync('x'));
  return createPool({ folder, budgetMs, start });
}

const file = (text: string): FileToInspect => ({
  uri: `skill://a/${text}`,
  path: 'a.md',
  bytes: Buffer.from(text),
  digest: `sha256:${text}`,
});

describe('the inspector', () => {
  it('looks at one file after another, in their order', async () => {
    const inspector = pool();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) => inspector.inspect(file(text), 'acme')),
    );
    expect(answers.map(({ findings }) => findings)).toEqual([['a'], ['b'], ['c']]);
    await inspector.close();
  });

  it('goes on with another server’s file where one’s files take long', async () => {
    const inspector = pool(1_500);
    const ended: string[] = [];
    const look = async (text: string, server: string): Promise<void> => {
      await inspector.inspect(file(text), server);
      ended.push(`${server} ${text}`);
    };
    await Promise.all([
      look('hang', 'evil'),
      look('hang', 'evil'),
      look('a', 'evil'),
      look('b', 'good'),
      look('c', 'good'),
    ]);
    expect(ended).toEqual(['evil hang', 'good b', 'good c', 'evil hang', 'evil a']);
    await inspector.close();
  });

  it.each([
    ['throw', 'RangeError', startThread],
    ['rule', 'TypeError', startThread],
    ['exit', 'it ended', startThread],
    ['fill', 'Error', startThread],
    ['throw', 'its process ended', startProcess],
    ['exit', 'its process ended', startProcess],
    ['fall', 'its process ended', startProcess],
  ])(
    'says of a file that brings it down (%s: %s) that it was not inspected, and starts another',
    async (order, detail, start) => {
      const inspector = pool(20_000, start);
      const [bad, good] = await Promise.all([
        inspector.inspect(file(order), 'acme'),
        inspector.inspect(file('next'), 'acme'),
      ]);
      expect(bad).toEqual({
        findings: [],
        traces: [],
        facts: noFacts,
        notInspected: [
          { uri: `skill://a/${order}`, digest: `sha256:${order}`, reason: 'crashed', detail },
        ],
      });
      expect(good.findings).toEqual(['next']);
      await inspector.close();
    },
  );

  it.each([
    ['thread', startThread],
    ['process', startProcess],
  ])('gives up a file over its time, and goes on with the next in a new %s', async (_, start) => {
    const inspector = pool(1_500, start);
    const [slow, good] = await Promise.all([
      inspector.inspect(file('hang'), 'acme'),
      inspector.inspect(file('next'), 'acme'),
    ]);
    expect(slow.notInspected).toMatchObject([{ reason: 'too-slow', detail: 'over 1.5 seconds' }]);
    expect(good.findings).toEqual(['next']);
    await inspector.close();
  });

  it('waits for a file on a busy machine until it has used its time on the processor', async () => {
    /** Answers what it's asked after 400 ms, of which the processor worked `share`. */
    const busy =
      (share: number): StartOutside =>
      async () => {
        const began = performance.now();
        let answer: NodeJS.Timeout;
        let told: (message: FromWorker) => void = () => {};
        return {
          post(message) {
            if (message.kind !== 'inspect') return;
            const inspection = { findings: [], notInspected: [], traces: [], facts: noFacts };
            const said = { kind: 'inspected', id: message.id, inspection } as const;
            answer = setTimeout(() => told(said), 400);
          },
          hear(listener) {
            told = (message) => listener.message(message);
            setTimeout(() => told({ kind: 'ready' }));
          },
          hold() {},
          cpuMs: () => (performance.now() - began) * share,
          end: () => clearTimeout(answer),
        };
      };
    const reasons = async (share: number): Promise<string[]> => {
      const inspector = pool(100, busy(share));
      const { notInspected } = await inspector.inspect(file('a'), 'acme');
      await inspector.close();
      return notInspected.map(({ reason }) => reason);
    };
    expect(await reasons(0.1)).toEqual([]);
    expect(await reasons(1.1)).toEqual(['too-slow']);
  });

  it('says that nothing was inspected where the rules cannot be loaded', async () => {
    const inspector = createPool({ folder: join(tmpdir(), 'skillgate-nowhere') });
    expect((await inspector.inspect(file('a'), 'acme')).notInspected).toMatchObject([
      { reason: 'crashed', detail: 'the rules could not be loaded' },
    ]);
    await inspector.close();
  });

  it('hands out the grammars of its own folder, and nothing from elsewhere', async () => {
    const inspector = pool();
    const asked = async (name: string): Promise<unknown> =>
      (await inspector.inspect(file(`grammar ${name}`), 'acme')).notInspected;
    expect(await asked('bash')).toEqual([{ detail: 'some' }]);
    expect(await asked('cobol')).toEqual([{ detail: 'none' }]);
    expect(await asked('../worker.cjs#')).toEqual([{ detail: 'none' }]);
    await inspector.close();
  });

  it('answers for what waits when it is closed', async () => {
    const inspector = pool();
    const waiting = ['hang', 'b'].map((text) => inspector.inspect(file(text), 'acme'));
    await inspector.close();
    for (const { notInspected } of await Promise.all(waiting))
      expect(notInspected).toMatchObject([{ reason: 'not-read' }]);
  });
});
