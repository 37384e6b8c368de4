import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { itemFor } from '../../../store/pin.ts';
import { chosenAtFirst } from '../../../store/groups.ts';
import { skillKey, type BulkDecision } from '../../../store/state.ts';
import { aSkill } from '../../../store/testing/fixtures.ts';
import { chosenOf, clearedSince, groupsOf, linesOf } from './lines.ts';

const whole = { verified: 1, failed: 0, unread: 0, unverifiable: 0, total: 1 };
const none = { tools: [], declarative: [], settings: [], executables: [] };
const plain = aSkill('acme', 'plain', { checked: whole });
const rows = {
  plain,
  script: aSkill('acme', 'script', {
    checked: whole,
    requests: { ...none, executables: ['a.sh'] },
  }),
  tool: aSkill('acme', 'tool', { checked: whole, requests: { ...none, tools: ['Bash(*)'] } }),
  hooks: aSkill('acme', 'hooks', {
    ...{ checked: whole, requests: { ...none, settings: [{ field: 'hooks', value: '{}' }] } },
  }),
  found: aSkill('acme', 'found', { checked: whole, findings: { ...plain.findings, high: 1 } }),
  gap: aSkill('acme', 'gap', { checked: whole, findings: { ...plain.findings, notInspected: 1 } }),
  unread: aSkill('acme', 'unread'),
  dynamic: aSkill('acme', 'dynamic', { content: 'dynamic' }),
};

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
  };
}
const all = Object.values(rows);

describe('skills that are decided together', () => {
  it('are in one group each, by what to review first', () => {
    const groups = groupsOf('approve', linesOf(manyOf('approve', all), held(all)));
    expect(groups.map(({ id, lines }) => [id, lines.map(({ row }) => row.name)])).toEqual([
      ['verified', ['plain']],
      ['scripts', ['script']],
      ['tools', ['tool', 'hooks']],
      ['findings', ['found']],
      ['uninspected', ['gap']],
      ['unverified', ['unread']],
      ['not-now', ['dynamic']],
    ]);
    const counted = groups.reduce((sum, { lines }) => sum + lines.length, 0);
    expect(counted).toBe(all.length);
  });

  it('are preselected only if nothing is left to review; a denial preselects all', () => {
    const names = (action: BulkDecision['action']): string[] => {
      const many = manyOf(action, all);
      return chosenOf(many, linesOf(many, held(all))).map(({ row }) => row.name);
    };
    expect(names('approve')).toEqual(['plain']);
    expect(names('deny')).toEqual(Object.keys(rows));
  });

  it.each([
    ['is another server\u2019s', { identity: `sha256:${'b'.repeat(64)}` }, 'changed'],
    ['has other files', { setDigest: `sha256:${'b'.repeat(64)}` }, 'changed'],
    ['says other things of itself', { metadataDigest: `sha256:${'b'.repeat(64)}` }, 'changed'],
    ['was decided elsewhere', { record: 'another' }, 'decided'],
    ['failed a check', { checked: { ...whole, verified: 0, failed: 1 } }, 'worse'],
    ['came to have a finding', { findings: { ...plain.findings, low: 1 } }, 'worse'],
    ['is barred by a policy on its findings', { barredBy: ['no finding stays'] }, 'barred'],
    ['is refused', { standing: { kind: 'blocked', rule: 'x' } }, 'worse'],
  ] as const)('skip one that %s since the page was opened', (_, change, state) => {
    const many = manyOf('approve', [plain]);
    const lines = linesOf(many, held([{ ...plain, ...change } as SkillRow]));
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

  it('keep their groups and selection when one becomes verified', () => {
    const many = manyOf('approve', [rows.unread]);
    const lines = linesOf(many, held([{ ...rows.unread, checked: whole }]));
    expect(groupsOf('approve', lines).map(({ id }) => id)).toEqual(['unverified']);
    expect(chosenOf(many, lines)).toEqual([]);
    expect(clearedSince('approve', lines)).toBe(1);
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
