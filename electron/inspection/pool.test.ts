import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileToInspect } from '../core/findings/inspect.ts';
import { createPool } from './pool.ts';

/** A worker that does what the file's text says. */
const obedient = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ kind, id, file, bytes }) => {
  if (kind === 'grammar') {
    parentPort.postMessage({ kind: 'inspected', id: globalThis.id,
      inspection: { findings: [], notInspected: [{ detail: bytes === null ? 'none' : 'some' }] } });
    return;
  }
  globalThis.id = id;
  const order = Buffer.from(file.bytes).toString();
  if (order === 'hang') for (;;);
  if (order === 'throw') throw new RangeError('deep');
  if (order === 'exit') process.exit(3);
  if (order === 'fill') { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
  if (order.startsWith('grammar ')) {
    parentPort.postMessage({ kind: 'wants-grammar', name: order.slice(8) });
    return;
  }
  parentPort.postMessage({ kind: 'inspected', id, inspection: { findings: [order], notInspected: [] } });
});`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function pool(source = obedient, budgetMs = 20_000): ReturnType<typeof createPool> {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-pool-'));
  folders.push(folder);
  writeFileSync(join(folder, 'worker.cjs'), source);
  writeFileSync(join(folder, 'tree-sitter-bash.wasm.br'), brotliCompressSync('x'));
  return createPool({ folder, budgetMs });
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
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => inspector.inspect(file(text))));
    expect(answers.map(({ findings }) => findings)).toEqual([['a'], ['b'], ['c']]);
    await inspector.close();
  });

  it.each([
    ['throw', 'RangeError'],
    ['exit', 'it ended'],
    ['fill', 'Error'],
  ])('says of a file that brings it down (%s) that it was not inspected', async (order, detail) => {
    const inspector = pool();
    const [bad, good] = await Promise.all([
      inspector.inspect(file(order)),
      inspector.inspect(file('next')),
    ]);
    expect(bad).toEqual({
      findings: [],
      notInspected: [
        { uri: `skill://a/${order}`, digest: `sha256:${order}`, reason: 'crashed', detail },
      ],
    });
    expect(good.findings).toEqual(['next']);
    await inspector.close();
  });

  it('gives up a file over its time, and goes on with the next', async () => {
    const inspector = pool(obedient, 1_500);
    const [slow, good] = await Promise.all([
      inspector.inspect(file('hang')),
      inspector.inspect(file('next')),
    ]);
    expect(slow.notInspected).toMatchObject([{ reason: 'too-slow', detail: 'over 1.5 seconds' }]);
    expect(good.findings).toEqual(['next']);
    await inspector.close();
  });

  it('says that nothing was inspected where the rules cannot be loaded', async () => {
    const inspector = createPool({ folder: join(tmpdir(), 'skillgate-nowhere') });
    expect((await inspector.inspect(file('a'))).notInspected).toMatchObject([
      { reason: 'crashed', detail: 'the rules could not be loaded' },
    ]);
    await inspector.close();
  });

  it('hands out the grammars of its own folder, and nothing from elsewhere', async () => {
    const inspector = pool();
    const asked = async (name: string): Promise<unknown> =>
      (await inspector.inspect(file(`grammar ${name}`))).notInspected;
    expect(await asked('bash')).toEqual([{ detail: 'some' }]);
    expect(await asked('cobol')).toEqual([{ detail: 'none' }]);
    expect(await asked('../worker.cjs#')).toEqual([{ detail: 'none' }]);
    await inspector.close();
  });

  it('answers for what waits when it is closed', async () => {
    const inspector = pool();
    const waiting = ['hang', 'b'].map((text) => inspector.inspect(file(text)));
    await inspector.close();
    for (const { notInspected } of await Promise.all(waiting))
      expect(notInspected).toMatchObject([{ reason: 'not-read' }]);
  });
});
