import { expect, test } from 'vitest';
import { askForKey, askingMs } from './channels.ts';

/** Answers null until `ms` have been waited. */
const unknownFor = (ms: number) => {
  const clock = { now: 0, asked: 0 };
  return {
    clock,
    ask: async () => {
      clock.asked += 1;
      return clock.now >= ms ? 'key' : null;
    },
    wait: async (waited: number) => {
      clock.now += waited;
    },
  };
};

test('a page that Electron knows gets its key at the first request', async () => {
  const { clock, ask, wait } = unknownFor(0);
  expect(await askForKey(ask, wait)).toBe('key');
  expect(clock).toEqual({ now: 0, asked: 1 });
});

test('a page that Electron knows only after 20 s gets its key within a second more', async () => {
  const { clock, ask, wait } = unknownFor(20_000);
  expect(await askForKey(ask, wait)).toBe('key');
  expect(clock.now).toBeLessThanOrEqual(21_000);
});

test('a page that is never known stops asking after two minutes', async () => {
  const { clock, ask, wait } = unknownFor(Infinity);
  expect(await askForKey(ask, wait)).toBeNull();
  expect(clock.now).toBeLessThan(askingMs + 1_001);
  expect(clock.asked).toBeLessThan(140);
});
