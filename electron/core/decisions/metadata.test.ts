import { describe, expect, it } from 'vitest';
import { metadataDigest, metadataDigestOf, metadataOf } from './display.ts';

const entry = (frontmatter: object, name = 'refunds', description = 'Process refunds') => ({
  name,
  description,
  frontmatter: frontmatter as Record<string, unknown>,
});
const of = (frontmatter: object): string => metadataDigestOf(entry(frontmatter));

describe('what an entry says beside its files', () => {
  it('is its frontmatter, with the name and description that are shown where it has none', () => {
    expect(metadataOf(entry({ description: 'D', license: 'MIT' }))).toEqual({
      name: 'refunds',
      description: 'D',
      license: 'MIT',
    });
    expect(metadataOf(entry({}, 'refunds', ''))).toEqual({ name: 'refunds' });
  });
  it('has another digest for another description, tool or field, and for a field that is gone', () => {
    const all = [
      of({}),
      of({ description: 'Other' }),
      of({ 'allowed-tools': 'Bash(*)' }),
      of({ 'allowed-tools': ['Bash(*)'] }),
      of({ metadata: { hooks: 'x' } }),
      of({ license: null }),
      metadataDigestOf(entry({}, 'other')),
      metadataDigestOf(entry({}, 'refunds', 'Other words')),
      of(JSON.parse('{"__proto__": {"a": 1}}') as object),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
  it('has one digest in whatever order it is written', () => {
    expect(of({ a: { b: 1, c: 2 }, d: 3 })).toBe(of({ d: 3, a: { c: 2, b: 1 } }));
    expect(metadataDigest({ name: 'é' })).toBe(
      'sha256:2f16b8477146a1b2ba7d6bb7cf7c9979c191cc2838a107dbf5f0d920b4cb3ba1',
    );
  });
  it('has a digest whatever JSON a server writes, the same once it was kept and read again', () => {
    const hostile = JSON.parse('{"a": "\\ud800", "\\udfff": 1e999, "b": -0}') as Record<
      string,
      unknown
    >;
    const kept = JSON.parse(JSON.stringify(hostile)) as Record<string, unknown>;
    expect(metadataDigest(kept)).toBe(metadataDigest(hostile));
    expect(of({ a: '\ud800' })).not.toBe(of({ a: '\ud801' }));
  });
});
