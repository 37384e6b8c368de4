import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { check, parseApprovals } from './index.ts';
import type { Approvals, Query } from './types.ts';
import { approvalsText, vectors } from './testing/vectors.ts';

const { query } = vectors as unknown as { query: Query };
const approved = parseApprovals(approvalsText('approved'));
const through = (value: unknown, change: (copy: Record<string, unknown>) => void): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  change(copy);
  return copy;
};

describe('decisions that were read elsewhere', () => {
  it('answer as before after a structured clone, and as plain JSON', () => {
    for (const name of ['approved', 'denied']) {
      const read = parseApprovals(approvalsText(name));
      const answer = check(read, query);
      expect(answer.standing).toBe(name);
      expect(check(structuredClone(read), query)).toEqual(answer);
      expect(check(JSON.parse(JSON.stringify(read)), query)).toEqual(answer);
    }
  });

  it('answer every question of the vectors as the ones that were read here', () => {
    const asked = [...vectors.check, ...vectors.label].map(({ name, approvals, query }) => {
      const read = parseApprovals(approvalsText(approvals));
      const question = query as unknown as Query;
      return [name, check(structuredClone(read), question), check(read, question)] as const;
    });
    expect(asked.length).toBeGreaterThan(100);
    for (const [name, copied, read] of asked) expect([name, copied]).toEqual([name, read]);
  });

  it('answer in a worker that got them as a message', async () => {
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
      parentPort.postMessage(workerData);`,
      { eval: true, workerData: approved },
    );
    const back = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(check(back, query).standing).toBe('approved');
  });

  it('answer to a second copy of this library', async () => {
    vi.resetModules();
    const second = await import('./index.ts');
    expect(second.check).not.toBe(check);
    expect(second.check(approved, query)).toEqual(check(approved, query));
  });

  it('keep their own reason why they cannot tell', () => {
    for (const text of ['{', JSON.stringify({ format: 'skillgate/approvals@9' })]) {
      const read = parseApprovals(text);
      expect(check(structuredClone(read), query)).toEqual(check(read, query));
    }
    expect(
      check(
        through(parseApprovals('{'), (copy) => (copy['reason'] = 'fine')),
        query,
      ),
    ).toEqual({ standing: 'cannot-tell', reason: 'corrupt' });
  });

  it.each<[string, (copy: Record<string, unknown>) => void]>([
    ['a record that is none', (copy) => (copy['records'] as unknown[]).push({})],
    ['a record twice', ({ records }) => (records as unknown[]).push((records as unknown[])[0])],
    ['no records', (copy) => delete copy['records']],
    ['no failures', (copy) => delete copy['failures']],
    ['no revision', (copy) => delete copy['revision']],
    ['a status of its own', (copy) => (copy['status'] = 'fine')],
  ])('are held against the same rules as a file: %s', (_, change) => {
    expect(check(through(approved, change), query)).toEqual({
      standing: 'cannot-tell',
      reason: 'corrupt',
    });
  });

  it('are no file: a text of them is not', () => {
    const read: Approvals = parseApprovals(JSON.stringify(approved));
    expect(read).toMatchObject({ status: 'unreadable', reason: 'corrupt' });
  });
});
