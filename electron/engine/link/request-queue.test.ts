import { describe, expect, it } from 'vitest';
import { createRequestQueue } from './request-queue.ts';

const deferred = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};
const settle = () => new Promise((done) => setImmediate(done));

describe('a queue', () => {
  it('never runs more than its width at once and runs everything', async () => {
    const queue = createRequestQueue(3);
    let most = 0;
    let now = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 3_000 }, () =>
        queue.run(async () => {
          now += 1;
          most = Math.max(most, now);
          await Promise.resolve();
          now -= 1;
          done += 1;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(done).toBe(3_000);
    expect(queue.active).toBe(0);
  });

  it('lets an alone call wait for the others and holds back those behind it', async () => {
    const queue = createRequestQueue(2);
    const first = deferred();
    const solo = deferred();
    const order: string[] = [];
    const a = queue.run(async () => {
      order.push('a');
      await first.promise;
    });
    const b = queue.run(
      async () => {
        order.push('solo');
        expect(queue.active).toBe(1);
        await solo.promise;
      },
      { alone: true },
    );
    const c = queue.run(async () => {
      order.push('c');
    });
    await settle();
    expect(order).toEqual(['a']);
    first.resolve();
    await settle();
    expect(order).toEqual(['a', 'solo']);
    solo.resolve();
    await Promise.all([a, b, c]);
    expect(order).toEqual(['a', 'solo', 'c']);
  });

  it('frees the place of a call that throws', async () => {
    const queue = createRequestQueue(1);
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run(() => Promise.resolve(7))).resolves.toBe(7);
  });
});
