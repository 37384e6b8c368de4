import type { StoreApi } from 'zustand/vanilla';
import type { DecisionItem } from '../../../shared/contract.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { chosenAtFirst } from '../groups.ts';
import { rowOf } from '../bulk-selection.ts';
import { driftFrom, isOf, itemFor, pinOf, subjectOf, type ShownDetail } from '../pin.ts';
import type { ManyAction } from '../../../shared/model/operation.ts';
import {
  skillKey,
  type AppState,
  type DecidedHere,
  type DecisionSheetRequest,
  type BulkDecision,
  type ManyDraft,
  type ManyItem,
  type DecisionPanelState,
} from '../state.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';
import { draftKey, withDraft, withoutDraft, type DecisionDraft } from '../drafts.ts';

/** A selection of skills that are decided about together. */
function manyActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  select: PlaceActions['select'],
) {
  /**
   * Selects skills in the queue to decide about them together. It binds what's listed now,
   * whatever changes while the selection is open.
   */
  const openMany = (action: ManyAction, keys: Iterable<string>): void => {
    const { skills, pin, many } = get();
    const items = [...keys].flatMap((key): ManyItem[] => {
      const row = rowOf(skills, key);
      return row === undefined ? [] : [{ key, row, item: itemFor(row, pin) }];
    });
    if (items.length === 0) return;
    const draft = { chosen: chosenAtFirst(action, items), grants: new Map(), ...emptyDraft };
    set({ many: { id: (many?.id ?? 0) + 1, action, items, draft, sent: null, cameBack: false } });
    select({ kind: 'review', at: null, filter: 'selected' });
  };
  return {
    openMany,
    /** The person's choices and text, which survive a visit to one of the skills. */
    draftMany: (change: Partial<ManyDraft>) =>
      set(({ many }) =>
        many === null ? {} : { many: { ...many, draft: { ...many.draft, ...change } } },
      ),
    /** The decision started; null: it was refused as a whole. */
    sentMany: (sent: BulkDecision['sent']) =>
      set(({ many, undoSteps }) => ({
        ...(many === null ? {} : { many: { ...many, sent } }),
        ...(sent === null ? {} : { undoSteps: [...undoSteps, { operationId: sent.operationId }] }),
      })),
  };
}

/** Which skills are being decided about and what was decided here. */
export function decidingActions(
  store: StoreApi<AppState>,
  {
    toast,
    openPanel,
    select,
    catchUp,
  }: { readonly catchUp: () => void } & Pick<SurfaceActions, 'toast'> &
    Pick<PanelActions, 'openPanel'> &
    Pick<PlaceActions, 'select'>,
) {
  const { setState: set, getState: get } = store;
  const manyOf = manyActions(store, select);
  const { openMany } = manyOf;
  return {
    ...manyOf,
    /**
     * Takes the selected skill's page as what the person sees and decides about. Ignored if the
     * person has left the page.
     */
    pinShown: (detail: ShownDetail) =>
      set(({ selection }) => {
        const pin = pinOf(detail);
        const subject = subjectOf(selection);
        return subject !== null && isOf(pin, subject) ? { pin } : {};
      }),
    /**
     * Marks that this window is deciding, so its own record doesn't look like news. At the end its
     * events have arrived but may wait for a frame: what's pinned before would differ from them.
     */
    setDeciding: (deciding: boolean) => {
      if (!deciding) catchUp();
      set(({ pin }) => (pin === null ? {} : { pin: { ...pin, deciding } }));
    },

    /** Remembers decisions so that they can be undone; a revoked decision leaves the list. */
    noteDecided: (
      action: DecisionSheetRequest['action'],
      done: readonly Omit<DecidedHere, 'action'>[],
    ) => set((state) => withDecided(state, action, done)),

    /**
     * Opens a decision: several skills as a selection in the queue, a single skill on its page. Not
     * while the page shows other content than the server serves now; the person must review that
     * first.
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
        toast('warn', `${quoted(row.name)} changed since this page opened. Review it first.`);
      else
        openMany(
          sheet.action,
          sheet.items.map(({ server, uri }) => skillKey(server, uri)),
        );
    },
    /**
     * The decision items for these skills, with the digests and decisions now on screen; none
     * allows a tool.
     */
    itemsOf: (keys: Iterable<string>): DecisionItem[] => {
      const { skills, pin } = get();
      return [...keys].flatMap((key) => {
        const row = rowOf(skills, key);
        return row === undefined ? [] : [itemFor(row, pin)];
      });
    },
  };
}

function withDecided(
  { decidedHere, pin, picked }: AppState,
  action: DecisionSheetRequest['action'],
  done: readonly Omit<DecidedHere, 'action'>[],
): Pick<AppState, 'decidedHere' | 'pin' | 'picked'> {
  const keys = new Set(done.map((one) => skillKey(one.server, one.uri)));
  const own = pin === null ? undefined : done.find((one) => isOf(pin, one));
  const kept = decidedHere.filter((one) => !keys.has(skillKey(one.server, one.uri)));
  return {
    pin: pin === null || own === undefined ? pin : { ...pin, record: own.record },
    picked: picked.size === 0 ? picked : new Set([...picked].filter((key) => !keys.has(key))),
    decidedHere: action === 'revoke' ? kept : [...kept, ...done.map((one) => ({ ...one, action }))],
  };
}

const emptyDraft = { open: new Set<string>(), note: '', expiry: 'never', date: '' } as const;

export type DecidingActions = ReturnType<typeof decidingActions>;

type Subject = Pick<DecisionPanelState, 'server' | 'uri' | 'action'>;

const isAbout = (
  panel: DecisionPanelState | null,
  { server, uri, action }: Subject,
): panel is DecisionPanelState =>
  panel !== null && panel.server === server && panel.uri === uri && panel.action === action;

/** The decision panel that's open and its form data. */
export function panelActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  { select }: Pick<PlaceActions, 'select'>,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  return {
    /**
     * Opens a decision on its skill's page. Not while the page shows other content than the server
     * serves now; the person must review that first.
     */
    openPanel: ({ server, uri, action }: Subject): void => {
      const { pin, skills, selection, panel } = get();
      const row = skills.get(server)?.get(uri);
      if (row !== undefined && isOf(pin, row) && driftFrom(pin, row) !== null) {
        toast('warn', `${quoted(row.name)} changed since this page opened. Review it first.`);
        return;
      }
      const front = subjectOf(selection);
      if (front?.server !== server || front.uri !== uri) select({ kind: 'skill', server, uri });
      if (!isAbout(panel, { server, uri, action }))
        set({ panel: { server, uri, action, busy: false, refusal: null } });
    },
    /** The form data is kept. */
    closePanel: () => set({ panel: null }),
    /** Sets whether this panel, if still open, is saving, or why it failed. */
    notePanel: (
      subject: Subject,
      change: Partial<Pick<DecisionPanelState, 'busy' | 'refusal'>>,
    ): boolean => {
      const { panel } = get();
      if (!isAbout(panel, subject)) return false;
      set({ panel: { ...panel, ...change } });
      return true;
    },
    /** The decision was saved, so the form is cleared. */
    endPanel: (subject: Subject) =>
      set(({ panel, drafts }) => ({
        panel: isAbout(panel, subject) ? null : panel,
        drafts: withoutDraft(drafts, draftKey(subject)),
      })),
    /** Stores what the person just filled in. */
    fillIn: (subject: Subject, about: string, change: Partial<Omit<DecisionDraft, 'about'>>) =>
      set(({ drafts }) => ({ drafts: withDraft(drafts, draftKey(subject), about, change) })),
  };
}

type PanelActions = ReturnType<typeof panelActions>;
