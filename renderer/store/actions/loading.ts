import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi, RequestReply } from '../../../shared/contract.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { AppSettings } from '../../../shared/model/settings.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { skillKey, type AppState, type DetailState } from '../state.ts';
import type { SurfaceActions } from './surfaces.ts';

/**
 * File names as a reader must see them; a server chooses them, direction overrides included.
 * Requests name files by URI.
 */
const readable = (detail: SkillDetail): SkillDetail => ({
  ...detail,
  files: detail.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
});

/** What the page asks the main side for; none of it is a request to a server. */
export function loadingActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  api: RendererApi,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  const askedFindings = new WeakSet<SkillRow>();
  const putDetail = (key: string, value: DetailState) =>
    set((state) => ({ details: new Map(state.details).set(key, value) }));

  return {
    /** Fetches what rules say of a skill's files, once for each row. */
    loadFindings: async (row: SkillRow) => {
      if (askedFindings.has(row)) return;
      askedFindings.add(row);
      const { server, uri } = row;
      const reply = await api.getFindings({ server, uri });
      // An answer about a row that was replaced meanwhile is followed by another.
      if (reply.ok)
        set(({ findings }) => ({
          findings: new Map(findings).set(skillKey(server, uri), reply.value),
        }));
    },
    /** Fetches a skill's detail from the main side. */
    loadSkill: async (server: string, uri: string) => {
      const key = skillKey(server, uri);
      const known = get().details.get(key);
      if (known?.loading) return;
      putDetail(key, { detail: known?.detail ?? null, error: null, stale: false, loading: true });
      const reply = await api.getSkill({ server, uri });
      const stale = get().details.get(key)?.stale ?? false;
      putDetail(
        key,
        reply.ok
          ? { detail: readable(reply.value), error: null, stale, loading: false }
          : { detail: null, error: reply.error, stale: false, loading: false },
      );
    },
    /** Settings apply at once; the main side's word (an event) is final. */
    saveSettings: async (change: Partial<AppSettings>) => {
      set((state) => ({ settings: { ...state.settings, ...change } }));
      const reply = await api.saveSettings(change);
      if (!reply.ok) toast('bad', `Settings weren’t saved: ${reply.error.message}`);
    },
    /** Waits for a request and shows its failure; gives the value, or undefined when it failed. */
    attempt: async <T>(request: Promise<RequestReply<T>>, what: string): Promise<T | undefined> => {
      // A shell that is gone, or a page without its key: never nothing at all.
      const reply = await request.catch((error: unknown) => ({
        ok: false as const,
        error: { code: 'internal' as const, message: String(error) },
      }));
      if (reply.ok) return reply.value;
      if (reply.error.code !== 'cancelled') toast('bad', `${what}: ${reply.error.message}`);
      return undefined;
    },
  };
}
