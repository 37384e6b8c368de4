import { expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { ExportedDecision } from '../../core/decisions/exported-decisions.ts';
import type { FolderSkillState } from '../ports/hosts.ts';
import { nameRules } from './name-rules.ts';

const decided = (standing: ExportedDecision['standing']): ExportedDecision => ({
  standing,
  record: {
    ...{ server: { label: '/home/ada/.agents/skills' }, uri: 'skill://refunds/SKILL.md' },
    ...{ name: 'refunds', decision: 'approved', lapsed: null },
  } as ApprovalRecord,
});

it.each<[FolderSkillState, readonly string[]]>([
  ['changed', ['refunds']],
  ['unchanged', []],
  ['unknown', []],
])('an approval that expired turns a skill off that is %s', async (state, deny) => {
  const rules = await nameRules([decided('expired')], 'opencode', {
    stateOf: async () => state,
    linked: [],
  });
  expect(rules).toEqual({ permissions: { allow: [], deny }, left: [] });
});
