import { describe, expect, it } from 'vitest';
import { compareFrontmatter, parseFrontmatter } from './frontmatter.ts';

const file = (yaml: string): string => `---\n${yaml}\n---\nbody\n`;
const fieldsOf = (yaml: string): unknown => {
  const parsed = parseFrontmatter(file(yaml));
  return parsed.ok ? parsed.value.frontmatter : parsed.error.reason;
};

describe('frontmatter', () => {
  it('is split from the body', () => {
    expect(parseFrontmatter('---\nname: a\n---\n# T\n')).toEqual({
      ok: true,
      value: { frontmatter: { name: 'a' }, body: '# T\n', yaml: 'name: a\n' },
    });
  });

  it.each([
    ['a byte order mark', '\uFEFF---\nname: a\n---\nx'],
    ['CRLF line ends', '---\r\nname: a\r\n---\r\nx'],
    ['spaces after the lines', '--- \nname: a\n---\t\nx'],
    ['a tab between key and value', '---\nname:\ta\n---\nx'],
  ])('is read with %s', (_, text) => {
    const parsed = parseFrontmatter(text);
    expect(parsed.ok ? parsed.value : parsed.error).toMatchObject({
      frontmatter: { name: 'a' },
      body: 'x',
    });
  });

  it('may end the file', () => {
    expect(parseFrontmatter('---\nname: a\n---').ok).toBe(true);
  });

  it.each([
    ['missing', '# no frontmatter'],
    ['missing', ''],
    ['missing', '\n---\nname: a\n---\n'],
    ['missing', ' ---\nname: a\n---\n'],
    ['unterminated', '---\nname: a\n'],
    ['unterminated', '---\nname: a\n ---\n----\n'],
    ['too-large', `---\nname: ${'a'.repeat(65_536)}\n---\n`],
    ['too-large', `---\n${'# a comment line\n'.repeat(5_000)}`],
    ['not-a-mapping', '---\n---\n'],
    ['not-a-mapping', '---\n- a\n---\n'],
    ['not-a-mapping', '---\njust text\n---\n'],
    ['yaml', '---\nname: a\nname: b\n---\n'],
    ['yaml', '---\na: {b: 1, b: 2}\n---\n'],
    ['yaml', '---\n__proto__: 1\n__proto__: 2\n---\n'],
    ['yaml', '---\nname: a\n\tdescription: b\n---\n'],
    ['yaml', '---\na: !!js/function "x"\n---\n'],
    ['yaml', '---\na: !evil x\n---\n'],
    ['yaml', '---\na: *nowhere\n---\n'],
    ['yaml', '---\na: [1, 2\n---\n'],
    ['yaml', '---\na: b: c\n---\n'],
    ['yaml', '---\na: 1\n...\nb: 2\n---\n'],
    ['not-json', '---\na: .nan\n---\n'],
    ['not-json', '---\na: -.inf\n---\n'],
    ['not-json', '---\n{a: 1}: b\n---\n'],
    ['yaml', '---\n1: a\n"1": b\n---\n'],
    ['yaml', '---\na: [{b: 1, b: 2}]\n---\n'],
    ['yaml', '---\na: &x b\n*x : 1\nb: 2\n---\n'],
    ['yaml', '---\n%YAML 1.1\na: yes\n---\n'],
    ['yaml', '---\na: 1\n}\n---\n'],
    ['not-json', '---\n? null\n: b\n---\n'],
  ])('is refused as %s (case %#)', (reason, text) => {
    const parsed = parseFrontmatter(text);
    expect(parsed.ok ? parsed.value.frontmatter : parsed.error.reason).toBe(reason);
  });

  it('follows the YAML 1.2 core schema: yes, dates and octal-looking text stay what they are', () => {
    expect(
      fieldsOf(
        'a: yes\nb: 2026-01-01\nc: 0o17\nd: 017\ne: ~\nf: "1"\ng: 1.50\nh: on\ni: True\nj: 12:30:45',
      ),
    ).toEqual({
      a: 'yes',
      b: '2026-01-01',
      c: 15,
      d: 17,
      e: null,
      f: '1',
      g: 1.5,
      h: 'on',
      i: true,
      j: '12:30:45',
    });
  });

  it('does not merge with <<, which core YAML does not know', () => {
    expect(fieldsOf('a: &x {b: 1}\nc:\n  <<: *x')).toEqual({ a: { b: 1 }, c: { '<<': { b: 1 } } });
  });

  it('cannot choose another schema by a directive', () => {
    expect(parseFrontmatter('---\n%YAML 1.1\n---\na: yes\n').ok).toBe(false);
  });

  it('expands ordinary aliases', () => {
    expect(fieldsOf('a: &x [1]\nb: *x')).toEqual({ a: [1], b: [1] });
  });

  it.each([
    ['many aliases', `a: &a x\nb: [${'*a,'.repeat(51)}]`],
    [
      'aliases of aliases',
      [
        'a0: &a0 [x,x]',
        ...Array.from({ length: 24 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at},*a${at}]`),
      ].join('\n'),
    ],
    ['an alias of itself', 'a: &a [*a]'],
    ['deep flow nesting', `a: ${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['unclosed deep nesting', `a: ${'{'.repeat(60_000)}`],
    ['more values than anyone writes', `a: [${'a,'.repeat(11_000)}]`],
    [
      'more keys than anyone writes',
      Array.from({ length: 10_500 }, (_, at) => `${at.toString(36)}x:`).join('\n'),
    ],
    ['deep block nesting', `a:\n${'- '.repeat(20_000)}x`],
  ])('stops %s', (_, yaml) => {
    const parsed = parseFrontmatter(file(yaml));
    expect(parsed.ok ? 'accepted' : parsed.error.reason).toBe('yaml');
  });

  it('keeps prototype keys as fields and touches no prototype', () => {
    const parsed = parseFrontmatter(file('__proto__: {polluted: 1}\nconstructor: c\ntoString: t'));
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(Object.keys(parsed.value.frontmatter)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('makes the invisible characters of its errors visible', () => {
    const parsed = parseFrontmatter('---\n? [\u202e]\n: b\n1: a\n"1\u202e": b\n---\n');
    expect(parsed.ok ? '' : parsed.error.message).not.toMatch(/\u202e/);
  });
});

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

  it('lists a hundred differences and counts the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]));
    const found = compareFrontmatter(many, {});
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.field).toBe('… and 50 more');
  });
});
