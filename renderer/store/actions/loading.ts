import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi, RequestReply } from '../../../shared/contract.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { AppSettings } from '../../../shared/model/settings.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { restoreShown } from '../reading-store.ts';
import { skillKey, type AppState, type DetailState } from '../state.ts';
import type { SurfaceActions } from './surfaces.ts';

/**
 * File names with hidden characters, such as direction overrides, written out; a server chooses
 * them.
 */
const readable = (detail: SkillDetail): SkillDetail => ({
  ...detail,
  files: detail.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
});

/** The main process is gone, or the page has no key: always show something. */
const unreached = (error: unknown) => ({
  ok: false as const,
  error: { code: 'internal' as const, message: String(error) },
});

/** Requests from the page to the main process; none sends a server a request. */
export function loadingActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  api: RendererApi,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  const askedFindings = new WeakSet<SkillRow>();
  const putDetail = (key: string, value: DetailState) =>
    set((state) => ({ details: new Map(state.details).set(key, value) }));

  return {
    /** Loads a skill's findings once per row. */
    loadFindings: async (row: SkillRow) => {
      if (askedFindings.has(row)) return;
      askedFindings.add(row);
      const { server, uri } = row;
      const reply = await api.getFindings({ server, uri });
      // If the row was replaced meanwhile, load again.
      if (reply.ok)
        set(({ findings }) => ({
          findings: new Map(findings).set(skillKey(server, uri), reply.value),
        }));
    },
    /** Loads a skill's detail from the main process. */
    loadSkill: async (server: string, uri: string) => {
      const key = skillKey(server, uri);
      const known = get().details.get(key);
      if (known?.loading) return;
      putDetail(key, { detail: known?.detail ?? null, error: null, stale: false, loading: true });
      const reply = await api.getSkill({ server, uri });
      if (reply.ok) restoreShown(api, server, uri, reply.value);
      const stale = get().details.get(key)?.stale ?? false;
      putDetail(
        key,
        reply.ok
          ? { detail: readable(reply.value), error: null, stale, loading: false }
          : { detail: null, error: reply.error, stale: false, loading: false },
      );
    },
    /** Looks for the apps on this machine; their files may have changed since. */
    lookForHosts: async (): Promise<void> => {
      const reply = await api.getHosts({}).catch(unreached);
      set(({ hosts }) => ({
        hosts: {
          found: reply.ok ? reply.value : hosts.found,
          error: reply.ok ? null : reply.error.message,
        },
      }));
    },
    /** Settings apply at once; the main process's event has the final say. */
    saveSettings: async (change: Partial<AppSettings>) => {
      set((state) => ({ settings: { ...state.settings, ...change } }));
      const reply = await api.saveSettings(change);
      if (!reply.ok) toast('bad', `Settings weren’t saved: ${reply.error.message}`);
    },
    /** Waits for a request and shows its error; returns the value, or undefined on failure. */
    attempt: async <T>(request: Promise<RequestReply<T>>, what: string): Promise<T | undefined> => {
      const reply = await request.catch(unreached);
      if (reply.ok) return reply.value;
      if (reply.error.code !== 'cancelled') toast('bad', `${what}: ${reply.error.message}`);
      return undefined;
    },
  };
}
