import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { limits } from '../../core/limits.ts';
import { MethodPatience } from './patience.ts';

const answered = ok({});
const silent = err({ reason: 'timeout', message: 'No answer.' } as const);

/** What one request after the other is waited for, each of which ends so. */
function waits(
  patience: MethodPatience,
  method: string,
  ends: readonly (typeof silent | typeof answered)[],
) {
  return ends.map((end) => {
    const waiting = patience.begin(method, false);
    waiting?.over(end);
    return waiting?.timeoutMs ?? null;
  });
}

describe('a run over a server of which a method gives no answer', () => {
  it('waits for the method once in whole, once shorter, and then asks it no more', () => {
    const patience = new MethodPatience();
    expect(waits(patience, 'skills/get', [silent, silent, silent])).toEqual([
      limits.requestMs,
      limits.impatientMs,
      null,
    ]);
    expect(waits(patience, 'skills/list', [answered])).toEqual([limits.requestMs]);
  });

  it('goes on where others of the method are answered, five times at most', () => {
    const patience = new MethodPatience();
    const ends = Array.from({ length: 6 }, () => [silent, answered]).flat();
    expect(waits(patience, 'resources/read', ends).filter((ms) => ms === null)).toHaveLength(3);
  });

  it('counts requests that wait together once, and none of them where one is answered', () => {
    const patience = new MethodPatience();
    const together = [1, 2, 3].map(() => patience.begin('skills/get', false));
    for (const waiting of together) waiting?.over(silent);
    expect(patience.begin('skills/get', true)).not.toBeNull();
    const other = new MethodPatience();
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
    const patience = new MethodPatience();
    for (const reason of ['closed', 'bad-response'] as const)
      for (let times = 0; times < 3; times += 1)
        patience.begin('skills/get', false)?.over(err({ reason, message: '' }));
    expect(patience.begin('skills/get', false)?.timeoutMs).toBe(limits.requestMs);
  });
});
