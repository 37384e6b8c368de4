import { describe, expect, it } from 'vitest';
import { officialDefects } from '../../../e2e/servers/defects/official.ts';
import { drawn, failing } from './drawn.ts';

describe('a draw', () => {
  it('is of 42 defects', () => {
    expect(Object.keys(officialDefects)).toHaveLength(42);
  });

  it.each([101, 102, 103, 104, 105])('plants five that all show beside each other: %i', (seed) => {
    const names = drawn(seed);
    expect(new Set(names).size).toBe(5);
    const shown = failing(names);
    for (const name of names)
      for (const id of officialDefects[name]?.breaks ?? []) expect([...shown.keys()]).toContain(id);
    expect(drawn(seed)).toEqual(names);
  });

  it('leaves nothing to fix without defects, and differs with another seed', () => {
    expect(failing([]).size).toBe(0);
    expect(drawn(1)).not.toEqual(drawn(2));
  });
});
