import { expect, it } from 'vitest';
import type { AppEvent } from '../../../shared/contract.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import {
  entryOf,
  failed,
  failureOn,
  file,
  identity,
  unvouched,
  verified,
} from '../../core/skill-state/held.fixture.ts';
import { createCatalogue } from './catalogue.ts';
import type { CatalogueSkill } from './server.ts';
import { guide, stage, uri } from './testing/stage.ts';
import { skillRow } from './views.ts';

/** Mulberry32: the same numbers from the same seed, on every machine. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const entries = [
  entryOf(),
  entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] }),
  entryOf({ frontmatter: { name: 'refunds', description: 'else' } }),
  entryOf({ files: 'dynamic' }),
  unvouched(),
  unvouched({
    raw: 'archived',
    archives: [{ url: 'skill://acme/refunds.zip', digest: `sha256:${'c'.repeat(64)}` }],
  }),
  unvouched({ known: [file('SKILL.md', 'main')], raw: 'known' }),
];
const deny = [{ name: 'no', effect: 'deny', server: { url: 'https://acme.example/**' } }];
const digests = (letter: string) => [
  { path: 'SKILL.md', uri, digest: `sha256:${letter.repeat(64)}` },
];

type Stage = ReturnType<typeof stage>;

/** Everything that can happen, each with a choice of its own. */
function moves({ happen, clock, now }: Stage, pick: <T>(of: readonly T[]) => T): (() => void)[] {
  const soon = (): string => new Date(clock.now() + 500).toISOString();
  return [
    () => happen.list(pick(entries)),
    () => happen.list(entryOf()),
    () => happen.ask(),
    () => happen.read(pick([uri, guide]), pick([verified, failed(), failed({ check: 'read' })])),
    () => happen.read(pick([uri, guide]), verified),
    () => happen.readAll(digests(pick(['a', 'b']))),
    () => happen.refuse(),
    // Only dynamic content is allowed for a session.
    () => void (now()?.entry.files.kind === 'dynamic' && happen.allowSession()),
    () => happen.decideElsewhere('approved', pick([{}, { expiresAt: soon() }])),
    () => happen.decideElsewhere(pick(['denied', 'none'])),
    () => happen.failElsewhere(failureOn(pick([uri, guide]), new Date(clock.now()).toISOString())),
    () => happen.setPolicy(pick([null, deny])),
    () => happen.pass(pick([1, 400, 900])),
    () => happen.withdraw(),
  ];
}

/** The rows as a page has them that heard every event. */
function heard(events: readonly AppEvent[]): Map<string, SkillRow> {
  const rows = new Map<string, SkillRow>();
  for (const event of events) {
    if (event.type === 'skills-put') for (const row of event.skills) rows.set(row.uri, row);
    if (event.type === 'skills-removed') for (const gone of event.uris) rows.delete(gone);
  }
  return rows;
}

/** The same computed from nothing but what is held, decided and in force at this moment. */
function afresh({ store, policy, clock, server, now }: Stage): CatalogueSkill | null {
  const catalogue = createCatalogue({
    approvals: store,
    answers: { find: () => [], others: () => [] },
    policy,
    clock,
  });
  const place = { server: catalogue.add(server.configured), uri };
  const held = now()?.held ?? null;
  catalogue.updateAll([{ place, step: () => held }]);
  return catalogue.at(place);
}

/** What was met in all runs together. */
const met = { standings: new Set<string>(), lines: new Set<string>() };

it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'whatever happens in whatever order, all say the same as a fresh computation (seed %i)',
  async (seed) => {
    const next = numbers(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
    const at = stage();
    /** Approvals that were seen to have ended, by the id of their record. */
    const ended = new Set<string>();
    for (let step = 0; step < 120; step += 1) {
      pick(moves(at, pick))();
      // Sometimes more happens before the journal has written.
      if (next() < 0.3) continue;
      await at.seen.settled();
      const now = at.now();
      const fresh = afresh(at);
      expect(now?.standing).toEqual(fresh?.standing);
      expect(now?.entry).toEqual(fresh?.entry);
      expect(now?.record).toEqual(fresh?.record);
      expect([...heard(at.events).values()]).toEqual(now === null ? [] : [skillRow(now)]);
      if (now === null) continue;
      const { record, standing, entry, held } = now;
      met.standings.add(standing.kind);
      // What failed is kept in the file, and nothing else is.
      const kept = at.store.failures(identity, uri).map(({ file: on }) => on);
      expect([...held.mismatches.keys()].sort()).toEqual(kept.sort());
      // No approval comes back by itself, whatever becomes of the content or the time.
      if (standing.kind === 'approved') expect(ended).not.toContain(record?.id);
      const isOver =
        standing.kind === 'expired' ||
        (standing.kind === 'changed' && entry.files.kind !== 'unknown');
      if (record !== null && isOver) ended.add(record.id);
      // What a session was allowed ends with any other content.
      if (held.sessionAllowed) expect(entry.files.kind).toBe('dynamic');
    }
    const written = (action: string): string[] =>
      at.lines.filter((line) => line.action === action).map(({ detail }) => detail);
    expect(written('expired')).toEqual([...new Set(written('expired'))]);
    expect(written('policy-applied').length).toBeLessThanOrEqual(1);
    for (const { action } of at.lines) met.lines.add(action);
  },
);

it('has met every standing and every line of the journal in these orders', () => {
  expect([...met.standings].sort()).toEqual([
    'approved',
    'blocked',
    'cannot-tell',
    'changed',
    'denied',
    'expired',
    'refused',
    'session',
    'undecided',
  ]);
  expect([...met.lines].sort()).toEqual([
    'changed-seen',
    'expired',
    'policy-applied',
    'verification-cleared',
    'verification-failed',
  ]);
});
