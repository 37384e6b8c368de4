import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { itemFor } from '../../../store/pin.ts';
import { chosenAtFirst } from '../../../store/groups.ts';
import { skillKey, type BulkDecision } from '../../../store/state.ts';
import { aSkill } from '../../../store/testing/fixtures.ts';
import { chosenOf, groupsOf, linesOf } from './use-bulk.ts';

const whole = { verified: 1, failed: 0, unread: 0, unverifiable: 0, total: 1 };
const none = { tools: [], declarative: [], settings: [], executables: [] };
const plain = aSkill('acme', 'plain', { checked: whole });
const looked = { ...plain.findings, files: 1 };
const rows = {
  plain: { ...plain, findings: looked },
  script: aSkill('acme', 'script', {
    ...{ findings: looked, requests: { ...none, executables: ['a.sh'] } },
  }),
  low: aSkill('acme', 'low', { findings: { ...looked, low: 1 } }),
  medium: aSkill('acme', 'medium', { findings: { ...looked, medium: 1 } }),
  gap: aSkill('acme', 'gap', { findings: { ...looked, notInspected: 1 } }),
  unread: aSkill('acme', 'unread'),
  high: aSkill('acme', 'high', { findings: { ...looked, high: 1 } }),
  unreadHigh: aSkill('acme', 'unread-high', { findings: { ...plain.findings, critical: 1 } }),
  dynamic: aSkill('acme', 'dynamic', { content: 'dynamic' }),
};
const { plain: read } = rows;

const held = (all: readonly SkillRow[]) =>
  new Map([['acme', new Map(all.map((row) => [row.uri, row]))]]);
function manyOf(
  action: BulkDecision['action'],
  all: readonly SkillRow[],
  sent = false,
): BulkDecision {
  const items = all.map((row) => ({
    key: skillKey(row.server, row.uri),
    row,
    item: itemFor(row, null),
  }));
  const keys = new Set(items.map(({ key }) => key));
  const draft = {
    chosen: chosenAtFirst(action, items),
    grants: new Map(),
    open: new Set<string>(),
  };
  return {
    ...{ id: 1, action, items, draft: { ...draft, note: '', expiry: 'never', date: '' } },
    sent: sent ? { operationId: 'one', keys } : null,
    cameBack: false,
  };
}
const all = Object.values(rows);

describe('skills that are decided together', () => {
  it('are in one group each, by risk', () => {
    const groups = groupsOf('approve', linesOf(manyOf('approve', all), held(all)));
    expect(groups.map(({ id, lines }) => [id, lines.map(({ row }) => row.name)])).toEqual([
      ['none', ['plain', 'script']],
      ['medium', ['low', 'medium', 'gap']],
      ['unread', ['unread']],
      ['high', ['high', 'unread-high']],
      ['not-now', ['dynamic']],
    ]);
    const counted = groups.reduce((sum, { lines }) => sum + lines.length, 0);
    expect(counted).toBe(all.length);
  });

  it('can’t be selected while their files are being inspected, and can be after', () => {
    const now = { ...read, inspecting: 1 };
    const many = manyOf('approve', [read]);
    expect(linesOf(many, held([now])).map(({ state }) => state)).toEqual(['inspecting']);
    expect(chosenOf(many, linesOf(many, held([now])))).toEqual([]);
    expect(chosenOf(many, linesOf(many, held([read])))).toHaveLength(1);
    expect(linesOf(manyOf('deny', [read]), held([now]))[0]?.state).toBe('fits');
  });

  it('are preselected only if they were read and have no findings; a denial preselects all', () => {
    const names = (action: BulkDecision['action']): string[] => {
      const many = manyOf(action, all);
      return chosenOf(many, linesOf(many, held(all))).map(({ row }) => row.name);
    };
    expect(names('approve')).toEqual(['plain', 'script']);
    expect(names('deny')).toEqual(all.map(({ name }) => name));
  });

  it.each([
    ['is another server\u2019s', { identity: `sha256:${'b'.repeat(64)}` }, 'changed'],
    ['has other files', { setDigest: `sha256:${'b'.repeat(64)}` }, 'changed'],
    ['says other things of itself', { metadataDigest: `sha256:${'b'.repeat(64)}` }, 'changed'],
    ['was decided elsewhere', { record: 'another' }, 'decided'],
    ['failed a check', { checked: { ...whole, verified: 0, failed: 1 } }, 'worse'],
    ['came to have a high finding', { findings: { ...looked, high: 1 } }, 'alone'],
    ['came to have a low finding', { findings: { ...looked, low: 1 } }, 'fits'],
    ['is barred by a policy on its findings', { barredBy: ['no finding stays'] }, 'barred'],
    ['is refused', { standing: { kind: 'blocked', rule: 'x' } }, 'worse'],
  ] as const)('skip one that %s since the page was opened', (_, change, state) => {
    const many = manyOf('approve', [read]);
    const lines = linesOf(many, held([{ ...read, ...change } as SkillRow]));
    expect(lines.map((line) => line.state)).toEqual([state]);
    expect(chosenOf(many, lines)).toEqual([]);
  });

  it('skip one that is gone or came back with other bytes', () => {
    const many = manyOf('approve', [plain]);
    expect(linesOf(many, new Map())[0]?.state).toBe('gone');
    const other = { ...plain, setDigest: `sha256:${'c'.repeat(64)}` };
    expect(linesOf(many, held([other]))[0]?.state).toBe('changed');
    expect(linesOf(many, held([plain]))[0]?.state).toBe('fits');
  });

  it('move to their new group when they are read, and are then no longer selected', () => {
    const many = manyOf('approve', [rows.unread]);
    const [line] = linesOf(many, held([rows.unread]));
    const chosen = { ...many, draft: { ...many.draft, chosen: new Set([line?.choice ?? '']) } };
    expect(chosenOf(chosen, linesOf(chosen, held([rows.unread])))).toHaveLength(1);
    const lines = linesOf(chosen, held([{ ...rows.unread, findings: looked }]));
    expect(groupsOf('approve', lines).map(({ id }) => id)).toEqual(['none']);
    expect(chosenOf(chosen, lines)).toEqual([]);
  });

  it('are no longer selected once something more was found in them', () => {
    const many = manyOf('approve', [rows.low]);
    const [line] = linesOf(many, held([rows.low]));
    const chosen = { ...many, draft: { ...many.draft, chosen: new Set([line?.choice ?? '']) } };
    expect(chosenOf(chosen, linesOf(chosen, held([rows.low])))).toHaveLength(1);
    const worse = { ...rows.low, findings: { ...rows.low.findings, low: 2 } };
    expect(chosenOf(chosen, linesOf(chosen, held([worse])))).toEqual([]);
  });

  it.each(['approve', 'session'] as const)('never %s one with high findings', (action) => {
    const dangerous = [rows.high, { ...rows.dynamic, findings: { ...looked, critical: 1 } }];
    const many = manyOf(action, dangerous);
    const keys = linesOf(many, held(dangerous)).map(({ choice }) => choice);
    const chosen = { ...many, draft: { ...many.draft, chosen: new Set(keys) } };
    expect(chosenOf(chosen, linesOf(chosen, held(dangerous)))).toEqual([]);
  });

  it('show as decided one by one, except one that another window denied', () => {
    const many = manyOf('approve', [plain, rows.script], true);
    const standing = { kind: 'approved', at: '2026-01-01T00:00:00Z', expiresAt: null } as const;
    const lines = linesOf(
      many,
      held([
        { ...plain, record: 'mine', standing } as SkillRow,
        { ...rows.script, record: 'theirs', standing: { kind: 'denied' } } as SkillRow,
      ]),
    );
    expect(lines.map(({ state }) => state)).toEqual(['done', 'decided']);
  });
});
