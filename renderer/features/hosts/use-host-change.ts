import { useEffect, useRef, useState, type RefObject } from 'react';
import type { RequestReply, RequestOutput } from '../../../shared/contract.ts';
import type { AppliedHost, HostView, ShownAs } from '../../../shared/model/hosts.ts';
import { useSeenParts } from '../../components/seen-blocks.ts';
import { useActions, useApi, useApp, useConfirm } from '../../store/context.ts';

/** The switch or switches that a person changed. */
export interface HostSwitch {
  readonly host: HostView;
  readonly keys: readonly string[];
  readonly to: 'through' | 'direct' | 'repair';
  /** The entry's label; `all` for several. */
  readonly what: string;
  /** How a protected entry shows skills now, which the person wants to change. */
  readonly shownAs?: ChosenWay | undefined;
}

/** `several` can be read in a file, and chosen at a terminal. */
export type ChosenWay = Exclude<ShownAs, 'several'>;

type Answer = RequestReply<RequestOutput<'previewHost'>>;
type Step = 'asking' | 'saving' | AppliedHost;

/** Parts of the page that must have been on screen. A new preview has new ones. */
export const startPart = (changeId: string, label: string): string => `${changeId} ${label}`;
export const linesPart = (changeId: string, at: number): string => `${changeId}: ${at}`;

/** Saving allows and starts these commands, so all of each must have been on screen. */
export const scrollFirst = 'Scroll through the commands first.';
const scrollAll = 'Scroll through the changes first.';

type NeededParts = 'commands' | 'everything';

const partsOf = (
  { changeId, added, entries }: RequestOutput<'previewHost'>,
  needs: NeededParts,
): readonly string[] => [
  ...added.flatMap(({ label, start }) => (start === null ? [] : [startPart(changeId, label)])),
  ...(needs === 'everything' ? entries.map((_, at) => linesPart(changeId, at)) : []),
];

export type HostChangeState = ReturnType<typeof useHostChange>;

/**
 * A change of an app's file from its preview to its end. `body` contains what must be seen;
 * `needs`: the commands, or also the changed lines where nothing else asks the person.
 */
export function useHostChange(
  turn: HostSwitch,
  body: RefObject<HTMLElement | null>,
  needs: NeededParts,
  { onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void },
) {
  const api = useApi();
  const confirm = useConfirm();
  const { attempt, toast } = useActions();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [shownAs, choose] = useState<ChosenWay>(turn.shownAs ?? 'usual');
  const [isUntested, setUntested] = useState(false);
  const [step, setStep] = useState<Step>('asking');
  const isSession = useApp((app) => app.info?.sessionConfig != null);
  const { host, to } = turn;
  const keys = JSON.stringify(turn.keys);
  // What's written is all of the file: an edit means another preview.
  const isAsking = step === 'asking';
  useEffect(() => {
    if (!isAsking || keys === '[]') return undefined;
    let current = true;
    const exposes = shownAs === 'usual' ? shownAs : shownAs === 'skills' ? [] : [shownAs];
    setAnswer(null);
    const asked = { host: host.id, path: host.path, keys: JSON.parse(keys) as string[], to };
    void api.previewHost({ ...asked, exposes }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, host.id, host.path, keys, to, shownAs, isAsking]);
  const change = answer?.ok === true ? answer.value : null;
  // What the main process would refuse after the person has confirmed it.
  const isLost = isSession && change?.added.some(({ isNew }) => isNew) === true;
  const seen = useSeenParts(body, change?.changeId ?? null);
  const isUnseen = change !== null && partsOf(change, needs).some((part) => !seen.has(part));
  const held = isLost
    ? 'The servers of this session aren’t saved'
    : (reasonNow(answer) ?? (isUnseen ? (needs === 'commands' ? scrollFirst : scrollAll) : null));

  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const save = async (): Promise<void> => {
    if (change === null) return;
    const { changeId, added } = change;
    const proof = await confirm(change.challenge, { request: 'applyHost', changeId });
    const isTried = added.length > 0 && !isUntested;
    if (!isTried) onClose();
    setStep('saving');
    const done = await attempt(
      api.applyHost({ changeId, proof, isUntested }),
      `Couldn’t change ${host.name}’s file`,
    );
    if (done !== undefined && done.outcome !== 'cancelled' && isTried && isOpen.current)
      setStep(done);
    else {
      if (done !== undefined)
        toast(done.outcome === 'unchanged' ? 'warn' : 'ok', endText(done, host));
      setStep('asking');
    }
    onDone();
  };
  return {
    ...{ turn, answer, change, shownAs, choose, isUntested, setUntested },
    ...{ isLost, held, step, save, again: () => setStep('asking') },
  };
}

function endText({ outcome, path }: AppliedHost, { name, restart }: HostView): string {
  switch (outcome) {
    case 'written':
      return `Saved ${path}. Next, in ${name}: ${restart}`;
    case 'unchanged':
      return 'Nothing was saved: no server works as well through Skillgate as directly.';
    case 'cancelled':
      return `Stopped. ${name}’s file is unchanged.`;
  }
}

/** Why saving isn't possible now. */
function reasonNow(answer: Answer | null): string | null {
  if (answer === null) return 'Comparing the files';
  if (!answer.ok) return 'This can’t be changed';
  return answer.value.entries.length === 0 ? 'The file wouldn’t change' : null;
}
