import { describe, expect, it } from 'vitest';
import { everything } from '../../../shared/host/failures.ts';
import type { Failure } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { decided, selfComputed, relisted } from './steps.ts';
import { failureOf as failureIn, read, readWhole } from './read.ts';
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
} from './held.fixture.ts';
import { inForce, standingOf } from './standing.ts';
import { remembering } from './restored-state.ts';
import type { SkillState } from './skill.ts';

const reading = (held: SkillState, on: string, verdict: FileCheck): SkillState =>
  read(held, { asked: held, file: on, verdict, observed: null });
const fresh = (held: SkillState, entry: SkillEntry): SkillState =>
  relisted(held, { entry, at: 5_000, ttlMs: null });
const failureOf = (held: SkillState) => failureIn(held, inForce(held, null));
const time = (ms: number): string => new Date(ms).toISOString();

describe('a promise', () => {
  const main = file('SKILL.md', 'main');
  const { digest: _, size: __, ...bare } = main;

  it('is that of the one file of which the server has published a digest, and of no other', () => {
    const held = heldOf(unvouched({ known: [main] }));
    expect(failureOf(reading(held, uri, failed()))).toMatchObject({ field: uri });
    expect(failureOf(reading(held, guide, failed()))).toBeNull();
    const nothing = heldOf(unvouched({ known: [bare] }));
    expect(failureOf(reading(nothing, uri, failed()))).toBeNull();
  });

  it('is that of every file in an archive with a digest, and in one without of none', () => {
    const of = (digest: object) => heldOf(unvouched({ archives: [{ url: 'x:a.zip', ...digest }] }));
    const announced = reading(of({ digest: 'sha256:1' }), guide, failed());
    expect(announced.mismatches.has(guide)).toBe(true);
    expect(reading(of({}), guide, failed()).mismatches.has(guide)).toBe(false);
  });

  it('is another one once the server publishes another digest of its one file', () => {
    const entry = unvouched({ known: [main] });
    const checked = reading(heldOf(entry), uri, verified);
    expect(fresh(checked, unvouched({ known: [main] })).verdicts.get(uri)).toBe(verified);
    for (const known of [[file('SKILL.md', 'new')], [bare], []])
      expect(fresh(checked, unvouched({ known })).verdicts.size).toBe(0);
  });

  it('that failed is not kept by reading everything but that file', () => {
    const entry = unvouched({ known: [{ ...bare, uri: guide, path: 'guide.md' }] });
    const held = fresh(remembering(heldOf(entry), [], [failureOn(guide, time(500))]), entry);
    const next = readWhole(held, {
      asked: held,
      reading: { files: [main], frontmatter: {}, integrity: 'self-computed', archive: null },
      verdicts: new Map([[uri, selfComputed]]),
      notes: [],
    });
    expect(next.mismatches.has(guide)).toBe(true);
  });
});

describe('a failure in the file of decisions', () => {
  it('is cleared by the next match where its entry came later, whatever else was checked', () => {
    const checked = reading(heldOf(), uri, verified);
    const held = remembering(checked, [], [failureOn(guide, time(500))]);
    expect(failureOf(held)).toMatchObject({ field: guide });
    expect(failureOf(reading(held, guide, verified))).toBeNull();
  });

  it.each<[string, Partial<Failure>]>([
    ['another promise', { expected: 'sha256:c' }],
    ['other bytes', { actual: 'sha256:c' }],
    ['another check', { check: 'size' }],
  ])('of %s than was seen here is one more, which needs a fresh entry', (_, changes) => {
    const bad = fresh(reading(heldOf(), guide, failed()), entryOf());
    const held = remembering(bad, [], [failureOn(guide, time(9_000), changes)]);
    expect(held.mismatches.get(guide)).toMatchObject({ asked: false, ...changes });
    expect(failureOf(reading(held, guide, verified))).not.toBeNull();
  });

  it('of the whole server refuses each of its skills', () => {
    const entry = entryOf();
    const standing = (failures: readonly Failure[]) =>
      standingOf({
        held: heldOf(entry),
        entry,
        identity,
        target: null,
        record: recordOn(entry),
        failures,
        policy: { status: 'none' },
        store: { status: 'ready' },
        now: 3_000,
      });
    expect(standing([])).toMatchObject({ kind: 'approved' });
    const wide = failureOn(everything, time(500), { uri: everything, check: 'too-many' });
    expect(standing([wide])).toMatchObject({ kind: 'refused' });
    // The skill's own refuse it by what is held of it.
    expect(standing([failureOn(guide, time(500))])).toMatchObject({ kind: 'approved' });
  });
});

it('a file that is not the approved one says so, with both digests', () => {
  const approved = recordOn(entryOf({ files: [file('SKILL.md', 'other')] }));
  const held: SkillState = {
    ...heldOf(unvouched()),
    reading: {
      files: [file('SKILL.md', 'main')],
      frontmatter: {},
      integrity: 'self-computed',
      archive: null,
    },
    verdicts: new Map([[uri, selfComputed]]),
  };
  expect(decided(held, approved).verdicts.get(uri)).toEqual({
    status: 'failed',
    check: 'digest',
    message: 'The file isn’t the one you approved.',
    expected: file('SKILL.md', 'other').digest,
    actual: file('SKILL.md', 'main').digest,
  });
});
