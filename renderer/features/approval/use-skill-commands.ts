import { useMemo } from 'react';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useApi, useCommands } from '../../store/context.ts';
import type { PaletteCommand, DecisionPanelState } from '../../store/state.ts';
import { actionsFor } from './status-text.ts';

/** The skill's palette commands and single letters that its status allows. */
export function useSkillCommands(row: SkillRow): void {
  const api = useApi();
  const { openPanel, attempt } = useActions();
  const { server, uri, standing, content, needsReadAll } = row;
  const commands = useMemo<PaletteCommand[]>(() => {
    const can = actionsFor(standing, content, needsReadAll);
    const ask = (action: DecisionPanelState['action']) => () => openPanel({ server, uri, action });
    const group = 'Decide';
    return [
      ...(can.approve === null || can.approve === 'read-first'
        ? []
        : [
            {
              id: 'approve',
              icon: 'approved' as const,
              title: 'Approve the skill…',
              group,
              key: 'a',
              letter: true,
              run: ask('approve'),
            },
          ]),
      ...(can.session
        ? [
            {
              id: 'allow-session',
              icon: 'session' as const,
              title: 'Allow the skill for this session…',
              group,
              key: 'a',
              letter: true,
              run: ask('session'),
            },
          ]
        : []),
      ...(can.deny
        ? [
            {
              id: 'deny',
              icon: 'denied' as const,
              title: 'Deny the skill…',
              group,
              key: 'd',
              letter: true,
              run: ask('deny'),
            },
          ]
        : []),
      ...(can.revoke
        ? [
            {
              id: 'revoke',
              icon: 'unlink' as const,
              title: 'Revoke the decision…',
              group,
              key: 'r',
              letter: true,
              run: ask('revoke'),
            },
          ]
        : []),
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
