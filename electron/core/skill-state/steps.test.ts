import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { decided, selfComputed, relisted } from './steps.ts';
import {
  archiveFailureOf,
  failureOf as failureIn,
  archiveRefused,
  read,
  readWhole,
} from './read.ts';
import {
  entryOf,
  failed,
  failureOn,
  file,
  guide,
  heldOf,
  identity,
  recordOn,
  unvouched,
  uri,
  verified,
  type Changes,
} from './held.fixture.ts';
import { inForce, standingOf, lapses } from './standing.ts';
import { remembering } from './restored-state.ts';
import {
  doubted,
  listed,
  needsReadAll,
  related,
  withSession,
  type SkillState,
  type WholeSkillRead,
} from './skill.ts';
import { everything } from '../../../shared/host/failures.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';

const fresh = (held: SkillState, entry: SkillEntry, at = 5_000): SkillState =>
  relisted(held, { entry, at, ttlMs: null });
const failureOf = (held: SkillState) => failureIn(held, inForce(held, null));
const reading = (held: SkillState, on: string, verdict: FileCheck, asked = held): SkillState =>
  read(held, { asked, file: on, verdict, observed: null });
const whole = (held: SkillState, ...texts: string[]): SkillState =>
  readWhole(held, {
    asked: held,
    reading: {
      files: texts.map((text, at) => file(at === 0 ? 'SKILL.md' : `${at}.md`, text)),
      frontmatter: { name: 'refunds' },
      integrity: 'self-computed',
      archive: null,
    },
    verdicts: new Map(
      texts.map((_, at) => [file(at === 0 ? 'SKILL.md' : `${at}.md`, '').uri, selfComputed]),
    ),
    notes: [],
  });

it('skills of which nothing is known yet share the maps that say so', () => {
  const given = { entry: entryOf(), at: 0, ttlMs: null };
  const maps = (held: SkillState) => Object.values(held).filter((part) => part instanceof Map);
  const [first, second] = [listed(given), listed(given)];
  expect(maps(first)).toHaveLength(7);
  maps(first).forEach((map, at) => expect(map).toBe(maps(second)[at]));
  // A file received once can't vary.
  const once = reading(first, uri, verified);
  expect([once.varied, second.varied].map(({ size }) => size)).toEqual([0, 0]);
  expect(once.varied).toBe(second.varied);
});

describe('reading a file', () => {
  it('keeps the verdict and leaves the value that was held as it was', () => {
    const held = heldOf();
    const next = reading(held, uri, verified);
    expect(next.verdicts.get(uri)).toBe(verified);
    expect(held.verdicts.size).toBe(0);
  });

  it.each(['cancelled', 'server-unavailable', 'too-many-requests'] as const)(
    'that gave nothing because it was %s says nothing',
    (reason) => {
      const held = heldOf();
      expect(reading(held, uri, { status: 'unverifiable', reason, message: '' })).toBe(held);
    },
  );

  it('that contradicts the promise refuses the skill, also when a later one matches', () => {
    const bad = reading(heldOf(), guide, failed());
    expect(failureOf(bad)).toMatchObject({ rule: 'verification-failed', field: guide });
    expect(failureOf(reading(bad, guide, verified))).toMatchObject({ field: guide });
  });

  it('that gave no content refuses the skill until one gives it', () => {
    const gone = reading(heldOf(), guide, failed({ check: 'read' }));
    expect(failureOf(gone)).not.toBeNull();
    expect(failureOf(reading(gone, guide, verified))).toBeNull();
  });

  it('is dropped when a fresh entry with another promise came before the answer', () => {
    const asked = heldOf();
    const now = fresh(
      asked,
      entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] }),
    );
    expect(reading(now, guide, failed(), asked)).toBe(now);
    expect(reading(now, guide, verified, asked)).toBe(now);
  });

  it('counts when the fresh entry repeats the promise, but late it clears nothing', () => {
    const asked = reading(heldOf(), guide, failed());
    const now = fresh(asked, entryOf());
    expect(
      failureOf(reading(fresh(heldOf(), entryOf()), guide, failed(), heldOf())),
    ).not.toBeNull();
    expect(failureOf(reading(now, guide, verified, asked))).not.toBeNull();
    expect(failureOf(reading(now, guide, verified))).toBeNull();
  });

  it('clears what it was asked for although the server was listed once more meanwhile', () => {
    const asked = fresh(reading(heldOf(), guide, failed()), entryOf());
    const now = fresh(asked, entryOf());
    expect(failureOf(reading(now, guide, verified, asked))).toBeNull();
    // Another failure since then needs a fresh entry of its own.
    const again = fresh(reading(now, guide, failed()), entryOf());
    expect(failureOf(reading(again, guide, verified, asked))).not.toBeNull();
  });

  it('of SKILL.md is dropped when the fresh entry has another frontmatter', () => {
    const asked = heldOf();
    const now = fresh(asked, entryOf({ frontmatter: { name: 'refunds', description: 'x' } }));
    expect(reading(now, uri, verified, asked)).toBe(now);
    expect(reading(now, guide, verified, asked).verdicts.get(guide)).toBe(verified);
  });

  it('of a skill without a manifest is dropped after a later *Read all*', () => {
    const asked = heldOf(unvouched());
    const now = whole(asked, 'main');
    expect(reading(now, uri, failed(), asked)).toBe(now);
  });

  it('of a skill without a manifest that differs undoes the reading of the whole', () => {
    const held = whole(heldOf(unvouched()), 'main');
    const next = read(held, {
      asked: held,
      file: uri,
      verdict: failed(),
      observed: file('SKILL.md', 'else'),
    });
    expect(next.reading).toBeNull();
    expect(next.observed.get(uri)?.digest).toBe(sha256('else'));
    // Nobody promised anything: a change, not a failure.
    expect(failureOf(next)).toBeNull();
  });
});

describe('a fresh entry', () => {
  it('keeps what was checked of files of which it says the same, and nothing else', () => {
    const held = reading(reading(heldOf(), uri, verified), guide, verified);
    const next = fresh(
      held,
      entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] }),
    );
    expect([...next.verdicts.keys()]).toEqual([uri]);
  });

  it('with another frontmatter means another check of SKILL.md alone', () => {
    const held = reading(reading(heldOf(), uri, verified), guide, verified);
    const next = fresh(held, entryOf({ frontmatter: { name: 'refunds', description: 'new' } }));
    expect([...next.verdicts.keys()]).toEqual([guide]);
  });

  it('clears no mismatch by itself, whether it repeats the promise or makes another', () => {
    const bad = reading(heldOf(), guide, failed());
    const other = entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] });
    for (const entry of [entryOf(), other]) {
      const next = fresh(bad, entry);
      expect(failureOf(next)).not.toBeNull();
      expect(failureOf(reading(next, guide, verified))).toBeNull();
    }
  });

  it('without the file is refused no more, and with it again is, until it matches', () => {
    const without = entryOf({ files: [file('SKILL.md', 'main')] });
    const next = fresh(reading(heldOf(), guide, failed()), without);
    expect(failureOf(next)).toBeNull();
    const again = fresh(next, entryOf());
    expect(failureOf(again)).toMatchObject({ field: guide });
    expect(failureOf(reading(again, guide, verified))).toBeNull();
  });

  it.each([
    ['dynamic', entryOf({ files: 'dynamic' })],
    ['that nobody knows', unvouched()],
  ])('with content %s may have the file that failed', (_, entry) => {
    const bad = reading(heldOf(), guide, failed());
    expect(failureOf(fresh(bad, entry))).toMatchObject({ field: guide });
    expect(failureOf(fresh(heldOf(), entry))).toBeNull();
  });

  it('ends what a session was allowed unless it is dynamic, too', () => {
    const held = withSession(heldOf(entryOf({ files: 'dynamic' })), true);
    expect(fresh(held, entryOf({ files: 'dynamic' })).sessionAllowed).toBe(true);
    expect(fresh(held, entryOf()).sessionAllowed).toBe(false);
    expect(fresh(held, unvouched()).sessionAllowed).toBe(false);
  });

  it('of another archive forgets everything that was unpacked and read', () => {
    const next = fresh(whole(heldOf(archived('sha256:1')), 'main'), archived('sha256:2'));
    expect(next.reading).toBeNull();
    expect(next.verdicts.size).toBe(0);
  });

  it('asked for by URI stays a listed one where it was listed', () => {
    expect(fresh(heldOf(), entryOf({ origin: 'by-uri' })).listed.origin).toBe('listed');
    expect(fresh(heldOf(entryOf({ origin: 'by-uri' })), entryOf()).listed.origin).toBe('listed');
  });
});

const zip = 'skill://a.zip';
const archived = (digest: string, changes: Changes = {}): SkillEntry =>
  unvouched({ archives: [{ url: zip, digest }], raw: { digest }, ...changes });
/** The result of unpacking the current archive as promised. */
const unpacking = (held: SkillState, asked = held): SkillState => {
  const files = [{ ...file('SKILL.md', 'main'), uri: `${zip}#SKILL.md` }];
  const of = { frontmatter: {}, integrity: 'archive', archive: held.listed.archives[0]?.digest };
  return readWhole(held, {
    asked,
    reading: { files, ...of } as WholeSkillRead,
    verdicts: new Map(files.map((one) => [one.uri, verified])),
    notes: [],
  });
};
const refusing = (
  held: SkillState,
  check: 'digest' | 'frontmatter' | 'archive' = 'digest',
  asked = held,
): SkillState =>
  archiveRefused(held, asked, {
    archive: zip,
    check,
    problem: { rule: 'archive-digest', message: '', expected: 'sha256:1', actual: 'sha256:b' },
  });

describe('an archive that must not be used', () => {
  it.each([
    ['the same', archived('sha256:1')],
    ['the same with a field more', archived('sha256:1', { raw: { note: 1 } })],
    ['one with another digest', archived('sha256:2')],
    ['one at another address', unvouched({ archives: [{ url: 'x:b.zip', digest: 'sha256:1' }] })],
    ['dynamic content', entryOf({ files: 'dynamic' })],
  ])('refuses the skill also when a fresh entry announces %s', (_, entry) => {
    const bad = refusing(heldOf(archived('sha256:1')));
    expect(failureOf(bad)).toMatchObject({ rule: 'archive-digest' });
    expect(failureOf(fresh(bad, entry))).toMatchObject({ rule: 'archive-digest' });
  });

  it('is cleared by a fresh entry and unpacking what it announces, and by neither alone', () => {
    const bad = refusing(heldOf(archived('sha256:1')));
    expect(failureOf(unpacking(bad))).not.toBeNull();
    expect(archiveFailureOf(unpacking(bad))).not.toBeNull();
    const next = fresh(bad, archived('sha256:1'));
    expect(failureOf(next)).not.toBeNull();
    expect(failureOf(unpacking(next, bad))).not.toBeNull();
    expect(failureOf(unpacking(next))).toBeNull();
    expect(failureOf(unpacking(fresh(bad, archived('sha256:2'))))).toBeNull();
  });

  it('does not refuse what the server lists file by file, nor does that clear it', () => {
    const listed = fresh(refusing(heldOf(archived('sha256:1'))), entryOf());
    expect(failureOf(listed)).toBeNull();
    expect(failureOf(fresh(listed, archived('sha256:1')))).not.toBeNull();
  });

  it('counts when a fresh entry announces the same before the answer, and no other', () => {
    const asked = heldOf(archived('sha256:1'));
    const same = fresh(asked, archived('sha256:1'));
    expect(failureOf(refusing(same, 'digest', asked))).not.toBeNull();
    const other = fresh(asked, archived('sha256:2'));
    expect(refusing(other, 'digest', asked)).toBe(other);
    const described = fresh(asked, archived('sha256:1', { frontmatter: { name: 'other' } }));
    expect(refusing(described, 'frontmatter', asked)).toBe(described);
  });
});

describe('more failures than are kept', () => {
  const many = failureOn(everything, new Date(500).toISOString(), { check: 'too-many' });
  const both = (held: SkillState): SkillState =>
    reading(reading(held, uri, verified), guide, verified);

  it('refuse the skill until every file matches', () => {
    const held = remembering(heldOf(), [], [many]);
    expect(failureOf(reading(held, guide, verified))).not.toBeNull();
    expect(failureOf(both(held))).toBeNull();
  });

  const kept: FileCheck = { status: 'verified', checkedAt: '2026-11-01T00:00:00.000Z' };

  it('are not cleared by what matched in an earlier session', () => {
    const before = { ...heldOf(), verdicts: new Map([[guide, kept]]) };
    const held = remembering(before, [], [many]);
    expect(held.verdicts.size).toBe(0);
    expect(failureOf(reading(held, uri, verified))).not.toBeNull();
    const late = fresh({ ...held, verdicts: new Map([[guide, kept]]) }, entryOf(), 10_000);
    const beside = { ...late, verdicts: new Map([[guide, kept]]) };
    expect(failureOf(reading(beside, uri, verified))).not.toBeNull();
    expect(failureOf(both(beside))).toBeNull();
  });

  it('need each file to match again after a fresh entry', () => {
    const held = remembering(both(heldOf()), [], [many]);
    expect(failureOf(both(held))).not.toBeNull();
    const next = fresh(held, entryOf(), 10_000);
    expect(failureOf(reading(next, guide, verified))).not.toBeNull();
    expect(failureOf(both(next))).toBeNull();
    const again = fresh(reading(next, guide, verified), entryOf(), 11_000);
    expect(failureOf(reading(again, uri, verified))).toBeNull();
  });

  it('are not cleared by content of which nothing is promised', () => {
    const held = remembering(heldOf(entryOf({ files: 'dynamic' })), [], [many]);
    expect(failureOf(both(held))).not.toBeNull();
    expect(failureOf(whole(remembering(heldOf(unvouched()), [], [many]), 'main'))).not.toBeNull();
  });

  it('are cleared for an archive by unpacking it', () => {
    const held = remembering(heldOf(archived('sha256:1')), [], [many]);
    expect(failureOf(held)).not.toBeNull();
    expect(failureOf(unpacking(held))).toBeNull();
  });

  it('of the whole server are no skill’s', () => {
    const held = heldOf();
    expect(remembering(held, [], [{ ...many, uri: everything }])).toBe(held);
  });
});

describe('reading everything', () => {
  it('gives the skill its files, and forgets what was observed and refused before', () => {
    const before = { ...heldOf(unvouched()), observed: new Map([[uri, file('SKILL.md', 'x')]]) };
    const held = whole(before, 'main', 'more');
    expect(needsReadAll(before)).toBe(true);
    expect(needsReadAll(held)).toBe(false);
    expect(held.observed.size).toBe(0);
    expect(inForce(held, null)).toMatchObject({
      integrity: 'self-computed',
      files: { files: [{ digest: sha256('main') }, { digest: sha256('more') }] },
    });
  });

  it('of an entry that is not held any more changes nothing', () => {
    const asked = heldOf(unvouched());
    const now = fresh(asked, unvouched({ raw: 'other' }));
    const late = { asked, reading: null, verdicts: new Map([[uri, verified]]), notes: [] };
    expect(readWhole(now, late)).toBe(now);
    expect(refusing(now, 'archive', asked)).toBe(now);
  });

  it('has to be done again when the server says that a file changed', () => {
    expect(needsReadAll(doubted(whole(heldOf(unvouched()), 'main')))).toBe(true);
  });

  it('remembers bytes that contradict the one digest that the server has published', () => {
    const held = heldOf(unvouched({ known: [file('SKILL.md', 'main')] }));
    const next = readWhole(held, {
      asked: held,
      reading: null,
      verdicts: new Map([[uri, failed()]]),
      notes: [],
    });
    expect(next.mismatches.get(uri)).toMatchObject({ asked: false });
    expect(failureOf(reading(next, uri, verified))).not.toBeNull();
  });

  it('clears it when the file has that digest after a fresh entry', () => {
    const entry = unvouched({ known: [file('SKILL.md', 'main')] });
    const next = fresh(reading(heldOf(entry), uri, failed()), entry);
    expect(failureOf(whole(next, 'other'))).not.toBeNull();
    expect(failureOf(whole(next, 'main'))).toBeNull();
  });
});

describe('a decision', () => {
  it('ends what a session was allowed, whoever made it', () => {
    const held = withSession(heldOf(entryOf({ files: 'dynamic' })), true);
    const denial = recordOn(entryOf(), { decision: 'denied' });
    expect(decided(held, denial).sessionAllowed).toBe(false);
    expect(decided(held, null).sessionAllowed).toBe(false);
  });

  it('is what files without a manifest are compared with from then on', () => {
    const held = whole(heldOf(unvouched()), 'main');
    const other = recordOn(inForce(whole(heldOf(unvouched()), 'other'), null));
    const differing = decided(held, other);
    expect(differing.verdicts.get(uri)).toMatchObject({ status: 'failed', check: 'digest' });
    const same = recordOn(inForce(held, null));
    expect(decided(differing, same).verdicts.get(uri)).toBe(selfComputed);
    expect(decided(differing, null).verdicts.get(uri)).toBe(selfComputed);
  });
});

describe('what the file of decisions keeps of failures', () => {
  const failure = failureOn(guide, new Date(500).toISOString());

  it('refuses the skill, and a match clears it because the entry came later', () => {
    const held = remembering(heldOf(), [], [failure]);
    expect(failureOf(held)).toMatchObject({ field: guide, expected: 'sha256:a' });
    expect(failureOf(reading(held, guide, verified))).toBeNull();
  });

  it('of another program since the entry came needs a fresh entry first', () => {
    const held = remembering(heldOf(), [], [failureOn(guide, new Date(9_000).toISOString())]);
    expect(failureOf(reading(held, guide, verified))).not.toBeNull();
    const next = fresh(held, entryOf(), 10_000);
    expect(failureOf(reading(next, guide, verified))).toBeNull();
  });

  it('does not bring back what was cleared here and is still on its way out of the file', () => {
    const cleared = reading(remembering(heldOf(), [], [failure]), guide, verified);
    expect(failureOf(remembering(cleared, [failure], [failure]))).toBeNull();
  });

  it('that another program cleared is cleared here', () => {
    const held = remembering(heldOf(), [], [failure]);
    expect(failureOf(remembering(held, [failure], []))).toBeNull();
  });

  it('that was seen here says no more when it comes back from the file', () => {
    const bad = fresh(reading(heldOf(), guide, failed()), entryOf());
    const same = remembering(bad, [], [failureOn(guide, new Date(9_000).toISOString())]);
    expect(same.mismatches.get(guide)?.asked).toBe(true);
  });
});

describe('an approval', () => {
  const other = entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] });
  const lapsing = (entry: SkillEntry, record = recordOn(entryOf()), held = heldOf(entry)) =>
    lapses(held, inForce(held, record), record);

  const standing = (entry: SkillEntry, record: ApprovalRecord) =>
    standingOf({
      held: heldOf(entry),
      entry,
      identity,
      target: null,
      record,
      failures: [],
      policy: { status: 'none' },
      store: { status: 'ready' },
      now: 3_000,
    });

  it('is invalidated when a different set is seen, or one that cannot be bound', () => {
    expect(lapsing(other)).toBe(true);
    expect(lapsing(entryOf({ files: 'dynamic' }))).toBe(true);
  });

  it.each([
    ['the approved set', entryOf(), recordOn(entryOf())],
    ['files that are not known at the moment', unvouched(), recordOn(entryOf())],
    ['a denied one', other, recordOn(entryOf(), { decision: 'denied' })],
    [
      'one that has lapsed',
      other,
      recordOn(entryOf(), { lapsed: { setDigest: null, at: '2026-01-01T00:00:00Z' } }),
    ],
  ])('is not invalidated by %s', (_, entry, record) => {
    expect(lapsing(entry, record)).toBe(false);
  });

  it.each<[string, Partial<SkillEntry>]>([
    ['another description', { description: 'Other' }],
    ['tools that were not asked for', { 'allowed-tools': 'Bash(*)' } as object],
    ['a field less', { license: null } as object],
  ])('lapses when the same files come with %s, and is changed meanwhile', (_, fields) => {
    const frontmatter = { name: 'refunds', description: 'Process refunds', license: 'MIT' };
    const approved = entryOf({ frontmatter });
    const now = entryOf({ frontmatter: { ...frontmatter, ...fields } });
    const record = recordOn(approved);
    expect(standing(approved, record)).toMatchObject({ kind: 'approved' });
    expect(standing(now, record)).toMatchObject({
      kind: 'changed',
      changes: { added: [], removed: [], modified: [] },
      metadata: true,
    });
    expect(lapsing(now, record)).toBe(true);
  });

  it('stands while a server that repeats a part of the frontmatter leaves out the rest, and no longer when it says otherwise', () => {
    const part = { frontmatterIsPart: true, frontmatter: { name: 'refunds' } };
    const record = recordOn(entryOf());
    expect(standing(entryOf(part), record)).toMatchObject({ kind: 'approved' });
    expect(lapsing(entryOf(part), record)).toBe(false);
    const otherwise = { ...part, frontmatter: { name: 'refunds', description: 'Other' } };
    expect(standing(entryOf(otherwise), record)).toMatchObject({ kind: 'changed' });
  });

  it('of what was read does not hide a listing that describes it otherwise by now', () => {
    const frontmatter = { name: 'refunds', description: 'Process refunds' };
    const listing = unvouched({ frontmatterIsPart: true, frontmatter });
    const held = whole(heldOf(listing), 'main');
    const record = recordOn(inForce(held, null), { integrity: 'self-computed' });
    expect(lapses(held, inForce(held, record), record)).toBe(false);
    const relied = fresh(
      held,
      unvouched({ frontmatterIsPart: true, frontmatter: { ...frontmatter, description: 'Other' } }),
    );
    expect(inForce(relied, record)).toMatchObject({ description: 'Other' });
    expect(lapses(relied, inForce(relied, record), record)).toBe(true);
  });

  it('lapses over a file that was read, and is another one, while the server publishes no digests', () => {
    const flat = heldOf(unvouched());
    const seen = (text: string) =>
      read(flat, {
        asked: flat,
        file: uri,
        verdict: selfComputed,
        observed: file('SKILL.md', text),
      });
    expect(lapsing(unvouched(), recordOn(entryOf()), seen('main'))).toBe(false);
    expect(lapsing(unvouched(), recordOn(entryOf()), seen('other'))).toBe(true);
  });

  it('is not invalidated by expiring', () => {
    expect(lapsing(entryOf(), recordOn(entryOf(), { expiresAt: '2000-01-01T00:00:00Z' }))).toBe(
      false,
    );
  });
});

it('relations that are the same leave the value the same', () => {
  const held = heldOf();
  const relations = {
    collisions: [{ where: 'b', uri }],
    alike: [{ name: 'a', where: 'b', uri }],
    astray: [{ target: 'mcp__a__b', why: 'it is not there' }],
    nested: ['x'],
    enclosing: null,
  };
  const next = related(held, relations);
  expect(next.relations).toEqual(relations);
  expect(related(next, structuredClone(relations))).toBe(next);
  expect(related(next, { ...relations, enclosing: 'y' })).not.toBe(next);
});
