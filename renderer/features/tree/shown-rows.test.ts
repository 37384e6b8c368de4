import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { skillKey, type DetailState } from '../../store/state.ts';
import { fromSnapshot } from '../../store/apply-event.ts';
import { aRefusal, aServer, aSkill, aSnapshot } from '../../store/testing/fixtures.ts';
import { ids, type TreeInput, type TreeItem } from './flat-tree.ts';
import { treeRows } from './rows.fixture.ts';
import { treeOf } from './walk.ts';

let state = 11;
const random = (below: number): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};
const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;

const labels = ['acme', 'docs', 'x'];
const word = () => pick(['a', 'b', 'acme', 'a-name-that-is-longer-than-most', 'Ä', 'c 10', 'c 9']);
const standings = [{ kind: 'undecided' }, { kind: 'denied', at: '', note: '' }] as const;

function anySkill(server: string): SkillRow {
  const path = Array.from({ length: 1 + random(4) }, word).join('/');
  const standing = pick(standings);
  return aSkill(server, path, { fileCount: random(3), standing });
}

/** Files of a skill as its page has them. */
const detailOf = (row: SkillRow): DetailState =>
  ({
    detail: {
      row,
      files: ['SKILL.md', 'b/c.md'].map((path) => ({ path, uri: `${row.uri}/${path}` })),
    },
    error: null,
    stale: false,
    loading: false,
  }) as unknown as DetailState;

function anyInput(): TreeInput {
  const servers = labels.slice(0, 1 + random(3));
  const skills = servers.flatMap((label) =>
    Array.from({ length: random(14) }, () => anySkill(label)),
  );
  const refused = servers.flatMap((label) =>
    Array.from({ length: random(3) }, (_, index) => aRefusal(label, index)),
  );
  const details = new Map(
    skills
      .filter(() => random(2) === 0)
      .map((row) => [skillKey(row.server, row.uri), detailOf(row)]),
  );
  const shut: TreeInput = {
    ...fromSnapshot(aSnapshot({ servers: servers.map((one) => aServer(one)), skills, refused })),
    details,
    toggled: new Set(),
    filterText: random(2) === 0 ? '' : [word(), word()].slice(random(2)).join(' '),
    filterStanding: pick(['all', 'all', 'new', 'denied', 'refused']),
  };
  const openable = [
    ...treeRows(shut).map(({ id }) => id),
    ...skills.map(({ server, uri }) => `x:${skillKey(server, uri)}`),
  ];
  return { ...shut, toggled: new Set(openable.filter(() => random(4) === 0)) };
}

/** Where a row stands among those of its level, counted over all rows. */
function placesOf(rows: readonly TreeItem[]): readonly (readonly [number, number])[] {
  const parents: number[] = [];
  const around = rows.map(({ level }, index) => {
    parents.length = level - 1;
    const parent = parents.at(-1) ?? -1;
    parents.push(index);
    return parent;
  });
  return rows.map((_, index) => {
    const siblings = around.flatMap((parent, at) => (parent === around[index] ? [at] : []));
    return [siblings.indexOf(index) + 1, siblings.length];
  });
}

describe('the rows of the tree, created one by one', () => {
  it('have their position and say the same as when created at once', () => {
    for (let round = 0; round < 400; round += 1) {
      const input = anyInput();
      const { rows } = treeOf(input);
      const made = treeRows(input);
      expect(made).toHaveLength(rows.length);
      expect(made.map(({ posInSet, setSize }) => [posInSet, setSize])).toEqual(placesOf(made));
      for (const [index, row] of made.entries()) {
        expect(rows.at(index)).toEqual(row);
        expect(rows.indexOf(row.id), row.id).toBe(index);
        const { id, level, text } = row;
        expect([rows.idAt(index), rows.levelAt(index), rows.textAt(index)]).toEqual([
          id,
          level,
          text,
        ]);
      }
      expect(rows.firstSkill()).toBe(made.findIndex(({ kind }) => kind === 'skill'));
      for (const label of labels)
        expect(rows.skillIdsOf(label)).toEqual(
          made.flatMap((row) => (row.kind === 'skill' && row.row.server === label ? [row.id] : [])),
        );
    }
  });

  it('are absent where there are none', () => {
    const { rows } = treeOf(anyInput());
    for (const index of [-1, rows.length, Number.NaN]) expect(rows.at(index)).toBeUndefined();
    for (const id of [ids.server('none'), ids.skill('acme', 'none'), 'd:acme\nnone', ''])
      expect(rows.indexOf(id)).toBe(-1);
  });

  it('are the same objects after another walk with the same result', () => {
    const input = anyInput();
    const skills = (rows: readonly TreeItem[]) => rows.filter(({ kind }) => kind === 'skill');
    for (const [index, row] of skills(treeRows({ ...input })).entries())
      expect(skills(treeRows({ ...input }))[index]).toBe(row);
  });
});
