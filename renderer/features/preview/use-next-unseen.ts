import { type RefObject, useCallback, useMemo } from 'react';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useCommands } from '../../store/context.ts';
import { useNextUnshown } from '../../store/readings.ts';
import { type FileShown, type UnreadGap, gapsOf, stateOf } from '../../store/shown/file-shown.ts';
import type { ContentHandle } from './content/showing.ts';

/**
 * Goes to the next unread part of this file, or to the next file. `next` is null if there's
 * neither.
 */
export function useNextUnseen({
  row: { server, uri },
  files,
  file,
  shown,
  mode,
  content,
}: {
  row: SkillRow;
  files: readonly FileEntry[];
  file: FileEntry | undefined;
  shown: FileShown | undefined;
  mode: 'preview' | 'source';
  content: RefObject<ContentHandle | null>;
}): { readonly next: (() => void) | null; readonly goTo: (gap: UnreadGap) => void } {
  const { openFile, setTab } = useActions();
  const other = useNextUnshown(server, uri, files, file?.uri);
  const goTo = useCallback(
    ({ part, range }: UnreadGap) => {
      // What the rendered page doesn't show is in the source.
      if (content.current?.go(part, range[0]) !== true) setTab('source');
    },
    [content, setTab],
  );
  const gap = shown !== undefined && stateOf(shown) === 'part' ? gapsOf(shown)[0] : undefined;
  const next = useMemo(() => {
    if (gap !== undefined) return () => goTo(gap);
    return other === null ? null : () => openFile(server, uri, other, mode);
  }, [gap, goTo, other, openFile, server, uri, mode]);
  useCommands(
    useMemo(
      () =>
        next === null
          ? []
          : [
              {
                id: 'next-unseen',
                icon: 'eye',
                title: 'Next unread part',
                group: 'Skill',
                key: 'u',
                letter: true,
                run: next,
              },
            ],
      [next],
    ),
  );
  return { next, goTo };
}
