import type { StoreApi } from 'zustand/vanilla';
import { named } from '../../../shared/quoted.ts';
import type { Api, DecideOutcome } from '../../../shared/contract.ts';
import { isOf } from '../pin.ts';
import {
  skillKey,
  type AppState,
  type DecidedHere,
  type DecisionSheetRequest,
  type Toast,
  type Undoing,
} from '../state.ts';
import type { DecidingActions } from './deciding.ts';
import type { QueueActions } from './queue.ts';
import type { SurfaceActions } from './surfaces.ts';

type Action = DecisionSheetRequest['action'];
type Others = Pick<SurfaceActions, 'toast' | 'dismissToast'> &
  Pick<DecidingActions, 'noteDecided' | 'setDeciding'> &
  Pick<QueueActions, 'reviewAt'>;

/** Saying what was decided, and taking it back. */
export function undoingActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  api: Api,
  { toast, dismissToast, noteDecided, setDeciding, reviewAt }: Others,
) {
  /** The skills stand as before: the page that shows one goes on from there, and the list drops it. */
  const noteUndone = (done: readonly DecideOutcome[]): void =>
    set(({ decidedHere, pin }) => {
      const keys = new Set(done.map((one) => skillKey(one.server, one.uri)));
      const own = pin === null ? undefined : done.find((one) => isOf(pin, one));
      return {
        pin: pin === null || own === undefined ? pin : { ...pin, record: own.record ?? null },
        decidedHere: decidedHere.filter((one) => !keys.has(skillKey(one.server, one.uri))),
      };
    });

  const undo = async (undoing: readonly Undoing[]): Promise<void> => {
    const before = get().selection;
    setDeciding(true);
    const reply = await api.undo({
      items: undoing.map(({ server, uri, undo: id }) => ({ server, uri, undo: id })),
    });
    if (reply.ok) noteUndone(reply.value.filter(({ outcome }) => outcome === 'done'));
    // However it was asked for: no notice offers again what was taken back.
    const ids = new Set(undoing.map((each) => each.undo));
    for (const each of get().toasts)
      if (each.undo?.every((other) => ids.has(other.undo))) dismissToast(each.id);
    setDeciding(false);
    const [one] = undoing;
    if (!reply.ok) {
      toast('bad', `Nothing was undone: ${reply.error.message}`);
      return;
    }
    const failed = reply.value.filter(({ outcome }) => outcome !== 'done');
    const words = undoneWords(undoing, reply.value.length - failed.length, failed[0]?.message);
    toast(words.tone, words.text, { icon: 'history' });
    // Whoever went on meanwhile stays there: a key must not be about another skill than was in front.
    const isBack = failed.length === 0 && undoing.length === 1 && one !== undefined;
    if (isBack && before.kind === 'review' && get().selection === before)
      reviewAt({ server: one.server, uri: one.uri });
  };

  return {
    undo,
    /** Notes what was decided and says so, with the way to take it back. */
    decided: (action: Action, done: readonly Omit<DecidedHere, 'action'>[]): void => {
      noteDecided(action, done);
      if (done.length === 0) return;
      const { tone, icon, verb } = looks[action];
      const [one] = done;
      const what =
        done.length === 1 && one !== undefined
          ? named(one.name)
          : `${done.length.toLocaleString('en')} skills`;
      const undoable = done.flatMap(({ server, uri, name, undo: id }) =>
        id === null ? [] : [{ server, uri, name, undo: id }],
      );
      toast(tone, verb(what), {
        ...(icon === undefined ? {} : { icon }),
        ...(undoable.length === 0 ? {} : { undo: undoable }),
        ...(action === 'revoke' ? {} : { decided: done.map((each) => ({ ...each, action })) }),
      });
    },
    /** Takes back what the newest notice that offers it is about. */
    undoLast: (): void => {
      const last = get().toasts.findLast((one) => one.undo !== undefined);
      if (last?.undo === undefined) {
        const many = [...get().operations.values()].findLast((one) => one.undoable && !one.closed);
        if (many !== undefined) {
          void api.undoMany({ operationId: many.operationId }).then((reply) => {
            if (!reply.ok) toast('bad', `Nothing was undone: ${reply.error.message}`);
          });
          return;
        }
        toast('info', 'There is nothing to undo here; what was decided can be revoked.');
        return;
      }
      dismissToast(last.id);
      void undo(last.undo);
    },
  };
}

/** The sign fits: only what lets a skill through is a tick. */
const looks: Readonly<
  Record<Action, Pick<Toast, 'tone' | 'icon'> & { readonly verb: (what: string) => string }>
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
  undoing: readonly Undoing[],
  done: number,
  why: string | undefined,
): Pick<Toast, 'tone' | 'text'> {
  const [one] = undoing;
  if (undoing.length === 1 && one !== undefined)
    return why === undefined
      ? { tone: 'info', text: `Undone: ${named(one.name)} stands as before.` }
      : { tone: 'bad', text: `${named(one.name)} was not undone: ${why}` };
  const all = undoing.length.toLocaleString('en');
  return why === undefined
    ? { tone: 'info', text: `Undone: ${all} skills stand as before.` }
    : { tone: 'bad', text: `${done.toLocaleString('en')} of ${all} undone. Of the others: ${why}` };
}
