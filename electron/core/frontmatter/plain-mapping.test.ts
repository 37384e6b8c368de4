import { describe, expect, it } from 'vitest';
import { plainMapping } from './plain-mapping.ts';
import { sequence } from './testing/forge.ts';
import { yamlMapping } from './yaml-mapping.ts';

const keys = [
  'name',
  'description',
  'allowed-tools',
  'a',
  'b_c',
  'true',
  'Null',
  'constructor',
  'toString',
  '__proto__',
  'y',
  'on',
  '1',
  'k k',
  '"q"',
  '<<',
  '?',
  '-',
  '',
];
const values = [
  'refunds',
  'Use this, e.g. [now] {or} later!',
  'a: b',
  'a:b',
  'a:',
  'a #b',
  'a#b',
  '# c',
  '"x"',
  "'x'",
  '"x\\n"',
  "'it''s'",
  '"a" b',
  '"open',
  "'open",
  '"a: #b"',
  '1',
  '01',
  '0',
  '1.5',
  '-1',
  '0x1f',
  '0o7',
  '1e3',
  '1_000',
  '12345678901234567890',
  'true',
  'False',
  'NULL',
  'null',
  '~',
  'yes',
  'no',
  'y',
  'Infinity',
  '.inf',
  'NaN',
  '.nan',
  '2026-11-21',
  '12:30',
  '|',
  '>',
  '>-',
  '&a x',
  '*a',
  '!t x',
  '!!str 1',
  '%a',
  '@a',
  '`a',
  '[a]',
  '{a: 1}',
  '- a',
  '-a',
  '- - a',
  '? a',
  'é — “x” → …',
  'caf\u00e9',
  'a\u00a0',
  'a\u2028b',
  'a\u0085b',
  '\uFEFFa',
  'a\tb',
  'a ',
  ' a',
  'a\rb',
  '',
  'e5',
  'E',
  'TRUE',
  'nUll',
  'truely',
  'a\\b',
  'a"b',
  "a'b",
  'a, b',
  'Bash(git add:*) Read',
  'https://h/x?y#z',
  'a - b',
  'a & b',
  'a | b',
  'a ? b',
  '--- a',
  '---',
  '...',
];
const indents = ['', '', '', '  ', '  ', '    ', ' ', '\t', '          '];

describe('a mapping of plain lines', () => {
  it('is read like the library reads it, or left to the library', () => {
    const pick = sequence(7);
    const one = <T>(items: readonly T[]): T => items[pick(items.length)] as T;
    let taken = 0;
    for (let round = 0; round < 6_000; round += 1) {
      // Half of them use common text, so that many are accepted.
      const usual = round % 2 === 0;
      const lines = Array.from({ length: 1 + pick(5) }, (_, at) => {
        const key = usual ? `k${at}` : one(keys);
        const value = usual && pick(3) > 0 ? `word ${at}` : one(values);
        switch (pick(6)) {
          case 0:
            return `${key}:\n  ${key}: ${value}\n  z: ${one(values)}`;
          case 1:
            return `${key}:\n${usual ? '  ' : one(indents)}- ${value}\n  - ${one(values)}`;
          case 2:
            return `${usual ? '' : one(indents)}${key}:${usual ? ' ' : one(['', ' ', '  ', '\t'])}${value}`;
          default:
            return `${key}: ${value}`;
        }
      });
      const yaml = `${lines.join('\n')}\n`;
      const read = plainMapping(yaml);
      if (read === null) continue;
      taken += 1;
      const whole = yamlMapping(yaml);
      expect([yaml, JSON.stringify(read)]).toEqual([
        yaml,
        JSON.stringify(whole.ok ? whole.value : whole.error),
      ]);
    }
    expect(taken).toBeGreaterThan(500);
  });

  it('covers usual frontmatter', () => {
    const yaml =
      'name: refunds\ndescription: "Process refunds: all of them"\nlicense: MIT\nmetadata:\n  version: "1.0"\n  team: billing\nallowed-tools:\n  - Bash(git:*)\n  - Read\npriority: 3\n';
    expect(plainMapping(yaml)).toEqual({
      name: 'refunds',
      description: 'Process refunds: all of them',
      license: 'MIT',
      metadata: { version: '1.0', team: 'billing' },
      'allowed-tools': ['Bash(git:*)', 'Read'],
      priority: 3,
    });
  });

  it.each([
    '',
    '\n',
    'a',
    'a: b',
    '# c\n',
    'a: b\n\n',
    'a: b\n...\n',
    'a:\n',
    'a: b\na: c\n',
    'a: b\n  c\n',
    'a:\n  b: c\n  - d\n',
    'a:\n  b: c\n   d: e\n',
    '__proto__: a\n',
    'a:\n  __proto__: b\n',
    'null: a\n',
    `a: ${'x'.repeat(5_000)}\n`,
    'a: b\n'.repeat(300),
    'a: b\r\n',
  ])('leaves %j to the library', (yaml) => {
    expect(plainMapping(yaml)).toBeNull();
  });
});
