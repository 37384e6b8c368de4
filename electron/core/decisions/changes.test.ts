import { describe, expect, it } from 'vitest';
import { entryOf, recordOn } from '../held/held.fixture.ts';
import { isDescribedOtherwise, metadataChanges } from './changes.ts';

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
