import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RendererApi, RequestError } from '../../shared/contract.ts';
import type { SkillDetail } from '../../shared/model/detail.ts';
import type { FileView } from '../../shared/model/file-view.ts';
import { type FileShown, keptText, shownIn } from './shown/file-shown.ts';
import { skillKey } from './state.ts';

/** A file that the person opened in this session. */
export type FileReading =
  | { readonly status: 'reading' }
  | { readonly status: 'read'; readonly view: FileView }
  | { readonly status: 'error'; readonly error: RequestError };

export interface ReadingsState {
  /**
   * By skill, file and the entry's digest: another entry's bytes are another reading. Oldest first.
   */
  readonly readings: ReadonlyMap<string, FileReading>;
  /** What was on screen of each content, by skill, file and the received content's digest. */
  readonly shown: ReadonlyMap<string, FileShown>;
  /** Contents that the person opened beside an older version, by the same key. */
  readonly compared: ReadonlySet<string>;
}

const stores = new WeakMap<RendererApi, StoreApi<ReadingsState>>();

export function storeOf(api: RendererApi): StoreApi<ReadingsState> {
  const known = stores.get(api);
  if (known) return known;
  const made = createStore<ReadingsState>()(() => ({
    ...{ readings: new Map(), shown: new Map(), compared: new Set() },
  }));
  stores.set(api, made);
  return made;
}

/** Identifies content: a new digest is new content, even for the same file. */
export const contentKey = (
  server: string,
  uri: string,
  file: { readonly uri: string; readonly digest?: string | null | undefined },
): string => `${skillKey(server, uri)}\n${file.uri}\n${file.digest ?? ''}`;

/** How long what was on screen waits for more before it's kept (ms). */
const keepAfterMs = 2_000;

/** What is kept for the next start waits here, by content. */
const keeping = new WeakMap<RendererApi, Map<string, ContentOnScreen>>();

interface ContentOnScreen {
  readonly server: string;
  readonly uri: string;
  readonly file: string;
  readonly digest: string;
}

/** Has the main process keep what was on screen of this content, soon. */
export function keepSoon(api: RendererApi, key: string, content: ContentOnScreen): void {
  const waiting = keeping.get(api) ?? new Map<string, ContentOnScreen>();
  keeping.set(api, waiting);
  if (waiting.size === 0)
    setTimeout(() => {
      const { shown } = storeOf(api).getState();
      for (const [one, input] of waiting) {
        const file = shown.get(one);
        const reading = file === undefined ? null : keptText(file);
        // Nobody waits for it: at worst a file counts as unread after a restart.
        if (reading !== null) void api.keepReading({ ...input, reading }).catch(() => undefined);
      }
      waiting.clear();
    }, keepAfterMs);
  waiting.set(key, content);
}

/** Takes over what was on screen of a skill's files before this start. */
export function restoreShown(
  api: RendererApi,
  server: string,
  uri: string,
  { files, readings = {} }: Pick<SkillDetail, 'files' | 'readings'>,
): void {
  const store = storeOf(api);
  const found = files.flatMap((file) => {
    const text = file.digest === undefined ? undefined : readings[file.uri];
    const shown = text === undefined ? null : shownIn(text);
    return shown === null ? [] : [[contentKey(server, uri, file), shown] as const];
  });
  const isNew = found.filter(([key]) => !store.getState().shown.has(key));
  if (isNew.length > 0) store.setState(({ shown }) => ({ shown: new Map([...isNew, ...shown]) }));
}
