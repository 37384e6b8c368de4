import { describe, expect, it } from 'vitest';
import { createLane } from './request-queue.ts';

const deferred = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};
const settle = () => new Promise((done) => setImmediate(done));

describe('a lane', () => {
  it('never runs more than its width at once and runs everything', async () => {
    const lane = createLane(3);
    let most = 0;
    let now = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 3_000 }, () =>
        lane.run(async () => {
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
    expect(lane.active).toBe(0);
  });

  it('lets an alone call wait for the others and holds back those behind it', async () => {
    const lane = createLane(2);
    const first = deferred();
    const solo = deferred();
    const order: string[] = [];
    const a = lane.run(async () => {
      order.push('a');
      await first.promise;
    });
    const b = lane.run(
      async () => {
        order.push('solo');
        expect(lane.active).toBe(1);
        await solo.promise;
      },
      { alone: true },
    );
    const c = lane.run(async () => {
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
    const lane = createLane(1);
    await expect(lane.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(lane.run(() => Promise.resolve(7))).resolves.toBe(7);
  });
});
