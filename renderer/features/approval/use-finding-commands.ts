import { useMemo } from 'react';
import type { Finding } from '../../../shared/model/findings.ts';
import { isOpen } from '../../../shared/model/severity.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useAppState, useCommands } from '../../store/context.ts';
import type { AppState, PaletteCommand } from '../../store/state.ts';
import { useFindings } from '../../store/findings.ts';

/** Moves from the worst finding to the next with one key each: review the most harmful first. */
export function useFindingCommands(row: SkillRow): void {
  const known = useFindings(row);
  const now = useAppState();
  const { openFinding, toast } = useActions();
  const { server, uri } = row;
  const commands = useMemo<PaletteCommand[]>(
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
          if (open.length === 0) return toast('info', 'No findings so far.');
          const last = lastShown(open, now());
          const next = open[(last + 1) % open.length];
          if (next !== undefined) openFinding({ server, uri }, next);
        },
      },
    ],
    [known, now, openFinding, toast, server, uri],
  );
  useCommands(commands);
}

/** Index of the finding shown last; -1 for none. */
const lastShown = (open: readonly Finding[], { place: at, entryField }: AppState): number =>
  entryField === null
    ? open.findIndex(
        ({ uri, field, place }) =>
          field === undefined &&
          at?.file === uri &&
          at.line === place.line &&
          at.column === place.column,
      )
    : open.findLastIndex(({ field }) => field === entryField);
