import { expect, it } from 'vitest';
import { paced } from './app-store.ts';

/** A clock that stands still but for what is run at it. */
function stage() {
  let time = 0;
  const due: { at: number; run: () => void }[] = [];
  const schedule = paced({
    now: () => time,
    after: (ms, run) => void due.push({ at: time + ms, run }),
  });
  const runNext = (): number => {
    const [first, ...others] = due.toSorted((a, b) => a.at - b.at);
    if (first === undefined) throw new Error('nothing is scheduled');
    due.splice(0, due.length, ...others);
    time = Math.max(time, first.at);
    first.run();
    return first.at;
  };
  return { schedule, runNext, pass: (ms: number) => (time += ms) };
}

it('applies events a frame after the first, while that is fast', () => {
  const { schedule, runNext } = stage();
  schedule(() => {});
  expect(runNext()).toBe(16);
  runNext();
  schedule(() => {});
  expect(runNext()).toBe(32);
});

it('rests three times as long after a slow batch, at most 250 ms', () => {
  const { schedule, runNext, pass } = stage();
  schedule(() => pass(40));
  runNext();
  runNext();
  schedule(() => pass(4_000));
  expect(runNext()).toBe(16 + 40 + 120);
  runNext();
  schedule(() => {});
  expect(runNext()).toBe(176 + 4_000 + 250);
});

it('delays nothing extra after the rest', () => {
  const { schedule, runNext, pass } = stage();
  schedule(() => pass(40));
  runNext();
  runNext();
  pass(1_000);
  schedule(() => {});
  expect(runNext()).toBe(1_056 + 16);
});
