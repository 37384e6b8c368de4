import { describe, expect, it } from 'vitest';
import { unboundFields } from './unbound-fields.ts';
import { heldEntry } from './entry.fixture.ts';

describe('words that a decision does not bind', () => {
  it('are those beside frontmatter and files, with hidden characters visible and bounded', () => {
    const raw = {
      ...{ uri: 'skill://a/SKILL.md', title: 'Safe\u202E', other: 1 },
      ...{ keywords: ['a'], _meta: { approved: 'x'.repeat(500) } },
    };
    const found = unboundFields({ ...heldEntry(), raw });
    expect(found.map(({ field }) => field)).toEqual(['title', 'keywords', '_meta']);
    expect(found[0]?.value).toBe('"Safe\\u{202E}"');
    expect(found[2]?.value).toHaveLength(200);
  });
  it('are also those of the resource beside a manifest', () => {
    const raw = { resource: { title: 'T', _meta: { a: 1 } }, manifest: {} };
    expect(unboundFields({ ...heldEntry(), raw }).map(({ field }) => field)).toEqual([
      'title',
      '_meta',
    ]);
  });
  it('are none if the frontmatter has them, which a decision binds', () => {
    const entry = { ...heldEntry(), frontmatter: { title: 't' }, raw: { title: 't' } };
    expect(unboundFields(entry)).toEqual([]);
    expect(unboundFields({ ...heldEntry(), raw: 7 })).toEqual([]);
  });
});
