import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import { PacedPipe, PipeBudget } from './pipe-budget.ts';

/** A pipe whose reader takes one byte at a time, each as `cost` messages, on a clock of its own. */
function paced(cost: number) {
  const events = new EventEmitter();
  let isPaused = false;
  const waiting: { at: number; run: () => void }[] = [];
  const state = { now: 0, taken: '', waited: 0, turns: 0 };
  const budget = new PipeBudget(() => state.now);
  const pipe = new PacedPipe({
    stream: Object.assign(events, {
      pause: () => void (isPaused = true),
      resume: () => void (isPaused = false),
    }) as never,
    budget,
    take: (chunk, offset) => {
      let at = offset;
      while (at < chunk.length && !budget.isSliceSpent) {
        state.taken += String.fromCodePoint(chunk[at] ?? 0);
        for (let spent = 0; spent < cost; spent += 1) budget.spend('message', 0);
        at += 1;
      }
      return at;
    },
    after: (ms, run) => waiting.push({ at: state.now + ms, run }),
    onWait: (ms) => (state.waited += ms),
  });
  return {
    state,
    pipe,
    isPaused: () => isPaused,
    give: (text: string) => events.emit('data', Buffer.from(text)),
    /** Runs what waits, up to a moment. */
    until: (ms: number) => {
      for (;;) {
        const next = waiting.findIndex(({ at }) => at <= ms);
        const [due] = next === -1 ? [] : waiting.splice(next, 1);
        if (due === undefined) break;
        state.now = Math.max(state.now, due.at);
        state.turns += 1;
        due.run();
      }
      state.now = ms;
    },
  };
}

describe('a paced pipe', () => {
  it('reads what is within its slice and budget as it comes', () => {
    const { give, state, isPaused } = paced(1);
    give('abc');
    give('def');
    expect([state.taken, isPaused(), state.waited]).toEqual(['abcdef', false, 0]);
  });

  it('takes nothing while it’s held, and the rest in order afterwards', () => {
    const { give, pipe, state, until, isPaused } = paced(1);
    give('ab');
    pipe.hold(true);
    // A paused stream may still give what it had read.
    give('cd');
    until(1_000);
    expect([state.taken, isPaused()]).toEqual(['ab', true]);
    pipe.hold(false);
    give('ef');
    expect([state.taken, isPaused()]).toEqual(['abcdef', false]);
  });

  it('is held in the middle of a flood, too', () => {
    const { give, pipe, state, until, isPaused } = paced(200);
    give('abcdef');
    pipe.hold(true);
    until(10_000);
    expect(isPaused()).toBe(true);
    const { taken } = state;
    expect(taken.length).toBeLessThan(6);
    pipe.hold(false);
    until(60_000);
    expect([state.taken, isPaused()]).toEqual(['abcdef', false]);
  });

  it('reads one slice per turn of the event loop, and pauses the pipe meanwhile', () => {
    const { give, state, isPaused, until } = paced(limits.unaskedMessages / 20);
    give('abcdef');
    expect([state.taken, isPaused()]).toEqual(['a', true]);
    until(0);
    expect([state.taken, isPaused(), state.waited, state.turns]).toEqual(['abcdef', false, 0, 5]);
  });

  it('makes its writer wait past the budget, and loses nothing', () => {
    const { give, state, isPaused, until } = paced(limits.unaskedMessages / 4);
    give('abcdefghij');
    until(0);
    expect(state.taken).toBe('abcd');
    // What a stream had read before it was paused comes all the same.
    give('klm');
    until(1_000);
    expect(isPaused()).toBe(true);
    expect(state.taken.length).toBeLessThanOrEqual(9);
    until(4_000);
    expect([state.taken, isPaused()]).toEqual(['abcdefghijklm', false]);
    expect(state.waited).toBeGreaterThan(1_500);
  });

  it('goes on at once when the process has ended', () => {
    const { give, state, isPaused, until, pipe } = paced(limits.unaskedMessages);
    give('abcdef');
    until(0);
    expect([state.taken, isPaused()]).toEqual(['a', true]);
    pipe.unpace();
    expect([state.taken, isPaused()]).toEqual(['abcdef', false]);
    give('gh');
    until(60_000);
    expect([state.taken, isPaused()]).toEqual(['abcdefgh', false]);
  });
});
