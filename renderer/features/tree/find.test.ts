import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { SkillFinder, wordsOf } from './find.ts';
import { flatOf } from './flat-tree.ts';
import { PathTrees } from './structure.ts';

const byUri = (rows: readonly SkillRow[]) => new Map(rows.map((row) => [row.uri, row]));

/** Names of what is shown, skills by their last segment. */
function setUp(rows: readonly SkillRow[]) {
  const structures = new PathTrees();
  const finder = new SkillFinder();
  return {
    find: (filter: string, now = rows, wanted: ((row: SkillRow) => boolean) | null = null) => {
      const served = byUri(now);
      const structure = structures.of(new Map([['acme', served]])).get('acme');
      if (structure === undefined) throw new Error('the server has no structure');
      const { marks, skills } = finder.find('acme', served, structure, wordsOf(filter), wanted);
      const left = flatOf(structure).nodes.filter((_, place) => marks[place] === 1);
      return [skills, ...left.map(({ path }) => path)];
    },
  };
}

describe('finding skills by words', () => {
  const rows = [
    aSkill('acme', 'billing/refunds', { description: 'Give MONEY back' }),
    aSkill('acme', 'billing/invoices', { description: 'Ask for money' }),
    aSkill('acme', 'ops/rotation'),
  ];

  it('matches all words, in any order and case, in name, URI and description', () => {
    const { find } = setUp(rows);
    expect(find('money')).toEqual([2, 'billing', 'billing/invoices', 'billing/refunds']);
    expect(find('BACK ref')).toEqual([1, 'billing', 'billing/refunds']);
    expect(find('ops/rot')).toEqual([1, 'ops', 'ops/rotation']);
    expect(find('money ops')).toEqual([0]);
  });

  it('finds no word across two skills', () => {
    const { find } = setUp([aSkill('acme', 'ab'), aSkill('acme', 'cd')]);
    expect(find('abcd')).toEqual([0]);
    expect(find('does.cd')).toEqual([0]);
  });

  it('follows a skill’s new text and its removal', () => {
    const { find } = setUp(rows);
    expect(find('money')[0]).toBe(2);
    const [first, second, third] = rows as [SkillRow, SkillRow, SkillRow];
    const verified = { ...first, checked: { ...first.checked, verified: 1 } };
    expect(find('money', [verified, second, third])[0]).toBe(2);
    expect(find('money', [{ ...first, description: 'Other' }, second, third])[0]).toBe(1);
    expect(find('money', [second, third])).toEqual([1, 'billing', 'billing/invoices']);
    expect(find('money', [second, first, third])[0]).toBe(2);
    expect(find('', rows, (row) => row === third)).toEqual([1, 'ops', 'ops/rotation']);
  });

  it('finds the same as searching each skill alone', () => {
    let state = 5;
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const word = () => ['ab', 'ba', 'a', 'İ', 'ß', 'aa', '\u{1f600}', 'b'][random(8)] ?? '';
    const many = Array.from({ length: 300 }, (_, index) =>
      aSkill('acme', `${word()}${word()}/${word()}${index}`, {
        description: `${word()} ${word()}`,
      }),
    );
    const { find } = setUp(many);
    for (let round = 0; round < 300; round += 1) {
      const filter = Array.from({ length: 1 + random(3) }, () => word() + word()).join(' ');
      const words = wordsOf(filter);
      const expected = many.filter(({ name, uri, description }) =>
        words.every((one) => `${name}\n${uri}\n${description}`.toLowerCase().includes(one)),
      );
      expect(find(filter)[0], filter).toBe(expected.length);
    }
  });
});
