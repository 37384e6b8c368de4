import { describe, expect, it } from 'vitest';
import { above, matchesIn, rowsOf, twinsIn, mostNodes, pathOf, scanJson } from './rows.ts';

const none = new Set<number>();
const noMatches = new Map<number, number>();
const drawn = (text: string, flipped = none): string[] =>
  rowsOf(text, scanJson(text).nodes, flipped, none, noMatches, none).map(
    ({ level, key, value }) => `${'-'.repeat(level)}${key ?? ''}${value}`,
  );
const paths = (text: string): string[] => {
  const { nodes } = scanJson(text);
  return nodes.map((_, index) => pathOf(nodes, index));
};

describe('a JSON text as a tree', () => {
  it('has every value with its path', () => {
    const text = '{ "a": [1, {"b c": "x\\"]"}], "d": {}, "e": null }';
    expect(drawn(text)).toEqual([
      ...['-{ 3 }', '--"a"[ 2 ]', '---1', '---{ 1 }', '----"b c""x\\"]"', '--"d"{}', '--"e"null'],
    ]);
    expect(paths(text)).toEqual([
      ...['$', '$.a', '$.a[0]', '$.a[1]', '$.a[1]["b c"]', '$.d', '$.e'],
    ]);
    expect(scanJson(text).stop).toBeNull();
  });

  it('shows repeated names and numbers as written', () => {
    const text = '{"a":1,"a":2,"n":12345678901234567890,"f":1e999}';
    expect(drawn(text).slice(1)).toEqual([
      ...['--"a"1', '--"a"2', '--"n"12345678901234567890', '--"f"1e999'],
    ]);
  });

  it('marks repeated names in an object, however they are written', () => {
    const text = String.raw`{"a":1,"\u0061":{"a":2,"b":3,"b":4},"c":[{"a":1},{"a":1}],"__proto__":1,"\x":1,"\x":2}`;
    const { nodes } = scanJson(text);
    expect([...twinsIn(nodes)].toSorted((a, b) => a - b).map((at) => pathOf(nodes, at))).toEqual([
      ...['$.a', String.raw`$["\u0061"]`, String.raw`$["\u0061"].b`, String.raw`$["\u0061"].b`],
      ...[String.raw`$["\x"]`, String.raw`$["\x"]`],
    ]);
    const rows = rowsOf(text, nodes, none, none, noMatches, twinsIn(nodes));
    expect(rows.filter(({ isTwin }) => isTwin)).toHaveLength(6);
  });

  it('collapses what a person collapses, and shows its size', () => {
    expect(drawn('{"a":[1,2,3],"b":1}', new Set([1]))).toEqual(['-{ 2 }', '--"a"[ 3 ]', '--"b"1']);
  });

  it('shows what comes before a cut or an error', () => {
    expect(drawn('{"a":[1,{"b":"half of a str').slice(1)).toEqual([
      ...['--"a"[ 2 ]', '---1', '---{}'],
    ]);
    for (const text of ['{"a":', '{"a"', '{a:1}', '[1}', '[,]', '{} x', '', '"open', '[1,2'])
      expect(scanJson(text).stop).toBe('broken');
  });

  it('reads very deep or large text without a stack, up to a limit', () => {
    const deep = 200_000;
    const { nodes, stop } = scanJson(`${'['.repeat(deep)}${']'.repeat(deep)}`);
    expect([nodes.length, stop]).toEqual([mostNodes, 'more']);
    expect(rowsOf('', nodes, none, none, noMatches, none).length).toBeLessThan(5);
    expect(pathOf(nodes, 2)).toBe('$[0][0]');
    const large = scanJson(`["${'\\n'.repeat(5_000_000)}${'x'.repeat(10_000_000)}",1]`);
    expect([large.nodes.length, large.stop]).toEqual([3, null]);
  });

  it('marks matches in place, and expands their parents', () => {
    const text = JSON.stringify({ a: { b: { c: ['no', 'the Needle', 'needles'] } } }, null, 2);
    const { nodes } = scanJson(text);
    const found = matchesIn(text, nodes, 'needle');
    expect([...found.keys()].map((index) => pathOf(nodes, index))).toEqual([
      '$.a.b.c[1]',
      '$.a.b.c[2]',
    ]);
    const long = JSON.stringify([`${'x'.repeat(500)} Needle`]);
    const { nodes: two } = scanJson(long);
    expect(rowsOf(long, two, none, none, matchesIn(long, two, 'needle'), none)[1]?.value).toBe(
      `…${'x'.repeat(19)} Needle"`,
    );
    expect([...above(nodes, found.keys())].map((index) => pathOf(nodes, index))).toEqual([
      ...['$.a.b.c', '$.a.b', '$.a', '$'],
    ]);
    expect([...matchesIn(text, nodes, '"c":["no"').keys()].map((at) => pathOf(nodes, at))).toEqual([
      '$.a.b.c',
    ]);
  });
});
