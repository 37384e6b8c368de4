import type { SkillDetail } from '../../shared/model/detail.ts';
import { revealInvisible } from '../../shared/invisible.ts';
import { quoted } from '../../shared/quoted.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { Api, DecisionItem, Reply } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import { driftFrom, isOf, itemFor, pinOf, subjectOf, type Showing } from './pin.ts';
import { afterIn, frontOf, reviewItems, nextUndecided } from './queue.ts';
import type {
  AppState,
  Command,
  DecidedHere,
  DecisionSheetRequest,
  DetailState,
  Overlay,
  Selection,
  SkillTab,
  StandingFilter,
  Toast,
} from './state.ts';
import { skillKey } from './state.ts';

/**
 * File names as a reader must see them; a server chooses them, direction overrides included.
 * Requests name files by URI.
 */
const readable = (detail: SkillDetail): SkillDetail => ({
  ...detail,
  files: detail.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
});

const remembered = 50;
const same = (a: Selection, b: Selection) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What changes when the person goes to another page. Only that drops what a page has shown: a
 * server that takes a skill away and gives it back with other bytes must not get a fresh start.
 */
function goingTo(selection: Selection, { pin }: Pick<AppState, 'pin'>) {
  const subject = subjectOf(selection);
  const kept = subject !== null && isOf(pin, subject) ? pin : null;
  return { selection, tab: null, file: null, place: null, toRead: false, pin: kept };
}

/** Everything that changes the view. Data changes only through events of the main side. */
export function makeActions(store: StoreApi<AppState>, api: Api) {
  const { setState: set, getState: get } = store;
  let toastIds = 0;
  const askedFindings = new WeakSet<SkillRow>();
  const commandSets = new Map<symbol, readonly Command[]>();

  const select = (selection: Selection) =>
    set((state) => {
      if (same(state.selection, selection)) return state;
      return {
        ...goingTo(selection, state),
        back: [...state.back, state.selection].slice(-remembered),
      };
    });
  const toast = (tone: Toast['tone'], text: string) =>
    set(({ toasts }) => ({
      toasts: [
        ...toasts.filter((other) => other.text !== text),
        { id: ++toastIds, tone, text },
      ].slice(-4),
    }));
  const putDetail = (key: string, value: DetailState) =>
    set((state) => ({ details: new Map(state.details).set(key, value) }));

  const actions = {
    select,
    selectHome: () => select({ kind: 'home' }),
    selectServer: (server: string) => select({ kind: 'server', server }),
    selectSkill: (server: string, uri: string) => select({ kind: 'skill', server, uri }),
    selectRefused: (server: string, key: string) => select({ kind: 'refused', server, key }),
    addServer: (tab: 'form' | 'paste' | 'import' = 'form') => select({ kind: 'add-server', tab }),
    openAudit: (server: string | null = null) => select({ kind: 'audit', server }),
    openWaiting: () => select({ kind: 'waiting' }),
    openHosts: () => select({ kind: 'hosts' }),
    editServer: (server: string) => select({ kind: 'edit-server', server }),
    goBack: () =>
      set((state) => {
        const selection = state.back.at(-1);
        return selection ? { ...goingTo(selection, state), back: state.back.slice(0, -1) } : state;
      }),
    setTab: (tab: SkillTab | null) => set({ tab }),
    /** Shows a file of a skill. Opening is the person's act that lets the page read it, once. */
    openFile: (server: string, uri: string, file: string, tab: SkillTab = 'preview') => {
      const { selection } = get();
      const inReview =
        selection.kind === 'review' && selection.at?.server === server && selection.at.uri === uri;
      if (!inReview) select({ kind: 'skill', server, uri });
      set({ file, tab, place: null, toRead: true });
    },
    /** Shows a place of a file of a skill, in its source. */
    openPlace: (
      { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
      place: { readonly file: string; readonly line: number; readonly column: number },
    ) => {
      actions.openFile(server, uri, place.file, 'source');
      set({ place: { ...place } });
    },
    /** The chosen file is being read: nothing but another choice of the person reads again. */
    takeRead: () => set({ toRead: false }),

    setFilterText: (filterText: string) => set({ filterText }),
    setFilterStanding: (filterStanding: StandingFilter) => set({ filterStanding }),
    toggleNode: (id: string) =>
      set((state) => {
        const toggled = new Set(state.toggled);
        if (!toggled.delete(id)) toggled.add(id);
        return { toggled };
      }),
    setPicked: (picked: ReadonlySet<string>) => set({ picked }),
    /**
     * Opens the review queue at a skill, or at the first one that waits. A new walk: what was
     * skipped waits again.
     */
    openReview: (at: { readonly server: string; readonly uri: string } | null = null) => {
      set({ sitting: { order: [], skipped: new Set() } });
      const items = reviewItems(get());
      const first = items.find((item) => item.reason !== null)?.row;
      set({ sitting: { order: items.map((item) => item.key), skipped: new Set() } });
      select({
        kind: 'review',
        at: at ?? (first ? { server: first.server, uri: first.uri } : null),
      });
    },
    /**
     * Puts a skill of the queue in front. It takes the place of the one before: Back leaves the
     * queue.
     */
    reviewAt: (at: { readonly server: string; readonly uri: string } | null) =>
      set((state) => goingTo({ kind: 'review', at }, state)),
    /**
     * The next (1) or previous (−1) skill that waits, in the order of the queue; false when there
     * is no other.
     */
    reviewMove: (step: 1 | -1): boolean => {
      const { selection, sitting } = get();
      if (selection.kind !== 'review') return false;
      const next = afterIn(
        reviewItems(get()),
        selection.at === null ? null : skillKey(selection.at.server, selection.at.uri),
        step,
        sitting.order,
      );
      if (next) actions.reviewAt({ server: next.row.server, uri: next.row.uri });
      return next !== null;
    },
    /**
     * Leaves the skill in front undecided and goes on. It stays in the queue, after those not
     * looked at.
     */
    reviewSkip: (key: string) => {
      set(({ sitting }) => ({
        sitting: { ...sitting, skipped: new Set(sitting.skipped).add(key) },
      }));
      actions.reviewMove(1);
    },
    /**
     * Opens the review queue at the next skill that waits, after the one on screen; in the queue
     * goes on, to its end when nothing is left.
     */
    selectNextUndecided: () => {
      const { selection } = get();
      if (selection.kind === 'review') {
        if (actions.reviewMove(1)) return;
        if (selection.at !== null && frontOf(get(), selection.at) !== 'waiting')
          actions.reviewAt(null);
        else toast('info', 'No other skill waits for a decision.');
        return;
      }
      const next = nextUndecided(get());
      if (next) actions.openReview({ server: next.server, uri: next.uri });
      else toast('info', 'No skill waits for a decision.');
    },
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
      set(({ decidedHere, pin }) => {
        const keys = new Set(done.map((one) => skillKey(one.server, one.uri)));
        const own = pin === null ? undefined : done.find((one) => isOf(pin, one));
        const kept = decidedHere.filter((one) => !keys.has(skillKey(one.server, one.uri)));
        return {
          pin: pin === null || own === undefined ? pin : { ...pin, record: own.record },
          decidedHere:
            action === 'revoke' ? kept : [...kept, ...done.map((one) => ({ ...one, action }))],
        };
      }),

    /**
     * Asks for a decision. Not while the page shows other content than the server serves now: that
     * has to be looked at first.
     */
    openSheet: (sheet: DecisionSheetRequest) => {
      if (sheet.items.length === 0) return;
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
    openOverlay: (overlay: Overlay) => set({ overlay }),
    /** Opens the consent dialog by itself, once per command: closing it is an answer too. */
    askConsent: (server: string, fingerprint: string) =>
      set((state) => {
        const id = `${server}\n${fingerprint}`;
        if (state.consentAsked.has(id) || state.overlay) return state;
        return {
          consentAsked: new Set(state.consentAsked).add(id),
          overlay: { kind: 'consent', server },
        };
      }),
    closeOverlay: () => set({ overlay: null }),
    setDrawerOpen: (drawerOpen: boolean) => set({ drawerOpen }),
    toast,
    dismissToast: (id: number) =>
      set((state) => ({ toasts: state.toasts.filter((item) => item.id !== id) })),

    /**
     * Adds commands while a component is mounted; gives the function that takes them away. A later
     * set wins a shared key.
     */
    registerCommands: (commands: readonly Command[]) => {
      const id = Symbol('commands');
      const publish = () => set({ commands: [...commandSets.values()].flat() });
      commandSets.set(id, commands);
      publish();
      return () => {
        commandSets.delete(id);
        publish();
      };
    },

    /** Fetches what rules say of a skill's files, once for each row (no request to its server). */
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
    /** Fetches a skill's detail from the main side (no request to its server). */
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
    saveSettings: async (change: Partial<Settings>) => {
      set((state) => ({ settings: { ...state.settings, ...change } }));
      const reply = await api.saveSettings(change);
      if (!reply.ok) toast('bad', `Settings were not saved: ${reply.error.message}`);
    },
    /** Waits for a request and shows its failure; gives the value, or undefined when it failed. */
    attempt: async <T>(request: Promise<Reply<T>>, what: string): Promise<T | undefined> => {
      const reply = await request;
      if (reply.ok) return reply.value;
      if (reply.error.code !== 'cancelled') toast('bad', `${what}: ${reply.error.message}`);
      return undefined;
    },
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
  return actions;
}

export type Actions = ReturnType<typeof makeActions>;
