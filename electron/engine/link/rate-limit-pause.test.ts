import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ConnectionFailure } from '../../../shared/model/server.ts';
import { limits } from '../../core/limits.ts';
import type { RequestFailure } from '../../core/dialects/plan.ts';
import { RateLimitPause } from './rate-limit-pause.ts';

type Answer = Result<unknown, RequestFailure>;

const refused = (retryAfterMs?: number): Answer =>
  err({
    reason: 'not-now',
    message: 'too many requests',
    cause: { reason: 'rate-limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  });
const failure: ConnectionFailure = {
  ...{ reason: 'rate-limited', message: 'too many requests' },
  stderr: [],
};

/** A run on a clock that goes on by itself whenever it is waited for. */
function run(answer: (method: string, time: number) => Answer) {
  const began = 1_000_000;
  let now = began;
  let under = 0;
  const pauses: number[] = [];
  const sent: { method: string; at: number; under: number }[] = [];
  const clock = {
    now: () => now,
    after: (ms: number, then: () => void) => {
      const at = now + ms;
      setImmediate(() => {
        now = Math.max(now, at);
        then();
      });
      return () => {};
    },
  };
  const courtesy = new RateLimitPause(clock, () => void pauses.push(courtesy.pauseMs));
  const ask = (method: string, width?: number, signal?: AbortSignal): Promise<Answer> =>
    courtesy.ask(
      { method, params: {}, ...(width === undefined ? {} : { width }) },
      async () => {
        under += 1;
        sent.push({ method, at: now - began, under });
        const time = sent.filter((one) => one.method === method).length;
        await new Promise((go) => setImmediate(go));
        under -= 1;
        return answer(method, time);
      },
      signal,
    );
  return { ask, courtesy, sent, pauses, waited: () => now - began };
}

describe('a run over a server that asks to be left alone', () => {
  it('sends nothing before the time that it names is over, and then gets its answer', async () => {
    const { ask, sent, pauses } = run((_, time) => (time === 1 ? refused(7_000) : ok('yes')));
    expect(await ask('a')).toEqual(ok('yes'));
    expect(sent.map(({ at }) => at)).toEqual([0, 7_000]);
    expect(pauses).toEqual([7_000]);
  });

  it('waits twice as long each time where no time is named, and gives the refusal back at last', async () => {
    const { ask, sent } = run(() => refused());
    expect(await ask('a')).toEqual(refused());
    expect(sent.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 7_000]);
  });

  it('takes no time at all for a time that names none', async () => {
    const { ask, sent } = run((_, time) => (time === 1 ? refused(0) : ok('yes')));
    await ask('a');
    expect(sent.map(({ at }) => at)).toEqual([0, 1_000]);
  });

  it('counts what was refused together once, and goes on one at a time until it is calm', async () => {
    const { ask, sent, pauses } = run((method, time) =>
      method.startsWith('early') && time === 1 ? refused() : ok(method),
    );
    const early = Array.from({ length: 8 }, (_, at) => ask(`early ${at}`));
    await Promise.all(early);
    expect(pauses[0]).toBe(1_000);
    expect(sent.slice(8).every(({ at, under }) => at === 1_000 && under === 1)).toBe(true);
    await Promise.all(Array.from({ length: 8 }, (_, at) => ask(`late ${at}`)));
    expect(Math.max(...sent.slice(16).map(({ under }) => under))).toBe(8);
  });

  it('does not wait longer than is said, and asks nothing more then', async () => {
    const { ask, sent, waited } = run(() => refused(limits.leftAloneMs + 1));
    expect(await ask('a')).toMatchObject({ error: { reason: 'not-now' } });
    expect(await ask('b')).toMatchObject({
      error: { reason: 'not-now', message: 'too many requests' },
    });
    expect(sent.map(({ method }) => method)).toEqual(['a']);
    expect(waited()).toBe(0);
  });

  it('waits no longer in all than is said, whatever it names how often', async () => {
    const { ask, waited } = run((_, time) => (time % 3 === 0 ? ok('yes') : refused(20_000)));
    for (let times = 0; times < 30; times += 1) await ask('a');
    expect(waited()).toBeLessThanOrEqual(limits.leftAloneInAllMs);
  });

  it('gives up after two requests that it refuses to the end, with no answer between', async () => {
    const { ask, sent } = run(() => refused());
    for (const method of ['a', 'b', 'c']) await ask(method);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['a', 'b']));
  });

  it('asks other methods on where it is one alone that is refused', async () => {
    const { ask, sent } = run((method) => (method === 'bad' ? refused() : ok(method)));
    for (let times = 0; times < 4; times += 1) {
      expect(await ask('bad')).toMatchObject({ error: { reason: 'not-now' } });
      expect(await ask('good')).toEqual(ok('good'));
    }
    expect(sent.filter(({ method }) => method === 'bad')).toHaveLength(8);
  });

  it('sends no sixteen at once again, and none soon after a refusal', async () => {
    const { ask, sent } = run((_, time) => (time > 2 ? refused() : ok('yes')));
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('read', 4)));
    expect(answers.filter(({ ok: came }) => came)).toHaveLength(2);
    expect(await ask('read', 4)).toMatchObject({ error: { reason: 'not-now' } });
    expect(sent).toHaveLength(4);
  });

  it('takes an error for an answer, and a broken connection for none', async () => {
    const answers = [refused(), err({ reason: 'error-response', code: 1, message: '' } as const)];
    const { ask } = run((_, time) => answers[time - 1] ?? ok('yes'));
    expect(await ask('a')).toEqual(answers[1]);
  });

  it('waits no longer when it is stopped', async () => {
    const stop = new AbortController();
    const { ask, sent } = run(() => {
      stop.abort();
      return refused(30_000);
    });
    await ask('a', undefined, stop.signal);
    expect(sent.every(({ at }) => at === 0)).toBe(true);
  });
});

describe('a connection that is refused for now', () => {
  const { signal } = new AbortController();

  it('is tried again three times, after a while', async () => {
    const { courtesy, waited } = run(() => ok('yes'));
    const again: boolean[] = [];
    for (let times = 0; times < 4; times += 1) again.push(await courtesy.again(failure, signal));
    expect(again).toEqual([true, true, true, false]);
    expect(waited()).toBe(7_000);
  });

  it('is not tried again where it failed otherwise, or would be waited for too long', async () => {
    const { courtesy } = run(() => ok('yes'));
    expect(await courtesy.again({ ...failure, reason: 'not-found' }, signal)).toBe(false);
    const long = { ...failure, retryAfterMs: limits.leftAloneMs + 1 };
    expect(await courtesy.again(long, signal)).toBe(false);
  });
});
