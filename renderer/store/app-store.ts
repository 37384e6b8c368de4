import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RendererApi, AppEvent, EventEnvelope } from '../../shared/contract.ts';
import type { ConfirmationSubject } from '../../shared/model/confirmation.ts';
import { defaultSettings } from '../../shared/model/plain.ts';
import { makeActions, type StoreActions } from './actions/actions.ts';
import { applyEvents, fromSnapshot } from './apply-event.ts';
import { emptyLog, followLog } from './log.ts';
import { stillPicked } from './bulk-selection.ts';
import type { AppState, DataState, DecidedHere, ToastMessage } from './state.ts';
import { memoryTrail, type NavigationTrail } from './trail.ts';
import { standsAsDecided } from './queue.ts';

export interface AppStore {
  readonly store: StoreApi<AppState>;
  readonly actions: StoreActions;
  readonly api: RendererApi;
  readonly confirm: BridgeExtras['confirm'];
  /** Loads the snapshot and the log and follows events. Calling it again starts over. */
  readonly load: () => Promise<void>;
  readonly dispose: () => void;
}

/** What the bridge offers beyond the contract. */
export interface BridgeExtras {
  /** Proves that a person confirmed a dialog. */
  readonly confirm: (challenge: string, subject: ConfirmationSubject) => Promise<string>;
  /** The state of its own connection, if it has one (a socket; never the preload). */
  readonly onLink?: (listener: (link: 'up' | 'down' | 'stranger') => void) => () => void;
  /** Addresses that other programs' links open, if the platform passes them on. */
  readonly onPlace?: (listener: (address: string) => void) => () => void;
}

export const initialState: AppState = {
  info: null,
  servers: new Map(),
  skills: new Map(),
  refused: new Map(),
  operations: new Map(),
  details: new Map(),
  findings: new Map(),
  log: emptyLog,
  settings: defaultSettings,
  store: null,
  policy: { status: 'none' },
  waiting: { skills: [], dropped: 0, problem: null },
  hosts: { found: null, error: null },
  link: { status: 'loading' },
  selection: { kind: 'home' },
  reach: { back: false, forward: false },
  tab: null,
  file: null,
  place: null,
  entryField: null,
  toRead: false,
  outline: null,
  filterText: '',
  filterStanding: 'all',
  toggled: new Set(),
  picked: new Set(),
  sitting: { order: [], skipped: new Set() },
  decidedHere: [],
  pin: null,
  many: null,
  panel: null,
  drafts: new Map(),
  overlay: null,
  consentAsked: new Set(),
  drawerOpen: false,
  treeOver: false,
  logFocus: null,
  logHeld: null,
  toasts: [],
  undoSteps: [],
  commands: [],
};

/**
 * A restarted process has another one-time address and usually another port, so retrying isn't
 * enough; tell the person what is.
 */
const lostWords = {
  down:
    'Trying again. If Skillgate isn’t running, start it and open the new one-time address ' +
    'that it prints.',
  stranger:
    'Skillgate doesn’t recognize this window. Press Enter in the terminal where Skillgate runs ' +
    'and open the new one-time address; this window then reconnects.',
};

const lostPicks = (count: number): string =>
  count === 1
    ? 'One selected skill changed or disappeared, so it’s no longer selected.'
    : `${count} selected skills changed or disappeared, so they’re no longer selected.`;

/**
 * Creates a store for one contract. Events are collected until `schedule` runs (`paced` by default)
 * and applied together; a gap in their numbers reloads the snapshot. `trail`: the history; the
 * store starts at its current page.
 */
export function createAppStore(
  api: RendererApi & Partial<BridgeExtras>,
  schedule: (run: () => void) => void = paced(),
  trail: NavigationTrail = memoryTrail(),
): AppStore {
  const store = createStore<AppState>()(() => ({ ...initialState, reach: trail.reach() }));
  const actions = makeActions(store, api, trail, () => flush());
  if (trail.start !== '') actions.arrive(trail.start);
  let seq: number | null = null;
  let waiting: EventEnvelope[] = [];
  let scheduled = false;
  let loading: Promise<void> | null = null;

  /** Takes the current state as shown, and deselects skills that changed. */
  const show = (change: (state: AppState) => DataState): void => {
    const before = store.getState();
    const after = change(before);
    const picked = stillPicked(before.picked, before.skills, after.skills);
    const toasts = stillTrue(before.toasts, before.skills, after.skills);
    store.setState({ ...after, picked, toasts });
    const lost = before.picked.size - picked.size;
    if (lost > 0) actions.toast('warn', lostPicks(lost));
  };

  const flush = () => {
    scheduled = false;
    if (seq === null) return;
    const next = following(waiting, seq);
    waiting = [];
    seq = next.seq;
    if (next.events.length > 0) show((state) => applyEvents(state, next.events));
    if (next.hasGap) void load();
  };

  const take = (envelope: EventEnvelope) => {
    waiting.push(envelope);
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  };

  const loadNow = async () => {
    seq = null;
    const snapshot = await api.getSnapshot({});
    if (!snapshot.ok) {
      // The connection's own state, if it came first, says more than the failed request.
      if (store.getState().link.status !== 'lost')
        store.setState({ link: { status: 'lost', message: snapshot.error.message } });
      return;
    }
    show(({ log }) => ({ ...fromSnapshot(snapshot.value), log: { ...log, whole: false } }));
    store.setState({ link: { status: 'ready' } });
    actions.leaveUnknown();
    seq = snapshot.value.seq;
    flush();
    // Not awaited: a gap in the events must be filled while thousands of rows arrive.
    void followLog(store, api);
  };
  const load = () =>
    (loading ??= loadNow().finally(() => {
      loading = null;
    }));

  const stopEvents = api.subscribe(take);
  const stopLink = api.onLink?.((link) => {
    if (link === 'up') void load();
    else store.setState({ link: { status: 'lost', message: lostWords[link] } });
  });
  const stopPlaces = api.onPlace?.(actions.follow);
  return {
    store,
    api,
    confirm: api.confirm ?? (async () => ''),
    actions,
    load,
    dispose: () => [stopEvents, stopLink, stopPlaces].forEach((stop) => stop?.()),
  };
}

/** The events that follow `seq` in order, up to the first gap. */
function following(
  batch: readonly EventEnvelope[],
  seq: number,
): { readonly events: readonly AppEvent[]; readonly seq: number; readonly hasGap: boolean } {
  const events: AppEvent[] = [];
  let at = seq;
  for (const envelope of batch) {
    if (envelope.seq <= at) continue;
    if (envelope.seq !== at + 1) return { events, seq: at, hasGap: true };
    at = envelope.seq;
    events.push(envelope.event);
  }
  return { events, seq: at, hasGap: false };
}

type Skills = AppState['skills'];

/**
 * The notices that are still true: a server that changes a skill ends its approval notice. A
 * newer decision keeps its notice with Undo, and so does one that the main process has not
 * confirmed yet.
 */
function stillTrue(
  toasts: readonly ToastMessage[],
  before: Skills,
  after: Skills,
): readonly ToastMessage[] {
  if (before === after || !toasts.some(({ decided }) => decided !== undefined)) return toasts;
  return toasts.filter(({ decided }) => {
    const stood = decided?.filter((one) => stands(one, before)) ?? [];
    return stood.length === 0 || !stood.every((one) => isLost(one, after));
  });
}

const stands = (one: DecidedHere, skills: Skills): boolean =>
  standsAsDecided(one, skills.get(one.server)?.get(one.uri));

/** The record is still the newest but doesn't cover what's served. */
function isLost(one: DecidedHere, skills: Skills): boolean {
  const row = skills.get(one.server)?.get(one.uri);
  return row?.record === one.record && !standsAsDecided(one, row);
}

/** ms. Events of one frame are applied together. */
const frame = 16;
/** At most a quarter of the time since a batch arrived goes into applying and drawing it. */
const share = 3;
/** The longest delay before the next batch (ms), however long one took. */
const longest = 250;

interface PageClock {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => void;
}

const pageClock: PageClock = {
  now: () => performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
};

/**
 * Schedules batches of events: a frame after the first event or, after a slow batch, once the page
 * has rested three times as long. Keys and scrolling stay responsive while a hundred thousand
 * skills load.
 */
export function paced({ now, after }: PageClock = pageClock): (run: () => void) => void {
  let next = 0;
  return (run) =>
    after(Math.max(frame, next - now()), () => {
      const from = now();
      run();
      // Draw the batch's changes before any other task.
      after(0, () => {
        const end = now();
        next = end + Math.min(longest, share * (end - from));
      });
    });
}
