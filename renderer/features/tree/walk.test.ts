import { describe, expect, it } from 'vitest';
import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import { fromSnapshot } from '../../store/apply-event.ts';
import { aRefusal, aServer, aSkill, aSnapshot } from '../../store/testing/fixtures.ts';
import type { TreeInput } from './flat-tree.ts';
import { segments } from './structure.ts';
import { treeRows } from './rows.fixture.ts';
import { treeOf } from './walk.ts';

function input(
  skills: SkillRow[],
  more: Partial<TreeInput> = {},
  refused: RefusedEntry[] = [],
): TreeInput {
  const labels = [...new Set(skills.map((row) => row.server))];
  return {
    ...fromSnapshot(aSnapshot({ servers: labels.map((label) => aServer(label)), skills, refused })),
    toggled: new Set(),
    filterText: '',
    filterStanding: 'all',
    ...more,
  };
}
const outline = (tree: TreeInput) =>
  treeRows(tree).map(
    (row) =>
      `${'  '.repeat(row.level - 1)}${row.kind === 'skill' ? row.row.name : row.kind === 'folder' ? `${row.name}/` : row.kind === 'server' ? row.server.label : row.kind}`,
  );
const at = '2026-11-12T09:00:00.000Z';

describe('the tree', () => {
  it('joins folders without other content and puts nested skills inside the outer one', () => {
    expect(
      outline(
        input([
          aSkill('acme', 'acme/billing/refunds'),
          aSkill('acme', 'acme/billing/refunds/invoices'),
          aSkill('acme', 'git'),
        ]),
      ),
    ).toEqual(['acme', '  acme/billing/', '    refunds', '      invoices', '      files', '  git']);
  });
  it('names a server once: a folder with its name that contains everything isn’t repeated', () => {
    const skills = [aSkill('acme', 'acme/billing/refunds'), aSkill('acme', 'acme/git')];
    expect(outline(input(skills))).toEqual(['acme', '  billing/', '    refunds', '  git']);
    // Not where the folder says something: another skill lies beside it, or it is a skill itself.
    expect(outline(input([...skills, aSkill('acme', 'tax')])).slice(0, 2)).toEqual([
      'acme',
      '  acme/',
    ]);
    expect(
      outline(input([aSkill('acme', 'acme'), aSkill('acme', 'acme/git')])).slice(0, 2),
    ).toEqual(['acme', '  acme']);
  });
  it('shows a skill’s new status, and leaves other rows unchanged', () => {
    const [a, b] = [aSkill('acme', 'a'), aSkill('acme', 'b')];
    const before = treeRows(input([a, b]));
    const denied = { ...b, standing: { kind: 'denied', at } } as SkillRow;
    const after = treeRows(input([a, denied]));
    expect(after[1]).toBe(before[1]);
    expect(after[2]).toEqual({ ...before[2], row: denied });
  });
  it('gives each row its position among its siblings', () => {
    const rows = treeRows(input([aSkill('acme', 'a'), aSkill('acme', 'b'), aSkill('docs', 'c')]));
    expect(rows.map((row) => [row.level, row.posInSet, row.setSize])).toEqual([
      [1, 1, 2],
      [2, 1, 2],
      [2, 2, 2],
      [1, 2, 2],
      [2, 1, 1],
    ]);
  });
  it('shows only matches and their ancestors under a filter', () => {
    const skills = [
      aSkill('acme', 'billing/refunds'),
      aSkill('acme', 'ops/rotation'),
      aSkill('docs', 'guide'),
    ];
    expect(outline(input(skills, { filterText: 'REF bill' }))).toEqual([
      'acme',
      '  billing/',
      '    refunds',
    ]);
    expect(outline(input(skills, { filterText: 'nothing has this' }))).toEqual([]);
  });
  it('finds servers by label: collapsed with all contents if nothing inside matches', () => {
    const skills = [aSkill('acme', 'billing/refunds'), aSkill('docs', 'guide')];
    expect(outline(input(skills, { filterText: 'docs' }))).toEqual(['docs']);
    expect(outline(input(skills, { filterText: 'docs', toggled: new Set(['s:docs']) }))).toEqual([
      'docs',
      '  guide',
    ]);
    expect(outline(input(skills, { filterText: 'acme refu' }))).toEqual([
      'acme',
      '  billing/',
      '    refunds',
    ]);
    expect(outline(input(skills, { filterText: 'docs refunds' }))).toEqual([]);
    const named = [aSkill('acme', 'acme-guide'), aSkill('acme', 'tax')];
    expect(outline(input(named, { filterText: 'acme' }))).toEqual(['acme', '  acme-guide']);
    // One that has no skills is found, too; under a standing nothing of it is.
    const empty = { servers: new Map([['lonely', aServer('lonely')]]) };
    expect(outline(input([], { ...empty, filterText: 'lone' }))).toEqual(['lonely']);
    expect(outline(input([], { ...empty, filterText: 'lone', filterStanding: 'new' }))).toEqual([]);
  });
  it('counts matching skills, including collapsed ones', () => {
    const skills = [aSkill('acme', 'a/one'), aSkill('acme', 'a/two'), aSkill('docs', 'three')];
    const count = (more: Partial<TreeInput>) => treeOf(input(skills, more)).skills;
    expect(count({})).toBe(3);
    expect(count({ filterText: 'o' })).toBe(3);
    expect(count({ filterText: 'two' })).toBe(1);
    expect(count({ filterText: 'docs' })).toBe(1);
    expect(count({ filterText: 'a/', toggled: new Set(['s:acme']) })).toBe(2);
    expect(count({ filterText: 'nothing has this' })).toBe(0);
  });
  it('finds where long names start to differ from their neighbors', () => {
    const long = 'quarterly-report-for-the-';
    const rows = treeRows(
      input([aSkill('acme', `${long}board`), aSkill('acme', `${long}press`), aSkill('acme', 'x')]),
    );
    expect(rows.flatMap((row) => (row.kind === 'skill' ? [row.apart] : []))).toEqual([
      long.length,
      long.length,
      0,
    ]);
  });
  it('expands collapsed folders while filtered', () => {
    const skills = [aSkill('acme', 'billing/refunds')];
    const toggled = new Set(['d:acme\nbilling']);
    expect(outline(input(skills, { toggled }))).toEqual(['acme', '  billing/']);
    expect(outline(input(skills, { toggled, filterText: 'refunds' }))).toEqual([
      'acme',
      '  billing/',
      '    refunds',
    ]);
  });
  it('filters by status: New means never decided, without dynamic content', () => {
    const skills = [
      aSkill('acme', 'a'),
      aSkill('acme', 'b', { content: 'dynamic' }),
      aSkill('acme', 'c', { standing: { kind: 'expired', at } }),
    ];
    expect(outline(input(skills, { filterStanding: 'new' }))).toEqual(['acme', '  a']);
    expect(outline(input(skills, { filterStanding: 'changed' }))).toEqual(['acme', '  c']);
  });
  it('keeps invalid entries visible, by position if they have no name', () => {
    const rows = treeRows(input([aSkill('acme', 'a')], {}, [aRefusal('acme', 4)]));
    expect(rows.slice(-2).map((row) => row.text)).toEqual(['Invalid entries', 'Entry 5']);
  });
  it('shows refused entries under the filters that are about what is wrong, and by their words', () => {
    const refused = [
      aRefusal('acme', 0, { name: 'refunds' }),
      aRefusal('acme', 1, { name: 'invoices' }),
    ];
    const shown = (more: Partial<TreeInput>) =>
      treeRows(input([aSkill('acme', 'a')], more, refused)).flatMap((row) =>
        row.kind === 'refused' ? [row.text] : [],
      );
    for (const filterStanding of ['all', 'refused', 'problems'] as const)
      expect(shown({ filterStanding })).toEqual(['refunds', 'invoices']);
    for (const filterStanding of ['new', 'changed', 'approved', 'denied'] as const)
      expect(shown({ filterStanding })).toEqual([]);
    expect(shown({ filterText: 'REF' })).toEqual(['refunds']);
    // Also where every skill of the server is filtered away.
    expect(outline(input([aSkill('acme', 'a')], { filterText: 'invoices' }, refused))).toEqual([
      'acme',
      '  refused-group',
      '    refused',
    ]);
    expect(shown({ filterText: 'uri-missing' })).toEqual(['refunds', 'invoices']);
  });
  it('says where each skill with the same name is', () => {
    const rows = treeRows(
      input([
        aSkill('acme', 'x/git'),
        aSkill('acme', 'y/git'),
        aSkill('acme', 'z/tax'),
        aSkill('docs', 'tax'),
      ]),
    );
    expect(rows.flatMap((row) => (row.kind === 'skill' ? [row.place] : []))).toEqual([
      'x',
      'y',
      'also on docs',
      'also on acme',
    ]);
  });
  it('lists files from the detail, and shows that it is loading', () => {
    const row = aSkill('acme', 'a');
    const toggled = new Set([`k:acme\n${row.uri}`]);
    expect(treeRows(input([row], { toggled })).at(-1)).toMatchObject({ kind: 'note', level: 3 });
  });
  it('has no files to open for dynamic content', () => {
    expect(
      treeRows(input([aSkill('acme', 'a', { content: 'dynamic', fileCount: 0 })])).at(-1)?.expanded,
    ).toBeUndefined();
  });
});

describe('path segments', () => {
  it('keep another scheme in front', () => {
    expect(segments('skill://acme/billing/refunds/SKILL.md')).toEqual([
      'acme',
      'billing',
      'refunds',
    ]);
    expect(segments('github://owner/repo/SKILL.md')).toEqual(['github://owner', 'repo']);
    expect(segments('nonsense')).toEqual(['nonsense']);
  });
});
