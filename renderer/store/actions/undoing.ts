import type { StoreApi } from 'zustand/vanilla';
import { quoteName } from '../../../shared/quote-text.ts';
import type { RendererApi, DecideOutcome } from '../../../shared/contract.ts';
import type { Operation } from '../../../shared/model/operation.ts';
import { isOf } from '../pin.ts';
import {
  skillKey,
  type AppState,
  type DecidedHere,
  type DecisionSheetRequest,
  type ToastMessage,
  type UndoEntry,
} from '../state.ts';
import type { DecidingActions } from './deciding.ts';
import type { QueueActions } from './queue.ts';
import type { SurfaceActions } from './surfaces.ts';

type Action = DecisionSheetRequest['action'];
type Others = Pick<SurfaceActions, 'toast'> &
  Pick<DecidingActions, 'noteDecided' | 'setDeciding'> &
  Pick<QueueActions, 'reviewAt'>;

/** Announces decisions and undoes them. */
export function undoingActions(store: StoreApi<AppState>, api: RendererApi, others: Others) {
  const { setState: set, getState: get } = store;
  const { toast, noteDecided } = others;
  const undo = undoWith(store, api, others);
  return {
    undo,
    /** Records a decision and announces it with Undo. */
    decided: (action: Action, done: readonly Omit<DecidedHere, 'action'>[]): void => {
      noteDecided(action, done);
      if (done.length === 0) return;
      const { tone, icon, verb } = looks[action];
      const undoable = done.flatMap(undoEntry);
      set(({ undoSteps }) => ({ undoSteps: [...undoSteps, { undoing: undoable }] }));
      toast(tone, verb(namedOrCounted(done)), {
        ...(icon === undefined ? {} : { icon }),
        ...(undoable.length === 0 ? {} : { undo: undoable }),
        ...(action === 'revoke' ? {} : { decided: done.map((each) => ({ ...each, action })) }),
      });
    },
    /**
     * Undoes this window's last decision, even if its notice is gone. Never an older one than a
     * decision that can't be undone.
     */
    undoLast: (): void => {
      const last = lastStep(get());
      if (last !== undefined && 'undoing' in last && last.undoing.length > 0) {
        void undo(last.undoing);
        return;
      }
      if (last !== undefined && 'operationId' in last) {
        const { operationId } = last;
        void api.undoMany({ operationId }).then((reply) => {
          // Undone once, as in `undoWith`.
          set(({ undoSteps: steps }) => ({ undoSteps: steps.filter((step) => step !== last) }));
          if (!reply.ok) toast('bad', `Nothing was undone: ${reply.error.message}`);
        });
        return;
      }
      toast('info', 'Nothing to undo here. You can still revoke decisions.');
    },
  };
}

/** Undoes decisions and says what came of it. */
const undoWith =
  (
    { setState: set, getState: get }: StoreApi<AppState>,
    api: RendererApi,
    { toast, setDeciding, reviewAt }: Others,
  ) =>
  async (undoing: readonly UndoEntry[]): Promise<void> => {
    const before = get().selection;
    setDeciding(true);
    // Undone once, and no notice offers it again; a refused undo must not block the one before it.
    const asked = new Set(undoing.map(({ undo: id }) => id));
    const wasOff = undoing.some(({ server, uri }) => {
      const row = get().skills.get(server)?.get(uri);
      return row?.isLocal === true && row.standing.kind === 'denied';
    });
    set((state) => withoutUndoing(state, asked));
    const reply = await api.undo({
      items: undoing.map(({ server, uri, undo: id }) => ({ server, uri, undo: id })),
    });
    if (reply.ok) {
      // The skills have their previous status: their page continues from there, and the list drops
      // them.
      const done = reply.value.filter(({ outcome }) => outcome === 'done');
      set((state) => withoutUndone(state, done));
    }
    setDeciding(false);
    const [one] = undoing;
    // A failed write can be retried and comes before anything older.
    const again = reply.ok ? unwrittenOf(undoing, reply.value) : undoing;
    if (again.length > 0)
      set(({ undoSteps }) => ({ undoSteps: [...undoSteps, { undoing: again }] }));
    if (!reply.ok) {
      toast('bad', `Nothing was undone: ${reply.error.message}`);
      return;
    }
    const failed = reply.value.filter(({ outcome }) => outcome !== 'done');
    const words = undoneWords(undoing, reply.value.length - failed.length, failed[0]?.message);
    const isOn = wasOff && failed.length === 0;
    toast(
      words.tone,
      isOn ? `${words.text} Apps whose settings turned it off load it again.` : words.text,
      { icon: 'history' },
    );
    // If the person moved on, stay there: a key must not act on another skill than the current one.
    const isBack = failed.length === 0 && undoing.length === 1 && one !== undefined;
    if (isBack && before.kind === 'review' && get().selection === before)
      reviewAt({ server: one.server, uri: one.uri });
  };

/** It ended without an undo: it was undone already or decided nothing. */
const isTakenBack = (work: Operation | undefined): boolean =>
  work !== undefined && work.status !== 'running' && !work.undoable;

const withoutUndoing = (
  { undoSteps, toasts }: AppState,
  asked: ReadonlySet<string>,
): Pick<AppState, 'undoSteps' | 'toasts'> => ({
  undoSteps: undoSteps.filter((step) => !('undoing' in step) || !isAbout(step.undoing, asked)),
  toasts: toasts.filter((one) => !isAbout(one.undo ?? [], asked)),
});

const lastStep = ({ undoSteps, operations }: AppState) =>
  undoSteps.findLast((step) => 'undoing' in step || !isTakenBack(operations.get(step.operationId)));

function withoutUndone(
  { decidedHere, pin }: AppState,
  done: readonly DecideOutcome[],
): Pick<AppState, 'pin' | 'decidedHere'> {
  const keys = new Set(done.map((one) => skillKey(one.server, one.uri)));
  const own = pin === null ? undefined : done.find((one) => isOf(pin, one));
  return {
    pin: pin === null || own === undefined ? pin : { ...pin, record: own.record ?? null },
    decidedHere: decidedHere.filter((one) => !keys.has(skillKey(one.server, one.uri))),
  };
}

const undoEntry = ({ server, uri, name, undo }: Omit<DecidedHere, 'action'>): UndoEntry[] =>
  undo === null ? [] : [{ server, uri, name, undo }];

function namedOrCounted(done: readonly Pick<DecidedHere, 'name'>[]): string {
  const [one] = done;
  return done.length === 1 && one !== undefined
    ? quoteName(one.name)
    : `${done.length.toLocaleString('en')} skills`;
}

function unwrittenOf(
  undoing: readonly UndoEntry[],
  outcomes: readonly DecideOutcome[],
): readonly UndoEntry[] {
  const unwritten = outcomes.filter(isUnwritten);
  return undoing.filter(({ server, uri }) =>
    unwritten.some((one) => one.server === server && one.uri === uri),
  );
}

const isUnwritten = ({ outcome }: DecideOutcome): boolean =>
  outcome === 'write-failed' || outcome === 'store-unreadable';

const isAbout = (undoing: readonly UndoEntry[], ids: ReadonlySet<string>): boolean =>
  undoing.length > 0 && undoing.every(({ undo: id }) => ids.has(id));

/** Choose a fitting icon: only a decision that lets a skill through gets a check mark. */
const looks: Readonly<
  Record<Action, Pick<ToastMessage, 'tone' | 'icon'> & { readonly verb: (what: string) => string }>
> = {
  approve: { tone: 'ok', verb: (what) => `Approved ${what}.` },
  deny: { tone: 'info', icon: 'denied', verb: (what) => `Denied ${what}.` },
  revoke: { tone: 'info', icon: 'history', verb: (what) => `Revoked the decision on ${what}.` },
  session: {
    tone: 'info',
    icon: 'session',
    verb: (what) => `Allowed ${what} for this session.`,
  },
};

function undoneWords(
  undoing: readonly UndoEntry[],
  done: number,
  why: string | undefined,
): Pick<ToastMessage, 'tone' | 'text'> {
  const [one] = undoing;
  if (undoing.length === 1 && one !== undefined)
    return why === undefined
      ? { tone: 'info', text: `Undone: ${quoteName(one.name)}.` }
      : { tone: 'bad', text: `${quoteName(one.name)} wasn’t undone: ${why}` };
  const all = undoing.length.toLocaleString('en');
  return why === undefined
    ? { tone: 'info', text: `Undone for ${all} skills.` }
    : { tone: 'bad', text: `${done.toLocaleString('en')} of ${all} undone. Of the others: ${why}` };
}
