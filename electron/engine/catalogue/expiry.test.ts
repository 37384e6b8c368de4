import { expect, it } from 'vitest';
import type { SkillEdit } from './catalogue.ts';
import { expiries } from './rows.ts';
import type { CatalogueSkill } from './server.ts';

/** Approvals that end so many ms after the start, and a clock that the test moves. */
function stage(ends: Readonly<Record<string, number>>) {
  const skills = new Map(
    Object.entries(ends).map(([uri, end]) => {
      const standing = { kind: 'approved', expiresAt: new Date(end).toISOString() };
      return [uri, { uri, standing } as unknown as CatalogueSkill];
    }),
  );
  const over: string[] = [];
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const catalogue = {
    servers: new Map([['acme', { skills }]]),
    updateAll(edits: Iterable<SkillEdit>) {
      for (const { place } of edits) {
        over.push(place.uri);
        skills.delete(place.uri);
      }
    },
  };
  const clock = {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
  };
  const ending = expiries({ catalogue, clock } as never);
  ending.skills?.([...skills.values()].map((after) => ({ before: null, after })));
  return {
    over,
    stop: () => ending.stop(),
    /** Runs what is due on the way to this time. */
    goTo(time: number): void {
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= time).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers = timers.filter((one) => one !== next);
        now = next.at;
        next.run();
      }
      now = time;
    },
  };
}
const day = 24 * 3_600_000;

it('is seen of one approval after the other, also of one that ends in months', () => {
  const on = stage({ later: 2_000, first: 1_000, last: 100 * day });
  on.goTo(999);
  expect(on.over).toEqual([]);
  on.goTo(1_000);
  expect(on.over).toEqual(['first']);
  on.goTo(2_000);
  expect(on.over).toEqual(['first', 'later']);
  on.goTo(100 * day);
  expect(on.over).toEqual(['first', 'later', 'last']);
});

it('is looked for no more once that was stopped', () => {
  const on = stage({ first: 1_000 });
  on.stop();
  on.goTo(2_000);
  expect(on.over).toEqual([]);
});
