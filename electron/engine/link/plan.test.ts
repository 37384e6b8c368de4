import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import type { PlannedReply, PlannedRequest } from '../../core/dialects/plan.ts';
import { err, ok } from '../../../shared/result.ts';
import type { CallOptions } from '../ports/session.ts';
import { runPlan, type RunnablePlan, MethodPatience } from './plan.ts';

const asking = (...methods: string[]): PlannedRequest[] =>
  methods.map((method) => ({ method, params: {} }));
const clock = { now: () => 1_000 };

function recording() {
  const sent: { method: string; options: CallOptions }[] = [];
  const call = async ({ method }: PlannedRequest, options: CallOptions) => {
    sent.push({ method, options });
    return method === 'bad'
      ? err({ reason: 'error-response', code: -7, message: 'no' } as const)
      : ok(method);
  };
  return { sent, call };
}

function* oneStep(...methods: string[]): RunnablePlan<readonly PlannedReply[]> {
  return yield asking(...methods);
}

describe('a plan', () => {
  it('sends everything of one step and gets the replies in its order', async () => {
    const { sent, call } = recording();
    expect(await runPlan(oneStep('a', 'b'), call, clock, {})).toEqual([ok('a'), ok('b')]);
    expect(sent.map(({ options }) => options)).toEqual([{}, {}]);
  });

  it('gets what failed with words for people', async () => {
    const { call } = recording();
    expect(await runPlan(oneStep('bad'), call, clock, {})).toEqual([
      {
        ok: false,
        error: {
          reason: 'error-response',
          code: -7,
          message: 'no',
          words: expect.stringContaining('(-7)'),
        },
      },
    ]);
  });

  it('waits for no answer longer than the listing may take', async () => {
    const { sent, call } = recording();
    await runPlan(oneStep('a'), call, clock, { until: 1_500 });
    await runPlan(oneStep('a'), call, clock, { until: 10_000_000 });
    expect(sent.map(({ options }) => options.timeoutMs)).toEqual([500, limits.requestMs]);
  });

  it('sends nothing any more once the time is over', async () => {
    const { sent, call } = recording();
    for (const until of [1_000, 999])
      expect(await runPlan(oneStep('a'), call, clock, { until })).toEqual([
        {
          ok: false,
          error: {
            reason: 'out-of-time',
            message: 'The listing took longer than 60 s.',
            words: 'The listing took longer than 60 s.',
          },
        },
      ]);
    expect(sent).toEqual([]);
    expect(await runPlan(oneStep('a'), call, clock, { until: 1_001 })).toEqual([ok('a')]);
  });

  it('asks the same question of one listing once, and without one each time', async () => {
    const { sent, call } = recording();
    const asked = new Map();
    expect(await runPlan(oneStep('a', 'a'), call, clock, { asked })).toEqual([ok('a'), ok('a')]);
    await runPlan(oneStep('a', 'b'), call, clock, { asked });
    expect(sent.map(({ method }) => method)).toEqual(['a', 'b']);
    await runPlan(oneStep('a'), call, clock, {});
    await runPlan(oneStep('a'), call, clock, {});
    expect(sent).toHaveLength(4);
  });

  it('tells of what arrives meanwhile, to whoever wants to hear it', async () => {
    const page = { page: { entries: [], refused: [], ttlMs: null }, read: 3 };
    function* listing(): RunnablePlan<string> {
      yield page;
      yield asking('a');
      yield page;
      return 'end';
    }
    const { call } = recording();
    const arrived: unknown[] = [];
    const take = (one: unknown): void => void arrived.push(one);
    expect(await runPlan(listing(), call, clock, { take })).toBe('end');
    expect(arrived).toEqual([page, page]);
    expect(await runPlan(listing(), call, clock, {})).toBe('end');
  });

  it('hands on who may cancel it', async () => {
    const { sent, call } = recording();
    const { signal } = new AbortController();
    await runPlan(oneStep('a'), call, clock, { signal });
    expect(sent[0]?.options.signal).toBe(signal);
  });
});

const answered = ok({});
const silent = err({ reason: 'timeout', message: 'No answer.' } as const);

let now = 0;
const timeoutPolicyClock = { now: () => now };

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
    const patience = new MethodPatience(timeoutPolicyClock);
    expect(waits(patience, 'skills/get', [silent, silent, silent])).toEqual([
      limits.requestMs,
      limits.impatientMs,
      null,
    ]);
  });

  it('waits in whole while every method answers, an error or a result', () => {
    const patience = new MethodPatience(timeoutPolicyClock);
    expect(waits(patience, 'skills/get', [answered, answered])).toEqual([
      limits.requestMs,
      limits.requestMs,
    ]);
  });

  it('waits briefly for a method that is asked first after another one hung, and does not call that hanging', () => {
    const patience = new MethodPatience(timeoutPolicyClock);
    waits(patience, 'skills/get', [silent]);
    expect(patience.begin('resources/read', false)).toMatchObject({
      timeoutMs: limits.impatientMs,
      isBrief: true,
    });
    expect(waits(patience, 'resources/read', [silent, silent])).toEqual([limits.impatientMs, null]);
  });

  it('asks none that gave no answer any more when so much time is lost in all', () => {
    const patience = new MethodPatience(timeoutPolicyClock);
    const began = now;
    const methods = ['a', 'b', 'c', 'd'];
    for (let times = 0; times < 20; times += 1)
      for (const method of methods) waits(patience, method, [silent, answered]);
    expect(now - began).toBeLessThan(60_000);
  });

  it('waits alone for ten times what the slowest answer took, between two seconds and five', () => {
    const alone = (took: number): number | undefined => {
      const patience = new MethodPatience(timeoutPolicyClock);
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
    const patience = new MethodPatience(timeoutPolicyClock);
    const together = [1, 2, 3].map(() => patience.begin('skills/get', false));
    for (const waiting of together) waiting?.over(silent);
    expect(patience.begin('skills/get', true)).not.toBeNull();
    const other = new MethodPatience(timeoutPolicyClock);
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
    const patience = new MethodPatience(timeoutPolicyClock);
    for (const reason of ['closed', 'bad-response'] as const)
      for (let times = 0; times < 3; times += 1)
        patience.begin('skills/get', false)?.over(err({ reason, message: '' }));
    expect(patience.begin('skills/get', false)?.timeoutMs).toBe(limits.requestMs);
  });
});
