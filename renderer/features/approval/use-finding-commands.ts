import { useMemo } from 'react';
import { isOpen } from '../../../shared/model/severity.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useAppState, useCommands } from '../../store/context.ts';
import type { Command } from '../../store/state.ts';
import { useFindings } from '../../store/findings.ts';

/** From the worst finding to the next one, each with one key: what is harmful is looked at first. */
export function useFindingCommands(row: SkillRow): void {
  const known = useFindings(row);
  const now = useAppState();
  const { openPlace, toast } = useActions();
  const { server, uri } = row;
  const commands = useMemo<Command[]>(
    () => [
      {
        id: 'next-finding',
        icon: 'search',
        title: 'Go to the next finding',
        group: 'Skill',
        key: 'g',
        letter: true,
        run: () => {
          const open = (known?.findings ?? []).filter(isOpen);
          if (open.length === 0) return toast('info', 'Nothing that the rules look for so far.');
          const { place: at } = now();
          const last = open.findIndex(
            ({ uri: file, place }) =>
              at?.file === file && at.line === place.line && at.column === place.column,
          );
          const next = open[(last + 1) % open.length];
          if (next !== undefined)
            openPlace(
              { server, uri },
              { file: next.uri, line: next.place.line, column: next.place.column },
            );
        },
      },
    ],
    [known, now, openPlace, toast, server, uri],
  );
  useCommands(commands);
}
