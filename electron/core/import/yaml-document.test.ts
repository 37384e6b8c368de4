import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { cpuCost } from '../testing/cpu-cost.ts';
import { parseConfiguration } from './paste.ts';
import { plainOf, yamlDocument } from './yaml-document.ts';

const most = limits.configurationDepth;
const read = (text: string) => {
  const document = yamlDocument(text);
  return document.ok ? plainOf(document.value) : document;
};
const deeper = (levels: number): readonly (readonly [string, string])[] => [
  ['lists', `${'- '.repeat(levels)}x\ny: 1`],
  ['keys of keys', `${'? '.repeat(levels)}x`],
  ['lists in brackets', '['.repeat(levels) + ']'.repeat(levels)],
  ['brackets that nothing ends', '{a: '.repeat(levels)],
  ['maps', Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
];

describe('a configuration in YAML', () => {
  it.each(deeper(most * 2))('that nests too deeply is not read: %s', (_, text) => {
    expect(read(text)).toEqual(err('nested too deeply'));
  });

  it('that nests without end is not read, and ends no process, however often it is pasted', () => {
    for (const [, text] of [...deeper(2_000), ...deeper(2_000)])
      expect(parseConfiguration(`extensions:\n${text.replaceAll(/^/gm, ' ')}`)).toEqual(
        err('This is not valid YAML: nested too deeply.'),
      );
  });

  it('may nest as deeply as any does, and be long', () => {
    expect(read('['.repeat(most - 2) + ']'.repeat(most - 2))).toMatchObject({ ok: true });
    expect(read('- a: [1]\n'.repeat(3_000))).toMatchObject({ ok: true });
  });

  it('is read by the rules of YAML 1.2, with each key once', () => {
    expect(read('a: yes\nb: 0o7\nc: *d\n').ok).toBe(false);
    expect(read('a: yes\nb: 0o7\n')).toEqual(ok({ a: 'yes', b: 7 }));
    expect(read('a: 1\na: 1\n')).toEqual(err('line 2, column 1'));
    expect(read('x: &x {a: 1}\ny:\n  <<: *x\n')).toEqual(
      ok({ x: { a: 1 }, y: { '<<': { a: 1 } } }),
    );
  });

  it('costs no more than its text in a map of many keys, once or repeated', () => {
    const many = Array.from({ length: 40_000 }, (_, at) => `a${at}: 1\n`).join('');
    expect(cpuCost(() => expect(read(many).ok).toBe(true), 1)).toBeLessThan(6_000);
    const same = `{${'a, '.repeat(60_000)}}`;
    expect(cpuCost(() => expect(read(same)).toEqual(err('line 1, column 5')), 1)).toBeLessThan(
      6_000,
    );
  });

  it('whose aliases expand too far is not read', () => {
    const lines = [...'bcdefgh'].map((key, at) => {
      const before = `*${'abcdefgh'[at]}`;
      return `${key}: &${key} [${Array(8).fill(before).join(', ')}]`;
    });
    expect(read(['a: &a [x]', ...lines].join('\n'))).toEqual(err('it expands too far'));
    expect(read('a: *b')).toMatchObject({ ok: false });
  });
});
