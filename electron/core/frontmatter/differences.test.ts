import { describe, expect, it } from 'vitest';
import { compareFrontmatter } from './differences.ts';

describe('comparing frontmatter', () => {
  it.each([
    [
      { a: 1, b: { c: [1, 2] } },
      { b: { c: [1, 2] }, a: 1 },
    ],
    [{ a: 1, license: null }, { a: 1 }],
    [{ m: { x: null } }, { m: {} }],
    [{ a: 0 }, { a: -0 }],
  ])('finds %j and %j identical', (entry, actual) => {
    expect(compareFrontmatter(entry, actual)).toEqual([]);
  });

  it.each([
    [{ a: 1 }, { a: '1' }, [{ field: 'a', expected: '1', actual: '"1"' }]],
    [{}, { hooks: { Stop: 'x' } }, [{ field: 'hooks', actual: '{"Stop":"x"}' }]],
    [{ 'allowed-tools': 'Read' }, {}, [{ field: 'allowed-tools', expected: '"Read"' }]],
    [
      { m: { a: [1, 2] } },
      { m: { a: [2, 1] } },
      [
        { field: 'm.a[0]', expected: '1', actual: '2' },
        { field: 'm.a[1]', expected: '2', actual: '1' },
      ],
    ],
    [{ a: [1] }, { a: [1, null] }, [{ field: 'a', expected: '[1]', actual: '[1,null]' }]],
    [{ a: {} }, { a: [] }, [{ field: 'a', expected: '{}', actual: '[]' }]],
    [{ a: false }, {}, [{ field: 'a', expected: 'false' }]],
    [{ a: '' }, {}, [{ field: 'a', expected: '""' }]],
    [
      { a: 'cafe\u0301' },
      { a: 'caf\u00e9' },
      [{ field: 'a', expected: '"cafe\u0301"', actual: '"caf\u00e9"' }],
    ],
    // If a server differs only in invisible characters, the two texts must not look the same.
    [
      { a: 'x' },
      { a: 'x\u200b\u202e' },
      [{ field: 'a', expected: '"x"', actual: String.raw`"x\u200b\u202e"` }],
    ],
    [{ 'k\u202ey': 1 }, {}, [{ field: String.raw`k\u{202E}y`, expected: '1' }]],
  ])('names what differs (case %#)', (entry, actual, differences) => {
    expect(compareFrontmatter(entry, actual)).toEqual(differences);
  });

  it('compares prototype keys like any other', () => {
    const entry = JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>;
    expect(compareFrontmatter(entry, {})).toEqual([{ field: '__proto__', expected: '{"a":1}' }]);
    expect(compareFrontmatter({}, { constructor: 'x' })).toEqual([
      { field: 'constructor', actual: '"x"' },
    ]);
  });

  it('lists one hundred differences and counts the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]));
    const found = compareFrontmatter(many, {});
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.field).toBe('… and 50 more');
  });
});
