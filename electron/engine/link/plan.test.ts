import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import type { PlannedReply, PlannedRequest } from '../../core/dialects/plan.ts';
import { err, ok } from '../../../shared/result.ts';
import type { CallOptions } from '../ports/session.ts';
import { runPlan, type RunnablePlan } from './plan.ts';

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
