import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { limits } from '../../core/limits.ts';
import { MethodPatience } from './plan.ts';

const answered = ok({});
const silent = err({ reason: 'timeout', message: 'No answer.' } as const);

let now = 0;
const clock = { now: () => now };

/** What one request after the other is waited for, each of which ends so. */
function waits(
  patience: MethodPatience,
  method: string,
  ends: readonly (typeof silent | typeof answered)[],
) {
  return ends.map((end) => {
    const waiting = patience.begin(method, false);
    if (end === silent) now += waiting?.timeoutMs ?? 0;
    waiting?.over(end);
    return waiting?.timeoutMs ?? null;
  });
}

describe('a run over a server of which a method gives no answer', () => {
  it('waits for the method once in whole, once shorter, and then asks it no more', () => {
    const patience = new MethodPatience(clock);
    expect(waits(patience, 'skills/get', [silent, silent, silent])).toEqual([
      limits.requestMs,
      limits.impatientMs,
      null,
    ]);
  });

  it('waits in whole while every method answers, an error or a result', () => {
    const patience = new MethodPatience(clock);
    expect(waits(patience, 'skills/get', [answered, answered])).toEqual([
      limits.requestMs,
      limits.requestMs,
    ]);
  });

  it('waits briefly for a method that is asked first after another one hung, and does not call that hanging', () => {
    const patience = new MethodPatience(clock);
    waits(patience, 'skills/get', [silent]);
    expect(patience.begin('resources/read', false)).toMatchObject({
      timeoutMs: limits.impatientMs,
      isBrief: true,
    });
    expect(waits(patience, 'resources/read', [silent, silent])).toEqual([limits.impatientMs, null]);
  });

  it('asks none that gave no answer any more when so much time is lost in all', () => {
    const patience = new MethodPatience(clock);
    const began = now;
    const methods = ['a', 'b', 'c', 'd'];
    for (let times = 0; times < 20; times += 1)
      for (const method of methods) waits(patience, method, [silent, answered]);
    expect(now - began).toBeLessThan(60_000);
  });

  it('waits alone for ten times what the slowest answer took, between two seconds and five', () => {
    const alone = (took: number): number | undefined => {
      const patience = new MethodPatience(clock);
      const other = patience.begin('skills/list', false);
      now += took;
      other?.over(answered);
      const first = patience.begin('skills/get', false);
      now += first?.timeoutMs ?? 0;
      first?.over(silent);
      return patience.begin('skills/get', true)?.timeoutMs;
    };
    expect([alone(5), alone(300), alone(3_000)]).toEqual([2_000, 3_000, limits.impatientMs]);
  });

  it('goes on where others of the method are answered, five times at most', () => {
    const still = { now: () => 0 };
    const patience = new MethodPatience(still);
    const ends = Array.from({ length: 6 }, () => [silent, answered]).flat();
    expect(waits(patience, 'resources/read', ends).filter((ms) => ms === null)).toHaveLength(3);
  });

  it('counts requests that wait together once, and none of them where one is answered', () => {
    const patience = new MethodPatience(clock);
    const together = [1, 2, 3].map(() => patience.begin('skills/get', false));
    for (const waiting of together) waiting?.over(silent);
    expect(patience.begin('skills/get', true)).not.toBeNull();
    const other = new MethodPatience(clock);
    const [one, two] = [1, 2].map(() => other.begin('resources/read', false));
    one?.over(answered);
    two?.over(silent);
    for (const waiting of [
      other.begin('resources/read', true),
      other.begin('resources/read', true),
    ])
      waiting?.over(silent);
    expect(other.begin('resources/read', false)).not.toBeNull();
  });

  it('does not take an error, or a connection that breaks, for silence', () => {
    const patience = new MethodPatience(clock);
    for (const reason of ['closed', 'bad-response'] as const)
      for (let times = 0; times < 3; times += 1)
        patience.begin('skills/get', false)?.over(err({ reason, message: '' }));
    expect(patience.begin('skills/get', false)?.timeoutMs).toBe(limits.requestMs);
  });
});
