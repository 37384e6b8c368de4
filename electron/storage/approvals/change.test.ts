import { describe, expect, it } from 'vitest';
import { everything } from '../../../shared/host/failures.ts';
import type { Failure } from '../../../shared/model/approval.ts';
import { skillKey } from './loaded-records.ts';
import { KeptFailures } from './change.ts';
import { acme, record } from '../testing/forge.ts';

const { uri, server } = record('a');
const failureOn = (file: string, changes: Partial<Failure> = {}): Failure => ({
  server,
  uri,
  file,
  check: 'digest',
  expected: 'sha256:a',
  actual: 'sha256:b',
  at: '2026-11-22T08:00:00.000Z',
  ...changes,
});
const all = (kept: KeptFailures): Failure[] => [...kept.bySkill.values()].flat();
const size = (kept: KeptFailures): number => JSON.stringify(all(kept)).length;

describe('failures of one skill', () => {
  it('are kept by name up to 64 files, and one stands for all others', () => {
    const kept = new KeptFailures(new Map());
    const changed = Array.from({ length: 200 }, (_, index) => kept.fail(failureOn(`f${index}`)));
    expect(changed.filter(Boolean)).toHaveLength(65);
    expect(all(kept)).toHaveLength(65);
    expect(all(kept).at(-1)).toMatchObject({ uri, file: everything, expected: null });
    // A file that is named fails differently: no more of them, and the last counts.
    expect(kept.fail(failureOn('f0', { actual: 'sha256:c' }))).toBe(true);
    expect(all(kept)).toHaveLength(65);
    expect(all(kept).at(-1)).toMatchObject({ file: 'f0', actual: 'sha256:c' });
  });

  it('that are cleared make room, and do not clear the one that stands for others', () => {
    const kept = new KeptFailures(new Map());
    for (let index = 0; index < 65; index += 1) kept.fail(failureOn(`f${index}`));
    for (let index = 0; index < 64; index += 1)
      expect(kept.clear(acme, uri, `f${index}`)).toBe(true);
    expect(all(kept).map(({ file }) => file)).toEqual([everything]);
    expect(kept.fail(failureOn('again'))).toBe(true);
    expect(all(kept).map(({ file }) => file)).toEqual([everything, 'again']);
    expect(kept.clear(acme, uri, everything)).toBe(true);
    expect(kept.clear(acme, uri, null)).toBe(true);
    expect(kept.clear(acme, uri, null)).toBe(false);
  });
});

describe('a server that fails under ever new names', () => {
  it('cannot grow the file without end, and is refused as a whole in the end', () => {
    const kept = new KeptFailures(new Map());
    const long = 'x'.repeat(1_500);
    for (let skill = 0; skill < 400; skill += 1)
      for (let index = 0; index < 4; index += 1)
        kept.fail(failureOn(`${long}${index}`, { uri: `skill://${skill}/${long}/SKILL.md` }));
    expect(size(kept)).toBeLessThan(640 * 1024);
    expect(kept.bySkill.get(skillKey(acme, everything))).toMatchObject([{ file: everything }]);
    expect(kept.fail(failureOn('one more', { uri: `skill://new/${long}/SKILL.md` }))).toBe(false);
  });

  it('with a name as long as an entry may be is refused as a whole at once', () => {
    const kept = new KeptFailures(new Map());
    expect(kept.fail(failureOn('x'.repeat(600_000)))).toBe(true);
    expect(all(kept).map(({ file }) => file)).toEqual([everything]);
    const named = `skill://${'x'.repeat(600_000)}/SKILL.md`;
    expect(kept.fail(failureOn('a.md', { uri: named }))).toBe(true);
    expect(all(kept).map((one) => [one.uri, one.file])).toEqual([
      [uri, everything],
      [everything, everything],
    ]);
  });

  it('takes no room from another server', () => {
    const kept = new KeptFailures(new Map());
    kept.fail(failureOn('a.md', { uri: 'x'.repeat(600_000) }));
    const other = { ...server, identity: { kind: 'http', url: 'https://other.example/' } } as const;
    expect(kept.fail(failureOn('a.md', { server: other }))).toBe(true);
    expect(all(kept).map(({ file }) => file)).toEqual([everything, 'a.md']);
  });
});
