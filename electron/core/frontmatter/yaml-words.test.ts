import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { plainMapping } from './plain-mapping.ts';
import { yamlMapping } from './yaml-mapping.ts';

const said = (yaml: string): string => {
  const parsed = parseFrontmatter(`---\n${yaml}\n---\n`);
  return parsed.ok ? 'accepted' : parsed.error.message;
};
const many = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const most = limits.frontmatterAliases;
const depth = limits.frontmatterDepth;

describe('frontmatter that is refused says', () => {
  it.each([
    ['that it is missing', 'name: a', 'The file does not start with a "---" line.'],
    ['that it does not end', '---\nname: a', 'The frontmatter has no closing "---" line.'],
    [
      'where it seems to end',
      '---\nname: a\n--- x\n---\n',
      'A line starts with "---" and continues; some readers end the frontmatter there. (line 3, column 4)',
    ],
    [
      'that it is too large',
      `---\n${'a'.repeat(limits.frontmatterBytes + 1)}\n---\n`,
      /^The frontmatter is larger than 64.KiB/,
    ],
    [
      'that it is too large in bytes, not letters',
      `---\nname: ${'é'.repeat(limits.frontmatterBytes / 2)}\n---\n`,
      /^The frontmatter is larger than 64.KiB/,
    ],
  ])('%s', (_, text, message) => {
    const parsed = parseFrontmatter(text);
    const found = parsed.ok ? 'accepted' : parsed.error.message;
    if (typeof message === 'string') expect(found).toBe(message);
    else expect(found).toMatch(message);
  });

  it.each([
    [
      'a: b\rc',
      'The frontmatter has the character U+000D, which ends a line only for some readers. (line 2, column 5)',
    ],
    [
      'a: b\u2028c',
      'The frontmatter has the character U+2028, which ends a line only for some readers. (line 2, column 5)',
    ],
    [
      'a: b\nc: \u0007',
      'The frontmatter has the character U+0007, which YAML does not allow. (line 3, column 4)',
    ],
    ['a: b\t', 'A line of the frontmatter starts or ends with a tab. (line 2, column 5)'],
    ['', 'The frontmatter is not a mapping of fields to values.'],
    ['# only this', 'The frontmatter is not a mapping of fields to values.'],
    ['- a', 'The frontmatter is not a mapping of fields to values.'],
    ['[a]', 'The frontmatter is not a mapping of fields to values.'],
    ['a: !b c', 'The frontmatter has a tag, which readers resolve differently. (line 2, column 4)'],
    ['%YAML 1.1', 'The frontmatter has a YAML directive. (line 2, column 1)'],
    [
      'a: b\n...',
      'The frontmatter ends a YAML document before its closing line. (line 3, column 1)',
    ],
    ['? a\n: b', 'The frontmatter has a key written with "?". (line 2, column 1)'],
    [
      'a: "b \n  c"',
      'The frontmatter has a quoted string with a space at the end of a line. (line 2, column 4)',
    ],
    [
      'a: |2\n  b',
      'The frontmatter has a block scalar with an indentation indicator. (line 2, column 4)',
    ],
    ['a: *b', 'The alias b has no anchor before it. (line 2, column 4)'],
    ['a: &b [*b]', 'The anchor b would contain itself. (line 2, column 8)'],
    ['a: &b\nc: *b', 'The anchor b has no value. (line 2, column 6)'],
    [
      'a: &b {c: 1}\nd: {<<: *b}',
      'The frontmatter has the key "<<", with which some readers merge in another mapping. (line 3, column 5)',
    ],
    ['a: {b: 1, b: 2}', 'The frontmatter has the key b twice. (line 2, column 11)'],
    ['null: b', 'The frontmatter has a key that is not a string. (line 2, column 1)'],
    ['[a]: b', 'The frontmatter has a key that is not a string. (line 2, column 1)'],
    ['hooks: {1: b}', 'The field hooks has a key that is not a string. (line 2, column 9)'],
    ['a: .inf', 'The frontmatter has the number Infinity, which JSON cannot represent.'],
    ['a: -.inf', 'The frontmatter has the number -Infinity, which JSON cannot represent.'],
    ['a: .nan', 'The frontmatter has the number NaN, which JSON cannot represent.'],
    ['hooks:\n  - -\n  - a', 'A nested list ends with an empty item. (line 3, column 6)'],
    [
      `name: "x"\nmodel: 1:${'2'.repeat(200)}`,
      `The field model has 1:${'2'.repeat(78)} without quotes, which some readers read as a base-60 number. (line 3, column 8)`,
    ],
  ])('what is wrong with %j, and where', (yaml, message) => {
    expect(said(yaml)).toBe(message);
  });

  it.each(['a: [', 'a: "b', 'a: b: c', "a: 'b", 'a\nb: c', 'a: }', 'a: b\n c: d', '\u00e9: @a'])(
    'that it is not valid YAML, why and where: %j',
    (yaml) => {
      expect(said(yaml)).toMatch(
        /^The frontmatter is not valid YAML: .{5,}\.+ \(line \d+, column \d+\)$/,
      );
    },
  );

  it.each([
    ['anchors', (count: number) => `a: [${many(count, (at) => `&a${at} x,`)}]`, most],
    ['aliases', (count: number) => `a: &a x\nb: [${many(count, () => '*a,')}]`, most],
  ])('that there are too many %s, at one above the limit', (what, yaml, may) => {
    expect(said(yaml(may))).toBe('accepted');
    expect(said(yaml(may + 1))).toMatch(
      new RegExp(`^The frontmatter has more than ${may} ${what}\\. \\(line \\d`),
    );
  });

  it('that there are too many tokens', () => {
    const list = (count: number) => `a: [${many(count, () => 'x,')}]`;
    expect(said(list(900))).toBe('accepted');
    expect(said(list(2_000))).toMatch(
      /^The frontmatter has more than 4096 tokens\. \(line 2, column \d+\)$/,
    );
  });

  it('that it is nested too deeply, in brackets, lists and mappings', () => {
    const deep = /^The frontmatter is nested more than 64 levels deep\. \(line \d+, column \d+\)$/;
    const brackets = (levels: number) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`;
    const lists = (levels: number) => `a:\n ${'- '.repeat(levels)}x`;
    const maps = (levels: number) =>
      `${many(levels, (at) => `${' '.repeat(at)}a:\n`)}${' '.repeat(levels)}x`;
    for (const yaml of [brackets, lists, maps]) {
      expect(said(yaml(depth - 1))).toBe('accepted');
      expect(said(yaml(depth + 1))).toMatch(deep);
      expect(said(yaml(depth * 4))).toMatch(deep);
    }
    expect(said(`a: [${many(depth * 2, () => '[x],')}]`)).toBe('accepted');
    expect(said(`a: [${many(depth * 2, () => '{x: 1},')}]`)).toBe('accepted');
    expect(said(`? ${'['.repeat(depth * 2)}`)).not.toBe('accepted');
  });

  it('nothing about syntax characters inside a text', () => {
    for (const text of ['"&a"', "'*a'", '"!a"', '|\n  &a *b !c ?d\n  [[[', '>\n  %YAML\n  ? a'])
      expect(said(`a: ${text}`)).toBe('accepted');
  });

  it('what a field has through an alias, once for any number of them', () => {
    const yaml = `a: &a [yes]\nname: *a\nmodel: *a`;
    expect(said(yaml)).toBe(
      'The field name has yes without quotes, which some readers read as true or false. (line 2, column 8)',
    );
    expect(said('x: &x {a: [1, {b: "yes"}]}\nname: *x\nmodel: *x')).toBe('accepted');
    expect(said('x: &x {yes: a}\nname: *x')).toMatch(/^The field name has yes without quotes/);
  });
});

describe('plain lines', () => {
  it('are read by the library if there are more than 255', () => {
    const lines = (count: number): string => many(count, (at) => `k${at}: v\n`);
    expect(Object.keys(plainMapping(lines(255)) ?? {})).toHaveLength(255);
    expect(plainMapping(lines(256))).toBeNull();
    const whole = yamlMapping(lines(256));
    expect(whole.ok && Object.keys(whole.value)).toHaveLength(256);
  });

  it('are not a mapping if one is not plain, a key repeats or a block mixes two kinds', () => {
    for (const yaml of [
      ...['a: b\nc\n', 'a: b\na: c\n', 'a:\n  - b\n  c: d\n', 'a:\n  c: d\n  - b\n', 'a:\n'],
      ...['a:\n  b: c\n  b: d\n', 'a:\n  b: c\n   d: e\n', 'yes: a\n', 'a: b', '\n', '1: a\n'],
    ])
      expect(plainMapping(yaml), yaml).toBeNull();
    expect(plainMapping('a:\n  b: c\n  d: 1\ne:\n - x\n - z\n')).toEqual({
      a: { b: 'c', d: 1 },
      e: ['x', 'z'],
    });
  });
});
