import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { PathTrees, type PathNode } from './structure.ts';

const byUri = (rows: readonly SkillRow[]) => new Map(rows.map((row) => [row.uri, row]));
const served = (rows: readonly SkillRow[]) => new Map([['acme', byUri(rows)]]);
const verified = (row: SkillRow): SkillRow => ({
  ...row,
  checked: { ...row.checked, verified: row.checked.verified + 1 },
});
const namesOf = (nodes: readonly PathNode[] | undefined): unknown[] =>
  (nodes ?? []).map(({ name, children, skills }) => [name, skills, namesOf(children)]);

describe('the path tree of skills', () => {
  it('stays unchanged while its skills are verified', () => {
    const structures = new PathTrees();
    const rows = Array.from({ length: 50 }, (_, index) =>
      aSkill('acme', `a/b${index % 7}/${index}`),
    );
    const before = structures.of(served(rows));
    expect(structures.of(served(rows.map(verified)))).toBe(before);
  });

  it('keeps folders without additions', () => {
    const structures = new PathTrees();
    const rows = ['a/one', 'a/two', 'b/three'].map((path) => aSkill('acme', path));
    const [a, b] = structures.of(served(rows)).get('acme')?.nodes ?? [];
    const grown = structures.of(served([...rows, aSkill('acme', 'a/four')])).get('acme');
    expect(namesOf(grown?.nodes)).toEqual([
      [
        'a',
        3,
        [
          ['four', 1, []],
          ['one', 1, []],
          ['two', 1, []],
        ],
      ],
      ['b', 1, [['three', 1, []]]],
    ]);
    expect(grown?.nodes[1]).toBe(b);
    expect(grown?.nodes[0]).not.toBe(a);
  });

  it('splits a folder from its only child when another is added', () => {
    const structures = new PathTrees();
    const rows = [aSkill('acme', 'a/b/one'), aSkill('acme', 'a/b/two')];
    const leaf = (name: string) => [name, 1, []];
    expect(namesOf(structures.of(served(rows)).get('acme')?.nodes)).toEqual([
      ['a/b', 2, [leaf('one'), leaf('two')]],
    ]);
    const grown = structures.of(served([...rows, aSkill('acme', 'a/c/three')])).get('acme');
    const inside = [
      ['b', 2, [leaf('one'), leaf('two')]],
      ['c', 1, [leaf('three')]],
    ];
    expect(namesOf(grown?.nodes)).toEqual([['a', 3, inside]]);
  });

  it('equals the one that a newly opened page would have', () => {
    let state = 7;
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const word = () => ['a', 'b', 'c', 'skill 10', 'skill 9', 'Ä', '\u202e'][random(7)] ?? '';
    const path = () => Array.from({ length: 1 + random(3) }, word).join('/');
    const structures = new PathTrees();
    let servers: readonly (readonly [string, readonly SkillRow[]])[] = [];
    for (let step = 0; step < 400; step += 1) {
      const label = ['acme', 'docs', 'tools'][random(3)] ?? '';
      let rows = servers.find(([server]) => server === label)?.[1] ?? [];
      const at = random(Math.max(1, rows.length));
      const kind = random(10);
      if (kind < 5) rows = [...rows, aSkill(label, path()), aSkill(label, path())];
      else if (kind < 7) rows = rows.map((row, index) => (index === at ? verified(row) : row));
      else if (kind < 8) rows = rows.toSpliced(at, 1);
      else if (kind < 9)
        rows = rows.map((row, index) => (index === at ? { ...row, name: word() } : row));
      else rows = rows.toReversed();
      servers = [...servers.filter(([server]) => server !== label), [label, rows]];
      if (random(12) === 0) servers = servers.slice(1);
      const skills = new Map(servers.map(([server, own]) => [server, byUri(own)]));
      const fresh = new PathTrees().of(skills);
      expect([...structures.of(skills)], `step ${step}`).toEqual([...fresh]);
    }
  });

  it.each([
    ['one path', [`${'a/'.repeat(4_085)}z`, `${'a/'.repeat(4_085)}y`]],
    ['skills in skills', Array.from({ length: 2_000 }, (_, at) => `${'a/'.repeat(at)}z`)],
  ])('shows every skill in endlessly nested folders: %s', (_, paths) => {
    const rows = paths.map((path) => aSkill('acme', path));
    const nodes = new PathTrees().of(served(rows)).get('acme')?.nodes ?? [];
    expect(nodes.reduce((sum, { skills }) => sum + skills, 0)).toBe(paths.length);
  });
});
