import type { StoreApi } from 'zustand/vanilla';
import type { DecisionItem } from '../../../shared/contract.ts';
import { quoted } from '../../../shared/quoted.ts';
import { driftFrom, isOf, itemFor, pinOf, subjectOf, type Showing } from '../pin.ts';
import { skillKey, type AppState, type DecidedHere, type DecisionSheetRequest } from '../state.ts';
import type { PanelActions } from './panel.ts';
import type { SurfaceActions } from './surfaces.ts';

/** What is decided about, and what was decided here. */
export function decidingActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  { toast, openPanel }: Pick<SurfaceActions, 'toast'> & Pick<PanelActions, 'openPanel'>,
) {
  return {
    /**
     * Takes what the page of the selected skill shows now as what the person sees, and decides
     * about. A page that was left meanwhile has no say.
     */
    pinShown: (detail: Showing) =>
      set(({ selection }) => {
        const pin = pinOf(detail);
        const subject = subjectOf(selection);
        return subject !== null && isOf(pin, subject) ? { pin } : {};
      }),
    /** Marks that this window is deciding, so that its own record is no news to its page. */
    setDeciding: (deciding: boolean) =>
      set(({ pin }) => (pin === null ? {} : { pin: { ...pin, deciding } })),

    /** Keeps what was decided, so that it can be undone; a revoked decision leaves the list. */
    noteDecided: (
      action: DecisionSheetRequest['action'],
      done: readonly Omit<DecidedHere, 'action'>[],
    ) =>
      set(({ decidedHere, pin, picked }) => {
        const keys = new Set(done.map((one) => skillKey(one.server, one.uri)));
        const own = pin === null ? undefined : done.find((one) => isOf(pin, one));
        const kept = decidedHere.filter((one) => !keys.has(skillKey(one.server, one.uri)));
        return {
          pin: pin === null || own === undefined ? pin : { ...pin, record: own.record },
          picked: picked.size === 0 ? picked : new Set([...picked].filter((key) => !keys.has(key))),
          decidedHere:
            action === 'revoke' ? kept : [...kept, ...done.map((one) => ({ ...one, action }))],
        };
      }),

    /**
     * Asks for a decision about many; about one on its page, where it can be seen. Not while the page shows other content than the server serves now: that
     * has to be looked at first.
     */
    openSheet: (sheet: DecisionSheetRequest) => {
      const [one, ...others] = sheet.items;
      if (one === undefined) return;
      if (others.length === 0) {
        openPanel({ server: one.server, uri: one.uri, action: sheet.action });
        return;
      }
      const { pin, skills } = get();
      const about = pin === null ? undefined : sheet.items.find((item) => isOf(pin, item));
      const row = about && skills.get(about.server)?.get(about.uri);
      if (pin !== null && row !== undefined && driftFrom(pin, row) !== null)
        toast(
          'warn',
          `${quoted(row.name)} is not what this page shows any more. Look at it first.`,
        );
      else set({ sheet });
    },
    closeSheet: () => set({ sheet: null }),
    /**
     * The decision items of these skills, with the digests and decisions that are on screen now;
     * none of them grants a tool.
     */
    itemsOf: (keys: Iterable<string>): DecisionItem[] => {
      const { skills, pin } = get();
      const items: DecisionItem[] = [];
      for (const key of keys) {
        const at = key.indexOf('\n');
        const row = skills.get(key.slice(0, at))?.get(key.slice(at + 1));
        if (row) items.push(itemFor(row, pin));
      }
      return items;
    },
  };
}

export type DecidingActions = ReturnType<typeof decidingActions>;
