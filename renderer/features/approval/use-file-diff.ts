import { useEffect, useEffectEvent, useState } from 'react';
import type { RequestError } from '../../../shared/contract.ts';
import type { FileDiff } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useApi } from '../../store/context.ts';

export type FileDiffState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly diff: FileDiff }
  | { readonly status: 'error'; readonly error: RequestError };

/** The chosen file's changes once known; `at` is the one last visited, from 1. */
export interface DiffPlaces {
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
