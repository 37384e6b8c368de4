import { describe, expect, it } from 'vitest';
import type { SkillDetail } from '../../shared/model/detail.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import { filesDecided, stillPicked } from './bulk-selection.ts';
import { skillKey } from './state.ts';
import { aSkill } from './testing/fixtures.ts';

const of = (...rows: SkillRow[]): Map<string, Map<string, SkillRow>> =>
  new Map([['acme', new Map(rows.map((one) => [one.uri, one]))]]);
const a = aSkill('acme', 'a', { setDigest: 'sha256:a' });
const b = aSkill('acme', 'b', { setDigest: 'sha256:b' });
const picked = new Set([a, b].map(({ server, uri }) => skillKey(server, uri)));
const keyOfA = skillKey(a.server, a.uri);

describe('selected skills', () => {
  it('stay selected while unchanged', () => {
    expect(stillPicked(picked, of(a, b), of(b, { ...a, record: 'decided' }))).toBe(picked);
  });

  it.each([
    ['is another server\u2019s', { ...b, identity: 'sha256:other' }],
    ['has other files', { ...b, setDigest: 'sha256:other' }],
    ['says something else', { ...b, metadataDigest: 'sha256:other' }],
    ['cannot be bound any more', { ...b, setDigest: null }],
  ])('lose one that %s', (_, other) => {
    expect([...stillPicked(picked, of(a, b), of(a, other))]).toEqual([keyOfA]);
  });

  it('lose one that is gone, even if another replaces it', () => {
    const gone = stillPicked(picked, of(a, b), of(a));
    expect([...gone]).toEqual([keyOfA]);
    expect([...stillPicked(gone, of(a), of(a, b))]).toEqual([keyOfA]);
  });

  it('stay selected when the person’s own loading gives them a set', () => {
    const unread = { ...b, setDigest: null };
    expect(stillPicked(picked, of(a, unread), of(a, b))).toBe(picked);
  });
});

describe('the files that a decision counts as shown', () => {
  const files = [{ uri: 'skill://a/SKILL.md', path: 'SKILL.md', digest: 'sha256:1' }];
  const details = new Map([
    [keyOfA, { detail: { row: a, files } as unknown as SkillDetail, stale: true, error: null }],
  ]) as unknown as Parameters<typeof filesDecided>[0];

  it('are those of the content being decided about', () => {
    expect(filesDecided(details, a)).toBe(files);
  });

  it('exclude earlier content', () => {
    expect(filesDecided(details, { ...a, setDigest: 'sha256:swapped' })).toEqual([]);
    expect(filesDecided(details, b)).toEqual([]);
  });
});
