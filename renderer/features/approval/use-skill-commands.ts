import { useMemo } from 'react';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useApi, useCommands } from '../../store/context.ts';
import type { PaletteCommand, DecisionPanelState } from '../../store/state.ts';
import { actionsFor } from './status-text.ts';

type Decision = readonly [
  DecisionPanelState['action'],
  Pick<PaletteCommand, 'id' | 'icon' | 'title' | 'key'>,
];
const approve: Decision = [
  'approve',
  { id: 'approve', icon: 'approved', title: 'Approve the skill…', key: 'a' },
];
const allow: Decision = [
  'session',
  { id: 'allow-session', icon: 'session', title: 'Allow the skill for this session…', key: 'a' },
];
const deny: Decision = ['deny', { id: 'deny', icon: 'denied', title: 'Deny the skill…', key: 'd' }];
const revoke: Decision = [
  'revoke',
  { id: 'revoke', icon: 'unlink', title: 'Revoke the decision…', key: 'r' },
];

/** The skill's palette commands and single letters that its status allows. */
export function useSkillCommands(row: SkillRow): void {
  const api = useApi();
  const { openPanel, attempt } = useActions();
  const { server, uri, standing, content, needsReadAll } = row;
  const commands = useMemo<PaletteCommand[]>(() => {
    const can = actionsFor(standing, content, needsReadAll);
    const possible = [
      ...(can.approve === null || can.approve === 'read-first' ? [] : [approve]),
      ...(can.session ? [allow] : []),
      ...(can.deny ? [deny] : []),
      ...(can.revoke ? [revoke] : []),
    ];
    return [
      ...possible.map(([action, command]) => ({
        ...command,
        group: 'Decide',
        letter: true,
        run: () => openPanel({ server, uri, action }),
      })),
      ...(needsReadAll
        ? [
            {
              id: 'read-all',
              icon: 'file' as const,
              title: 'Load all files of the skill',
              group: 'Skill',
              run: () => void attempt(api.readAll({ server, uri }), 'Couldn’t load the files'),
            },
          ]
        : []),
      {
        id: 'verify',
        icon: 'play' as const,
        title: 'Verify all files',
        group: 'Skill',
        key: 'v',
        letter: true,
        run: () => void attempt(api.verifySkill({ server, uri }), 'Couldn’t verify the files'),
      },
      {
        id: 'refresh-skill',
        icon: 'refresh' as const,
        title: 'Refresh the entry from the server',
        group: 'Skill',
        run: () => void attempt(api.refreshSkill({ server, uri }), 'Couldn’t refresh the entry'),
      },
    ];
  }, [api, attempt, openPanel, server, uri, standing, content, needsReadAll]);
  useCommands(commands);
}
