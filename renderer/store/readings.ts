import { useCallback } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { revealInvisible } from '../../shared/invisible.ts';
import type { Api, RequestError } from '../../shared/contract.ts';
import type { FileView } from '../../shared/model/file-view.ts';
import type { FileEntry } from '../../shared/model/skill.ts';
import { useApi } from './context.ts';
import { skillKey } from './state.ts';

/** A file that the person asked to see, in this session. */
export type Reading =
  | { readonly status: 'reading' }
  | { readonly status: 'read'; readonly view: FileView }
  | { readonly status: 'error'; readonly error: RequestError };

interface ReadingsState {
  /**
   * By skill, file and the digest that the entry gives: another entry's bytes are another reading.
   * Oldest first.
   */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Readings that were shown, without their content. */
  readonly opened: ReadonlySet<string>;
}

/** Contents kept at once; older ones are read again when they are asked for. */
const kept = 32;

const stores = new WeakMap<Api, StoreApi<ReadingsState>>();

function storeOf(api: Api): StoreApi<ReadingsState> {
  const known = stores.get(api);
  if (known) return known;
  const made = createStore<ReadingsState>()(() => ({ readings: new Map(), opened: new Set() }));
  stores.set(api, made);
  return made;
}

export const readingKey = (
  server: string,
  uri: string,
  file: Pick<FileEntry, 'uri' | 'digest'>,
): string => `${skillKey(server, uri)}\n${file.uri}\n${file.digest ?? ''}`;

function put(store: StoreApi<ReadingsState>, key: string, reading: Reading): void {
  store.setState(({ readings, opened }) => {
    const next = new Map(readings);
    next.delete(key);
    next.set(key, reading);
    for (const oldest of next.keys()) {
      if (next.size <= kept) break;
      next.delete(oldest);
    }
    return {
      readings: next,
      opened:
        reading.status === 'read' && reading.view.preview !== null
          ? new Set(opened).add(key)
          : opened,
    };
  });
}

/**
 * What one file showed when the person opened it, and the act of opening it. Nothing is read
 * until `read` is called.
 */
export function useReading(
  server: string,
  uri: string,
  file: FileEntry | undefined,
): { readonly reading: Reading | undefined; readonly read: (full?: boolean) => Promise<void> } {
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
  return { reading, read };
}

/**
 * Counts a file as opened that was shown in another way than by reading it alone: beside its
 * approved text.
 */
export function useMarkOpened(): (
  server: string,
  uri: string,
  file: Pick<FileEntry, 'uri' | 'digest'>,
) => void {
  const store = storeOf(useApi());
  return useCallback(
    (server, uri, file) =>
      store.setState(({ opened }) => ({
        opened: new Set(opened).add(readingKey(server, uri, file)),
      })),
    [store],
  );
}

/** How many of these files the person has opened, as they are in this entry. */
export function useOpened(server: string, uri: string, files: readonly FileEntry[]): number {
  return useStore(storeOf(useApi()), ({ opened }) =>
    files.reduce((count, file) => count + (opened.has(readingKey(server, uri, file)) ? 1 : 0), 0),
  );
}
