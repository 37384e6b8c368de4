import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from './frontmatter.ts';
import { refusalClauses, type RefusalReason } from './fences.ts';

const file = (yaml: string): string => `---\n${yaml}\n---\nbody\n`;
const fieldsOf = (yaml: string): unknown => {
  const parsed = parseFrontmatter(file(yaml));
  return parsed.ok ? parsed.value.frontmatter : parsed.error.reason;
};

const refused: readonly (readonly [RefusalReason, string])[] = [
  ['missing', '# no frontmatter'],
  ['missing', ''],
  ['missing', '\n---\nname: a\n---\n'],
  ['missing', ' ---\nname: a\n---\n'],
  ['missing', '---\rname: a\r---\r'],
  ['missing', '---\u00a0\nname: a\n---\n'],
  ['missing', '--- # c\nname: a\n---\n'],
  ['unterminated', '---\nname: a\n'],
  ['unterminated', '---\nname: a\n ---\n-- -\n'],
  ['too-large', `---\nname: ${'a'.repeat(65_536)}\n---\n`],
  ['too-large', `---\nname: ${'é'.repeat(33_000)}\n---\n`],
  ['too-large', `---\n${'# a comment line\n'.repeat(5_000)}`],
  ['not-a-mapping', '---\n---\n'],
  ['not-a-mapping', '---\n- a\n---\n'],
  ['not-a-mapping', '---\njust text\n---\n'],
  ['yaml', '---\na: *nowhere\n---\n'],
  ['yaml', '---\na: &a [*a]\n---\n'],
  ['yaml', '---\na: [1, 2\n---\n'],
  ['yaml', '---\na: b: c\n---\n'],
  ['yaml', '---\na: 1\n}\n---\n'],
  ['not-json', '---\na: .nan\n---\n'],
  ['not-json', '---\na: -.inf\n---\n'],
  ['line-end', '---\nname: a # note\rallowed-tools: Bash(*)\n---\n'],
  ['line-end', '---\nname: a\n# c\u0085hooks: x\n---\n'],
  ['line-end', '---\nname: "a\u2028b"\n---\n'],
  ['line-end', '---\nname: a\u2029\n---\n'],
  ['line-end', '---\nname: a\r\r\n---\n'],
  ['character', '---\nname: a\u0000\n---\n'],
  ['character', '---\nname: a\u000bb\n---\n'],
  ['character', '---\nname: a\u001cb\n---\n'],
  ['character', '---\nname: a\u007f\n---\n'],
  ['character', '---\nname: a\ufeff\n---\n'],
  ['fence', '---\nname: a\n---\u00a0\nhooks: x\n---\n'],
  ['fence', '---\nname: a\n---# Title\nhooks: x\n---\n'],
  ['fence', '---\nname: a\n----\n---\n'],
  ['fence', '---\nname: a\n--- x\n---\n'],
  ['fence', '---\nname: a\ndescription: d\n--- \nbody\nhooks: x\n---\nrest\n'],
  ['fence', '---\nname: a\ndescription: d\n---\r\nbody\n---\nrest\n'],
  ['fence', '---\nname: a\n---\u0085\n---\n'],
  ['inner-fence', '---\nname: a\ndescription: before --- after\nhooks: x\n---\n'],
  ['inner-fence', '---\nname: a\ndescription: "a---b"\n---\n'],
  ['inner-fence', '---\nname: a\ndescription: |\n  one\n  ---\n  two\nhooks: x\n---\n'],
  ['inner-fence', '---\nname: a\n# ---------\n---\n'],
  ['inner-fence', '---\nname: a\ndescription: |\n  one\n  \u00a0---\u00a0\nhooks: x\n---\n'],
  ['inner-fence', '---\r\nname: a\r\nx: ----\r\n---\r\n'],
  ['document', '---\nname: a\n...\nhooks: x\n---\n'],
  ['document', '---\nname: a\n...\n---\n'],
  ['directive', '---\n%YAML 1.1\na: yes\n---\n'],
  ['tag', '---\na: !!js/function "x"\n---\n'],
  ['tag', '---\na: !evil x\n---\n'],
  ['tag', '---\nname: !!str 1\n---\n'],
  ['tag', '---\nhooks: !!set {a}\n---\n'],
  ['ambiguous-value', '---\nname: yes\n---\n'],
  ['merge-key', '---\nx: &x {allowed-tools: Bash(*)}\n<<: *x\n---\n'],
  ['merge-key', '---\n<<: {allowed-tools: Bash(*)}\n---\n'],
  ['merge-key', '---\na: [{"<<": {b: c}}]\n---\n'],
  ['duplicate-key', '---\nname: a\nname: b\n---\n'],
  ['duplicate-key', '---\nname: a\n"name": b\n---\n'],
  ['duplicate-key', '---\na: {b: 1, b: 2}\n---\n'],
  ['duplicate-key', '---\n__proto__: 1\n__proto__: 2\n---\n'],
  ['duplicate-key', '---\n1: a\n"1": b\n---\n'],
  ['duplicate-key', '---\na: [{b: 1, b: 2}]\n---\n'],
  ['key-not-text', '---\n{a: 1}: b\n---\n'],
  ['key-not-text', '---\na: &x b\n*x : 1\nb: 2\n---\n'],
  ['key-not-text', '---\nnull: b\n---\n'],
  ['key-not-text', '---\nhooks: {1: b}\n---\n'],
  ['ambiguous-layout', '---\n? null\n: b\n---\n'],
  ['ambiguous-layout', '---\nname: a\n\tdescription: b\n---\n'],
  ['ambiguous-layout', '---\nname: a\t\n---\n'],
  ['ambiguous-layout', '---\nname: |2\n    a\n---\n'],
  ['ambiguous-layout', '---\nname: "a \n  b"\n---\n'],
  ['ambiguous-layout', "---\nname: 'a \n  b'\n---\n"],
  ['ambiguous-layout', '---\nhooks:\n  - -\n  - a\n---\n'],
  ['ambiguous-layout', '---\nmodel: &a\nname: *a\n---\n'],
  ['too-deep', `---\na: ${'['.repeat(30_000)}${']'.repeat(30_000)}\n---\n`],
  ['too-deep', `---\na: ${'{'.repeat(60_000)}\n---\n`],
  ['too-deep', `---\na:\n${'- '.repeat(100)}x\n---\n`],
  ['too-deep', `---\na:\n ${'- '.repeat(2040)}x\ny: 1\n---\n`],
  ['too-deep', `---\na:\n${'- '.repeat(20_000)}x\n---\n`],
  ['too-many-tokens', `---\na: [${'a,'.repeat(11_000)}]\n---\n`],
  [
    'too-many-tokens',
    `---\n${Array.from({ length: 5_000 }, (_, at) => `${at}x:`).join('\n')}\n---\n`,
  ],
  ['too-many-anchors', `---\na: [${'&a x,'.repeat(51)}]\n---\n`],
  ['too-many-anchors', `---\na: &a x\nb: [${'*a,'.repeat(51)}]\n---\n`],
  [
    'too-many-anchors',
    `---\na0: &a0 [x,x]\n${Array.from({ length: 24 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at},*a${at}]`).join('\n')}\n---\n`,
  ],
];

describe('frontmatter', () => {
  it('is split from the body', () => {
    expect(parseFrontmatter('---\nname: a\n---\n# T\n')).toEqual({
      ok: true,
      value: { frontmatter: { name: 'a' }, body: '# T\n', yaml: 'name: a\n' },
    });
  });

  it.each([
    ['a byte order mark', '\uFEFF---\nname: a\n---\nx'],
    ['CRLF line endings', '---\r\nname: a\r\n---\r\nx'],
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

  it.each(refused)('is refused as %s (case %#)', (reason, text) => {
    const parsed = parseFrontmatter(text);
    expect(parsed.ok ? parsed.value.frontmatter : parsed.error.reason).toBe(reason);
    expect(parsed.ok ? '' : parsed.error.clause).toBe(refusalClauses[reason]);
  });

  it('has a test case for every reason', () => {
    expect(new Set(refused.map(([reason]) => reason))).toEqual(
      new Set(Object.keys(refusalClauses)),
    );
  });

  it('is refused with its position, in words and as numbers', () => {
    const parsed = parseFrontmatter('---\nname: a\nhooks:\n  Stop: yes\n---\n');
    expect(parsed.ok ? null : parsed.error).toEqual({
      reason: 'ambiguous-value',
      message:
        'The field hooks has yes without quotes, which some readers read as true or false. (line 4, column 9)',
      clause: refusalClauses['ambiguous-value'],
      where: { line: 4, column: 9 },
    });
  });

  it.each([
    'yes',
    'No',
    'ON',
    'off',
    'y',
    'n',
    'tRue',
    'nUll',
    '2026-11-22',
    '2026-1-2 10:00:00',
    '1:30',
    '-190:20:30.15',
    '012',
    '08',
    '0o17',
    '0x1F',
    '0b11',
    '1_000',
    '1,000',
    '1e3',
    '.5',
    '5.',
    '+1',
    '-0',
    '.inf',
    '-.Inf',
    '.NaN',
    '-.',
    'e5',
    '12345678901234567890',
    '=',
    '<<',
    ':symbol',
  ])('is refused for %s in a field that hosts act on, but not in others', (scalar) => {
    const reasonOf = (yaml: string): string => {
      const parsed = parseFrontmatter(file(yaml));
      return parsed.ok ? 'accepted' : parsed.error.reason;
    };
    for (const yaml of [
      `name: ${scalar}`,
      `allowed-tools: [Read, ${scalar}]`,
      `hooks:\n  Stop:\n    - run: ${scalar}`,
      `x: &x ${scalar}\nmodel: *x`,
      `x: &x [${scalar}]\nDISABLE_MODEL_INVOCATION: *x`,
    ])
      expect([yaml, reasonOf(yaml)]).toEqual([yaml, 'ambiguous-value']);
    expect(reasonOf(`name: "${scalar}"`)).toBe('accepted');
    expect(reasonOf(`version: ${scalar}`)).toMatch(/^(?:accepted|not-json)$/);
  });

  it.each(['yes', 'on', '1:30', '2026-11-22'])(
    'is refused for %s as a key under such a field',
    (key) => {
      expect(fieldsOf(`hooks:\n  ${key}: x`)).toBe('ambiguous-value');
    },
  );

  it('is refused for the key on, which YAML 1.1 reads as true', () => {
    expect(fieldsOf('on: x')).toBe('ambiguous-value');
    expect(fieldsOf('"on": x')).toEqual({ on: 'x' });
  });

  it.each(['refunds', '3d-models', '1.2.3', '2fa', '10-k', 'true', 'False', '~', '3', '-7', '4.5'])(
    'is accepted with %s in a field that hosts act on',
    (scalar) => {
      expect(parseFrontmatter(file(`model: ${scalar}`)).ok).toBe(true);
    },
  );

  it('follows the YAML 1.2 core schema, in which yes, dates and octal-looking text are strings', () => {
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

  it('cannot choose another schema with a directive', () => {
    expect(parseFrontmatter('---\n%YAML 1.1\n---\na: yes\n').ok).toBe(false);
  });

  it('expands ordinary aliases', () => {
    expect(fieldsOf('a: &x [1]\nb: *x')).toEqual({ a: [1], b: [1] });
  });

  it('keeps prototype keys as fields and changes no prototype', () => {
    const parsed = parseFrontmatter(file('__proto__: {polluted: 1}\nconstructor: c\ntoString: t'));
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(Object.keys(parsed.value.frontmatter)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('shows invisible characters in its errors', () => {
    const parsed = parseFrontmatter('---\n"1\u202e": a\n"1\u202e": b\n---\n');
    expect(parsed.ok ? '' : parsed.error.message).toContain('1\\u{202E} twice');
  });
});
