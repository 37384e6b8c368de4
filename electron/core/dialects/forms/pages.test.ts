import { describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import { dynamic, planContext } from '../testing/context.ts';
import type { ListingProgress, DialectListing, ListingPlan } from '../dialect.ts';
import type { PlannedReply } from '../plan.ts';
import { listSkills } from './skills-methods.ts';

/** Runs a listing against one reply after another; gives what arrived and what was asked, too. */
function run(listing: ListingPlan, replies: (at: number) => PlannedReply) {
  const arrived: ListingProgress[] = [];
  const asked: unknown[] = [];
  let step = listing.next([]);
  while (step.done !== true) {
    if ('page' in step.value) {
      arrived.push(step.value);
      step = listing.next([]);
      continue;
    }
    step = listing.next(
      step.value.map(({ params }) => {
        asked.push(params['cursor']);
        return replies(asked.length - 1);
      }),
    );
  }
  return { listed: step.value, arrived, asked };
}

const page = (skills: readonly unknown[], nextCursor?: string): PlannedReply => ({
  ok: true,
  value: { skills, ...(nextCursor === undefined ? {} : { nextCursor }) },
});
const names = ({ entries }: Pick<DialectListing, 'entries'>): string[] =>
  entries.map(({ name }) => name);
const list = (replies: (at: number) => PlannedReply) => run(listSkills(planContext()), replies);

describe('a listing in pages', () => {
  it('tells each page as it arrives, and all of them at the end', () => {
    const pages = [page([dynamic('a'), null], 'two'), page([dynamic('b')])];
    const { listed, arrived, asked } = list((at) => pages[at] ?? page([]));
    expect(asked).toEqual([undefined, 'two']);
    expect(arrived.map(({ page: one, read }) => [names(one), one.refused.length, read])).toEqual([
      [['a'], 1, 2],
      [['b'], 0, 3],
    ]);
    expect(names(listed)).toEqual(['a', 'b']);
    expect(listed).toMatchObject({ stop: null, refused: [{ index: 1 }] });
  });

  it('ends at an empty cursor before revision 2026-07-28, with advice', () => {
    const { listed, asked } = list(() => page([dynamic('a')], ''));
    expect(asked).toEqual([undefined]);
    expect(listed).toMatchObject({
      stop: null,
      problems: [{ rule: 'listing-cursor-empty', field: 'result.nextCursor' }],
    });
    const modern = run(listSkills(planContext({ protocolVersion: '2026-07-28' })), (at) =>
      page([dynamic(`a${at}`)], at === 0 ? '' : undefined),
    );
    expect(modern.asked).toEqual([undefined, '']);
    expect(names(modern.listed)).toEqual(['a0', 'a1']);
  });

  it('follows an empty cursor of revision 2026-07-28 once, and stops where it repeats', () => {
    const { listed, asked } = run(listSkills(planContext({ protocolVersion: '2026-07-28' })), () =>
      page([], ''),
    );
    expect(asked).toEqual([undefined, '']);
    expect(listed.stop?.rule).toBe('listing-cursor-repeated');
  });

  it('refuses at its end what came on two pages, although it has arrived', () => {
    const copies = [page([dynamic('a')], 'two'), page([{ ...dynamic('a'), more: 1 }])];
    const { listed, arrived } = list((at) => copies[at] ?? page([]));
    expect(arrived.map(({ page: one }) => names(one))).toEqual([['a'], []]);
    expect(names(listed)).toEqual([]);
    expect(listed.refused.map(({ index }) => index)).toEqual([0, 1]);
  });

  it.each([
    ['in another order', [1, 0], 1],
    ['and one of them twice', [0, 1, 1], 0],
  ])('holds once what comes again with its files %s, if they are the same', (_, order, held) => {
    const file = (path: string) => ({
      ...{ uri: `skill://a/${path}`, size: 1 },
      digest: `sha256:${'0'.repeat(64)}`,
    });
    const files = [file('SKILL.md'), file('b.md')];
    const first = { ...dynamic('a'), resources: files };
    const again = { ...first, resources: order.map((at) => files[at]) };
    const copies = [page([first], 'two'), page([again])];
    const { listed } = list((at) => copies[at] ?? page([]));
    expect(names(listed)).toHaveLength(held);
  });

  it('holds once what a repeated page has again, and says so', () => {
    const { listed, arrived } = list((at) => page([dynamic('a')], at === 0 ? 'two' : undefined));
    expect(arrived.map(({ page: one }) => names(one))).toEqual([['a'], []]);
    expect(names(listed)).toEqual(['a']);
    expect(listed.refused).toEqual([]);
    expect(listed.problems.map(({ rule }) => rule)).toEqual(['uri-repeated']);
  });

  it('ends at a cursor that was there before, and keeps what arrived', () => {
    const { listed, asked } = list((at) => page([dynamic(`s${at}`)], 'same'));
    expect(asked).toEqual([undefined, 'same']);
    expect(names(listed)).toEqual(['s0', 's1']);
    expect(listed.stop?.rule).toBe('listing-cursor-repeated');
  });

  it('ends at the limit of pages, each of which may be empty', () => {
    const { listed, asked } = list((at) => page([], `cursor ${at}`));
    expect(asked).toHaveLength(limits.listPages);
    expect(listed.stop).toMatchObject({ rule: 'listing-limit', actual: 'more' });
  });

  it.each([
    ['timeout', 'listing-failed', 'timeout'],
    ['out-of-time', 'listing-limit', '1 pages so far'],
  ] as const)('that gets %s keeps what arrived and says so', (reason, rule, actual) => {
    const error = { reason, message: 'It took too long.', words: 'It took too long.' };
    const { listed } = list((at) => (at === 0 ? page([dynamic('a')], 'n') : { ok: false, error }));
    expect(names(listed)).toEqual(['a']);
    expect(listed.stop).toMatchObject({
      rule,
      actual,
      message: 'It took too long; the entries loaded so far are kept.',
    });
  });

  it('says what is wrong with its pages once', () => {
    const { listed } = run(listSkills(planContext({ protocolVersion: '2026-07-28' })), (at) =>
      page([], at === 0 ? 'n' : undefined),
    );
    expect(listed.problems.map(({ field }) => field)).toEqual([
      'result.ttlMs',
      'result.cacheScope',
      'result.resultType',
    ]);
  });
});

describe('an entry of a method that several dialects have', () => {
  const draft = (name: string): Record<string, unknown> => ({
    ...dynamic(name),
    resources: [{ uri: `skill://${name}/SKILL.md`, digest: `sha256:${'a'.repeat(64)}` }],
  });
  const generated = (name: string): Record<string, unknown> => ({
    ...dynamic(name),
    resources: undefined,
  });
  const dialectsOf = (...pages: readonly (readonly unknown[])[]): string[] => {
    const { listed } = list((at) =>
      page(pages[at] ?? [], at + 1 < pages.length ? `${at}` : undefined),
    );
    return [
      ...listed.entries.map(({ dialect }) => dialect),
      ...listed.refused.map(({ dialect, problem }) => `${dialect} ${problem.rule}`),
    ];
  };

  it('is a draft’s while nothing in the listing is final', () => {
    expect(dialectsOf([draft('a'), generated('b')])).toEqual([
      'skills-ext-draft',
      'skills-ext-draft',
    ]);
    expect(dialectsOf([draft('a')], [dynamic('b')], [draft('c')])).toEqual([
      'skills-ext-draft',
      'skills-ext',
      'skills-ext resource-size',
    ]);
    expect(dialectsOf([draft('a'), dynamic('b')])).toEqual([
      'skills-ext',
      'skills-ext resource-size',
    ]);
    // Without any digest in the page nothing shows that it is a draft.
    expect(dialectsOf([generated('a')])).toEqual(['skills-ext resources-missing']);
  });

  it('is SEP-2076’s when it is a bare name, and that or nothing is declared', () => {
    const named = { name: 'a', description: 'd' };
    const asDeclared = (declared: readonly ('sep-2076' | 'skills-ext')[]): string[] => {
      const { listed } = run(listSkills(planContext({ declared })), () => page([named]));
      return [...listed.entries, ...listed.refused].map(({ dialect }) => dialect);
    };
    expect(asDeclared([])).toEqual(['sep-2076']);
    expect(asDeclared(['skills-ext', 'sep-2076'])).toEqual(['sep-2076']);
    expect(asDeclared(['skills-ext'])).toEqual(['skills-ext']);
  });
});
