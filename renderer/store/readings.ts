import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { StoreApi } from 'zustand/vanilla';
import { revealInvisible } from '../../shared/invisible.ts';
import type { RendererApi } from '../../shared/contract.ts';
import type { FileView } from '../../shared/model/file-view.ts';
import type { FileEntry } from '../../shared/model/skill.ts';
import { useApi, useApp } from './context.ts';
import {
  contentKey,
  keepSoon,
  storeOf,
  type FileReading,
  type ReadingsState,
} from './reading-store.ts';
import {
  again,
  type FileShown,
  saw,
  stateOf,
  toShow,
  type ShownState,
  type NumberRange,
} from './shown/file-shown.ts';
import { type PaletteCommand, skillKey } from './state.ts';
import { fileWords, unread, type FileWords } from '../../shared/model/file-label.ts';
import type { FailedCheck, FileCheck } from '../../shared/model/verdict.ts';

export type { FileReading } from './reading-store.ts';

/** Most contents kept; older ones load again on demand. */
const kept = 32;

const readingKey = (server: string, uri: string, file: Pick<FileEntry, 'uri' | 'digest'>): string =>
  `${skillKey(server, uri)}\n${file.uri}\n${file.digest ?? ''}`;

function put(store: StoreApi<ReadingsState>, key: string, reading: FileReading): void {
  store.setState(({ readings }) => {
    const next = new Map(readings);
    next.delete(key);
    next.set(key, reading);
    for (const oldest of next.keys()) {
      if (next.size <= kept) break;
      next.delete(oldest);
    }
    return { readings: next };
  });
}

/** Records what must be on screen for this content to count as shown. */
function expectToShow(
  store: StoreApi<ReadingsState>,
  server: string,
  uri: string,
  view: FileView,
): void {
  const now = toShow(view);
  if (now === null) return;
  const key = contentKey(server, uri, view);
  store.setState(({ shown }) => ({ shown: new Map(shown).set(key, again(shown.get(key), now)) }));
}

/**
 * What a file showed when the person opened it, and the function that opens it. Nothing loads until
 * `read` is called.
 */
export function useReading(
  server: string,
  uri: string,
  file: FileEntry | undefined,
): {
  readonly reading: FileReading | undefined;
  readonly read: (full?: boolean) => Promise<void>;
  /** The person opened this content in the changes, so any other view shows it, too. */
  readonly isCompared: boolean;
} {
  const api = useApi();
  const store = storeOf(api);
  const key = file === undefined ? '' : readingKey(server, uri, file);
  const reading = useStore(store, (state) => state.readings.get(key));
  const fileUri = file?.uri;
  const read = useCallback(
    async (full = false) => {
      if (fileUri === undefined || store.getState().readings.get(key)?.status === 'reading') return;
      put(store, key, { status: 'reading' });
      const reply = await api.readFile({ server, uri, file: fileUri, full });
      if (reply.ok) expectToShow(store, server, uri, reply.value);
      put(
        store,
        key,
        reply.ok
          ? { status: 'read', view: { ...reply.value, path: revealInvisible(reply.value.path) } }
          : { status: 'error', error: reply.error },
      );
    },
    [api, store, key, server, uri, fileUri],
  );
  const isCompared = useStore(
    store,
    ({ compared }) => file !== undefined && compared.has(contentKey(server, uri, file)),
  );
  return { reading, read, isCompared };
}

/**
 * What was on screen of some content, and how a view reports more. The unit of `range` is that of
 * the part (`FileShown`).
 */
export function useShown(
  server: string,
  uri: string,
  file: { readonly uri: string; readonly digest?: string | null | undefined } | undefined,
): {
  readonly shown: FileShown | undefined;
  readonly onSeen: (part: string, range: NumberRange) => void;
} {
  const api = useApi();
  const store = storeOf(api);
  const key = file === undefined ? '' : contentKey(server, uri, file);
  const fileUri = file?.uri;
  const digest = file?.digest;
  const shown = useStore(store, (state) => state.shown.get(key));
  const onSeen = useCallback(
    (part: string, range: NumberRange) => {
      const before = store.getState().shown.get(key);
      const now = before && saw(before, part, range);
      if (now === undefined || now === before) return;
      store.setState((state) => ({ shown: new Map(state.shown).set(key, now) }));
      if (fileUri !== undefined && typeof digest === 'string')
        keepSoon(api, key, { server, uri, file: fileUri, digest });
    },
    [api, store, key, server, uri, fileUri, digest],
  );
  return { shown, onSeen };
}

/**
 * Records content shown in another way than by reading it alone, such as beside an older version.
 */
export function useShowText(): (
  server: string,
  uri: string,
  file: { readonly uri: string; readonly digest: string },
  shown: { readonly text: string; readonly language: string },
) => void {
  const store = storeOf(useApi());
  return useCallback(
    (server, uri, file, { text, language }) =>
      expectToShow(store, server, uri, {
        ...file,
        path: '',
        verdict: { status: 'verified' },
        size: null,
        preview: { kind: 'code', language, text },
        truncated: false,
        hidden: [],
      }),
    [store],
  );
}

/** Records that the person opened this content beside an older version. */
export function useNoteCompared(): (
  server: string,
  uri: string,
  file: { readonly uri: string; readonly digest: string },
) => void {
  const store = storeOf(useApi());
  return useCallback(
    (server, uri, file) =>
      store.setState(({ compared }) => ({
        compared: new Set(compared).add(contentKey(server, uri, file)),
      })),
    [store],
  );
}

export type ShownCounts = Readonly<Record<ShownState, number>>;

/**
 * What was on screen of a file with this entry. For a file without a digest it's the last one
 * loaded, which a decision can't bind.
 */
function shownOf(
  shown: ReadingsState['shown'],
  server: string,
  uri: string,
  file: FileEntry,
): FileShown | undefined {
  const key = contentKey(server, uri, file);
  if (file.digest !== undefined) return shown.get(key);
  const last = [...shown.keys()].findLast((one) => one.startsWith(key));
  return last === undefined ? undefined : shown.get(last);
}

/** How many of these files were on screen, with their current entries. */
function countShown(
  shown: ReadingsState['shown'],
  server: string,
  uri: string,
  files: readonly FileEntry[],
): ShownCounts {
  const counts = { no: 0, part: 0, shown: 0, unreadable: 0 };
  for (const file of files) counts[stateOf(shownOf(shown, server, uri, file))] += 1;
  return counts;
}

/** `countShown`, updated as it changes. */
export function useShownCounts(
  server: string,
  uri: string,
  files: readonly FileEntry[],
): ShownCounts {
  return useStore(
    storeOf(useApi()),
    useShallow(({ shown }) => countShown(shown, server, uri, files)),
  );
}

/** How much of one file was on screen. */
export function useShownState(server: string, uri: string, file: FileEntry): ShownState {
  return useStore(storeOf(useApi()), ({ shown }) => stateOf(shownOf(shown, server, uri, file)));
}

/** How many of these files were shown in full, for a decision's record. */
export const shownNow = (
  api: RendererApi,
  server: string,
  uri: string,
  files: readonly FileEntry[],
): number =>
  countShown(
    storeOf(api).getState().shown,
    server,
    uri,
    files.filter(({ digest }) => digest !== undefined),
  ).shown;

/** How much of one file was on screen, updated as it changes. */
export const shownStateNow = (
  api: RendererApi,
  server: string,
  uri: string,
  file: FileEntry,
): ShownState => stateOf(shownOf(storeOf(api).getState().shown, server, uri, file));

/**
 * The next file after `current`, wrapping around, that wasn't shown in full; null if there's none.
 */
export function useNextUnshown(
  server: string,
  uri: string,
  files: readonly FileEntry[],
  current: string | undefined,
): string | null {
  return useStore(storeOf(useApi()), ({ shown }) => {
    const at = files.findIndex((file) => file.uri === current);
    const round = [...files.slice(at + 1), ...files.slice(0, Math.max(0, at))];
    const waits = (file: FileEntry): boolean => {
      const state = stateOf(shownOf(shown, server, uri, file));
      return state === 'no' || state === 'part';
    };
    return round.find(waits)?.uri ?? null;
  });
}

/** `U` and the palette go to the next unread part, as long as there is one. */
export const nextCommands = (next: (() => void) | null): readonly PaletteCommand[] =>
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
      ];

/**
 * The status word for a file everywhere on the page. Of a listed file only the main process's check
 * counts: what this page read before the server listed another size or frontmatter proves nothing.
 * A failed load isn't stored there, so the page's own one fills in.
 */
export function useFileWords(server: string, uri: string, file: FileEntry): FileWords {
  const detail = useApp((app) => app.details.get(skillKey(server, uri))?.detail);
  const held = detail?.verdicts[file.uri];
  const { reading } = useReading(server, uri, file);
  if (held !== undefined) return fileWords(held);
  if (reading?.status === 'error') return unread('the request failed');
  const isListed = detail?.files.some((one) => one.uri === file.uri) === true;
  return fileWords(reading?.status === 'read' && !isListed ? reading.view.verdict : undefined);
}

/** Something was received, but not what was expected. */
export const cameOtherwise = (verdict: FileCheck | null | undefined): verdict is FailedCheck =>
  verdict?.status === 'failed' && ['size', 'digest', 'frontmatter'].includes(verdict.check);
