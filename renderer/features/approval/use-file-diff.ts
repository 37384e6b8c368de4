import {
  useEffect,
  useEffectEvent,
  useState,
  useRef,
  useCallback,
  useMemo,
  type RefObject,
} from 'react';
import type { RequestError } from '../../../shared/contract.ts';
import type { FileDiff, SkillChanges } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useApi, useActions, useCommands } from '../../store/context.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { nextCommands, useNextUnshown } from '../../store/readings.ts';
import { gapsOf, stateOf, type FileShown } from '../../store/shown/file-shown.ts';
import type { PaletteCommand } from '../../store/state.ts';

type FileDiffState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly diff: FileDiff }
  | { readonly status: 'error'; readonly error: RequestError };

/** The chosen file's changes once known; `at` is the one last visited, from 1. */
interface DiffPlaces {
  readonly count: number;
  readonly at: number | null;
}

/** The diff of a file (null: none chosen) and which change is current. */
export function useFileDiff(
  { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
  file: string | null,
  onText: (shown: { readonly text: string; readonly language: string }) => void,
) {
  const api = useApi();
  const [diff, setDiff] = useState<FileDiffState>({ status: 'loading' });
  const [places, setPlaces] = useState<DiffPlaces | null>(null);
  const arrived = useEffectEvent(onText);
  useEffect(() => {
    if (file === null) return undefined;
    let over = false;
    setDiff({ status: 'loading' });
    setPlaces(null);
    void api.getDiff({ server, uri, file, since: null }).then((reply) => {
      if (over) return;
      setDiff(
        reply.ok ? { status: 'ready', diff: reply.value } : { status: 'error', error: reply.error },
      );
      if (reply.ok && 'text' in reply.value.after)
        arrived({ text: reply.value.after.text, language: reply.value.language });
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, file]);
  return {
    diff,
    places,
    onChanges: (count: number): void => setPlaces({ count, at: null }),
    onAt: (at: number): void => setPlaces((known) => known && { ...known, at }),
  };
}

/** Why the file has no change to move to. */
export function noWay(diff: FileDiffState, places: DiffPlaces | null): string {
  if (diff.status === 'error') return 'Couldn’t compare the file';
  if (diff.status === 'ready' && !('text' in diff.diff.before) && !('text' in diff.diff.after))
    return 'There’s no text to compare';
  return places === null ? 'Comparing' : 'No text lines differ';
}

/** `2 of 3 changes`, or just the count before anyone has moved. */
export function placesInWords(places: DiffPlaces | null): string {
  if (places === null || places.count === 0) return '';
  const changes = places.count === 1 ? '1 change' : `${places.count} changes`;
  return places.at === null ? changes : `${places.at} of ${changes}`;
}

/** What differs from the approved content, or why that isn't known. */
export interface SkillComparison {
  /** Undefined while comparing; null without an approval to compare with. */
  readonly changes: SkillChanges | null | RequestError | undefined;
  readonly again: () => void;
}

/** File names with hidden characters written out. */
const readable = (changes: SkillChanges | null): SkillChanges | null =>
  changes && {
    ...changes,
    files: changes.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
  };

/**
 * Compares the skill with its approval while `wanted`, once for everything on the page that shows
 * it. Asks the main process, never the skill's server.
 */
export function useChanges(row: SkillRow, wanted: boolean): SkillComparison {
  const { server, uri, setDigest, metadataDigest } = row;
  const looked = row.findings.files;
  const api = useApi();
  const [changes, setChanges] = useState<SkillComparison['changes']>();
  const [turn, setTurn] = useState(0);
  const comparedAt = useRef(looked);

  useEffect(() => {
    setChanges(undefined);
    if (!wanted) return undefined;
    let over = false;
    void api.getChanges({ server, uri }).then((reply) => {
      if (!over) setChanges(reply.ok ? readable(reply.value) : reply.error);
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, setDigest, metadataDigest, turn, wanted]);

  // Files that were read meanwhile say more of what the skill does; the list stays.
  useEffect(() => {
    if (comparedAt.current === looked || !wanted) return;
    comparedAt.current = looked;
    let over = false;
    void api.getChanges({ server, uri }).then((reply) => {
      const behavior = reply.ok ? reply.value?.behavior : undefined;
      if (!over && behavior !== undefined)
        setChanges((now) => (now != null && 'files' in now ? { ...now, behavior } : now));
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, looked, wanted]);

  return { changes, again: () => setTurn(turn + 1) };
}

type DiffDirection = 'next' | 'previous';

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
