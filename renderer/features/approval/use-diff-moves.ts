import { useCallback, useMemo, type RefObject } from 'react';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { useActions, useCommands } from '../../store/context.ts';
import { nextCommands, useNextUnshown } from '../../store/readings.ts';
import { gapsOf, stateOf, type FileShown } from '../../store/shown/file-shown.ts';
import type { PaletteCommand } from '../../store/state.ts';

export type DiffDirection = 'next' | 'previous';

interface Place {
  readonly row: Pick<SkillRow, 'server' | 'uri'>;
  readonly files: SkillChanges['files'];
  /** The chosen file's URI. */
  readonly file: string | null;
  /** Whether its diff has changes to show. */
  readonly hasPlaces: boolean;
  /** What the person has read of it. */
  readonly shown: FileShown | undefined;
  readonly view: RefObject<DiffHandle | null>;
  readonly onFile: (uri: string | null) => void;
}

/** Moves from change to change and on to the next file, and to what's unread. */
export function useDiffMoves(place: Place) {
  const { files, file, hasPlaces, view, onFile } = place;
  const first = files[0]?.uri;
  const onEdge = useMemo(
    () =>
      files.length < 2
        ? undefined
        : (direction: DiffDirection) => {
            const at = files.findIndex((one) => one.uri === file);
            const to = at + (direction === 'next' ? 1 : -1);
            onFile(files[(to + files.length) % files.length]?.uri ?? null);
          },
    [files, file, onFile],
  );
  const go = useCallback(
    (direction: DiffDirection) => {
      if (file === null) {
        if (first !== undefined) onFile(first);
      } else if (hasPlaces) view.current?.go(direction);
      else onEdge?.(direction);
    },
    [file, first, hasPlaces, onEdge, onFile, view],
  );
  const hasWay = file === null ? first !== undefined : hasPlaces || onEdge !== undefined;
  const next = useNextUnread(place);
  // Together, since a part that registers again comes after the others in the palette.
  useCommands(
    useMemo(() => [...nextCommands(next), ...(hasWay ? movesBy(go) : [])], [next, go, hasWay]),
  );
  return { go, onEdge, hasWay, next };
}

const movesBy = (go: (direction: DiffDirection) => void): readonly PaletteCommand[] => [
  {
    id: 'next-change',
    icon: 'arrowDown',
    title: 'Next change',
    group: 'Skill',
    key: ']',
    repeats: true,
    run: () => go('next'),
  },
  {
    id: 'previous-change',
    icon: 'arrowUp',
    title: 'Previous change',
    group: 'Skill',
    key: '[',
    repeats: true,
    run: () => go('previous'),
  },
];

/** Goes to the next unread part of the diff, or to the next unread changed file; null if none. */
function useNextUnread({ row, files, file, hasPlaces, shown, view, onFile }: Place) {
  // A removed file can't be read.
  const current = files.flatMap(({ path, uri, after }) =>
    after === null ? [] : [{ path, uri, digest: after.digest }],
  );
  const { server, uri } = row;
  const { openFile } = useActions();
  const other = useNextUnshown(server, uri, current, file ?? undefined);
  const state = stateOf(shown);
  const gap = shown !== undefined && state !== 'shown' ? gapsOf(shown)[0]?.range[0] : undefined;
  return useMemo(() => {
    // What has no text to compare is read on its own.
    if (file !== null && gap !== undefined && state !== 'unreadable')
      return () => (hasPlaces ? view.current?.reveal(gap) : openFile(server, uri, file));
    return other === null ? null : () => onFile(other);
  }, [file, gap, state, hasPlaces, other, openFile, onFile, view, server, uri]);
}
