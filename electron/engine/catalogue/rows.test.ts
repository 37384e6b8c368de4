import { expect, it, describe, vi } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import type { AppEvent } from '../../../shared/contract.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { rows, expiries, whenMany } from './rows.ts';
import type { SkillEdit, SkillCatalogue } from './catalogue.ts';
import type { CatalogueSkill } from './server.ts';

it('many rows are told in several events, so that no window waits for one that is huge', async () => {
  const { app, skill, up } = await stage({
    servers: { acme: new ServedHere([{ path: 'a', files: { 'SKILL.md': skillMd('a', 'A') } }]) },
  });
  await up('acme');
  const after = skill('acme', 'skill://a/SKILL.md');
  const told: AppEvent[] = [];
  const { skills } = rows({ ...app, publish: (event) => told.push(event), observed: () => true });
  skills?.(Array.from({ length: 1_201 }, () => ({ before: after, after })));
  expect(told.map((event) => (event.type === 'skills-put' ? event.skills.length : 0))).toEqual([
    500, 500, 201,
  ]);
});

/** Approvals that end so many ms after the start, and a clock that the test moves. */
function expiryStage(ends: Readonly<Record<string, number>>) {
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
  const on = expiryStage({ later: 2_000, first: 1_000, last: 100 * day });
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
  const on = expiryStage({ first: 1_000 });
  on.stop();
  on.goTo(2_000);
  expect(on.over).toEqual([]);
});

const holding = (...counts: readonly number[]): Pick<SkillCatalogue, 'servers'> => ({
  servers: new Map(
    counts.map((count, at) => [
      `${at}`,
      { skills: new Map(Array.from({ length: count }, (_, of) => [`${of}`, {}])) } as never,
    ]),
  ),
});

describe('many skills', () => {
  it('are told of once, when all servers together hold more than a few', () => {
    const tell = vi.fn<() => void>();
    const listener = whenMany(holding(2, 2), 3, tell);
    listener.skills?.([]);
    listener.skills?.([]);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it('are not told of while there are few', () => {
    const tell = vi.fn<() => void>();
    whenMany(holding(2, 1), 3, tell).skills?.([]);
    expect(tell).not.toHaveBeenCalled();
  });
});
