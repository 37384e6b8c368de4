import { describe, expect, it } from 'vitest';
import { entryOf, recordOn } from '../skill-state/held.fixture.ts';
import { sha256 } from '../digest.ts';
import { isDescribedOtherwise, metadataChanges } from './changes.ts';
import { metadataDigest, metadataDigestOf } from './display.ts';

const entry = entryOf({
  frontmatter: { name: 'refunds', description: 'Process refunds', license: 'MIT' },
});
const record = recordOn(entry);
const now = (frontmatter: Record<string, unknown>, frontmatterIsPart = false) => ({
  ...entryOf({ frontmatter }),
  ...(frontmatterIsPart ? { frontmatterIsPart } : {}),
});
const fields = (of: ReturnType<typeof now>): string[] =>
  metadataChanges(record, of).map(({ field }) => field);

describe('what an entry says of its skill', () => {
  it('is compared with what it said when it was approved, field by field', () => {
    const other = now({ name: 'refunds', description: 'Other words', model: 'big' });
    expect(fields(other).toSorted()).toEqual(['description', 'license', 'model']);
    expect(metadataChanges(record, entry)).toEqual([]);
    expect(metadataChanges(record, other).find(({ field }) => field === 'description')).toEqual({
      field: 'description',
      expected: '"Process refunds"',
      actual: '"Other words"',
    });
  });

  it('lacks nothing where its server repeats only a part, and says otherwise all the same', () => {
    expect(fields(now({ name: 'refunds' }, true))).toEqual([]);
    expect(fields(now({ name: 'refunds' }))).toContain('license');
    expect(fields(now({ name: 'refunds', license: 'GPL' }, true))).toEqual(['license']);
    expect(fields(now({ name: 'refunds', model: 'big' }, true))).toEqual(['model']);
  });

  it('is described otherwise only where something was approved', () => {
    const other = now({ name: 'refunds', description: 'Other words' });
    expect(isDescribedOtherwise(record, other)).toBe(true);
    expect(isDescribedOtherwise(record, entry)).toBe(false);
    expect(isDescribedOtherwise(null, other)).toBe(false);
    expect(isDescribedOtherwise({ ...record, decision: 'denied' }, other)).toBe(false);
  });
});

describe('what a server calls a file apart from its URI', () => {
  const main = 'skill://x';
  const calls = (one: string, two: string) =>
    entryOf({
      uri: main,
      root: `${main}/document`,
      dialect: 'index-documents',
      pathsAreStated: true,
      files: [
        { uri: main, path: 'SKILL.md', digest: sha256('main') },
        { uri: `${main}/document/1`, path: one, digest: sha256('one') },
        { uri: `${main}/document/2`, path: two, digest: sha256('two') },
      ],
    });
  const approved = recordOn(calls('notes.md', 'run.sh'));
  const swapped = calls('run.sh', 'notes.md');
  /** As versions before this one kept it. */
  const former = {
    ...approved,
    resources: approved.resources.map(({ uri, digest }) => ({ uri, digest })),
  };

  it('is compared with the path that was approved', () => {
    expect(metadataChanges(approved, calls('notes.md', 'run.sh'))).toEqual([]);
    expect(metadataChanges(approved, swapped)).toEqual([
      { field: 'path of skill://x/document/1', expected: '"notes.md"', actual: '"run.sh"' },
      { field: 'path of skill://x/document/2', expected: '"run.sh"', actual: '"notes.md"' },
    ]);
  });

  it('is ignored for older approvals, which kept none', () => {
    expect(metadataChanges(former, swapped)).toEqual([]);
    expect(former.setDigest).toBe(approved.setDigest);
  });

  it('is no word of an approval in another dialect, in which the URIs say it', () => {
    const other = { ...former, dialect: 'skill-root' };
    expect(metadataChanges(other, calls('1', '2'))).toEqual([]);
    expect(metadataChanges(other, calls('1', 'run.sh')).map(({ field }) => field)).toEqual([
      'path of skill://x/document/2',
    ]);
  });

  it('is in the digest of its words, the same of an entry and of the record of it', () => {
    const paths = new Map(
      approved.resources.flatMap(({ uri, path }) =>
        typeof path === 'string' ? [[uri, path] as const] : [],
      ),
    );
    expect(metadataDigestOf(swapped)).not.toBe(metadataDigestOf(calls('notes.md', 'run.sh')));
    expect(metadataDigest(approved.frontmatter, paths)).toBe(
      metadataDigestOf(calls('notes.md', 'run.sh')),
    );
  });
});
