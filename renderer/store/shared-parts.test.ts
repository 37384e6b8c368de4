import { expect, it } from 'vitest';
import type { SkillRow } from '../../shared/model/skill.ts';
import { sharing } from './apply-event.ts';
import { aSkill } from './testing/fixtures.ts';

const received = (row: SkillRow): SkillRow => JSON.parse(JSON.stringify(row)) as SkillRow;
const tools = { tools: ['Bash'], declarative: [], settings: [], executables: ['run.sh'] };

it('shares equal parts with the previous row and keeps its content', () => {
  const before = received(aSkill('acme', 'a', { requests: tools }));
  const row = received(aSkill('acme', 'b', { requests: tools }));
  const shared = sharing(before, row);
  expect(shared).toEqual(row);
  for (const part of ['standing', 'checked', 'requests', 'findings', 'problems'] as const)
    expect(shared[part]).toBe(before[part]);
});

it('takes nothing that differs from the previous row', () => {
  const before = received(aSkill('acme', 'a', { requests: tools, alsoIn: ['flat'] }));
  const others: readonly Partial<SkillRow>[] = [
    { requests: { ...tools, tools: ['Bash', 'Read'] } },
    { requests: { ...tools, tools: [] } },
    { standing: { kind: 'denied', at: '', note: '' } },
    { checked: { ...before.checked, failed: 1 } },
    { identity: null },
    { sinceDecision: { critical: 0, high: 1, medium: 0, low: 0, info: 0, gone: 0, unlooked: 0 } },
    { alsoIn: [] },
  ];
  for (const more of others) {
    const row = received(aSkill('acme', 'a', more));
    expect(sharing(before, row)).toEqual(row);
  }
  expect(sharing(undefined, before)).toBe(before);
});
