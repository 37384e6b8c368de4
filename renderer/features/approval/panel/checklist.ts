import type { FileEntry } from '../../../../shared/model/skill.ts';
import { fileWords } from '../../../../shared/model/file-label.ts';
import type { FileCheck } from '../../../../shared/model/verdict.ts';
import type { ShownState } from '../../../store/shown/file-shown.ts';

/** What's known about a file when the list is sorted. */
export interface KnownFile {
  readonly verdict: FileCheck | undefined;
  readonly shown: ShownState;
  /** An app could run it. */
  readonly isExecutable: boolean;
}

/** Sort rank: failed, couldn't be read, unread scripts, unread, partly read, then the rest. */
function rankOf({ verdict, shown, isExecutable }: KnownFile): number {
  const { word } = fileWords(verdict);
  if (word === 'failed') return 0;
  if (word === 'could not be read') return 1;
  if (shown === 'no') return isExecutable ? 2 : 3;
  if (shown === 'part') return 4;
  return shown === 'unreadable' ? 5 : 6;
}

/** The files in the order in which they need attention; ties keep their order. */
export const inOrder = (
  files: readonly FileEntry[],
  known: (file: FileEntry) => KnownFile,
): readonly FileEntry[] =>
  files
    .map((file) => ({ file, rank: rankOf(known(file)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ file }) => file);

/**
 * What Enter opens: the focused file or, if it's already open, the next unread one, wrapping
 * around. Null if every file was read.
 */
export function toOpen(
  files: readonly FileEntry[],
  at: number,
  open: string | null,
  isUnopened: (file: FileEntry) => boolean,
): number | null {
  const here = files[at];
  if (here !== undefined && here.uri !== open) return at;
  for (let step = 1; step < files.length; step += 1) {
    const index = (at + step) % files.length;
    const file = files[index];
    if (file !== undefined && isUnopened(file)) return index;
  }
  return null;
}
