import { visible } from '../../core/text.ts';
import type { DecideOutcome, DecisionItem } from '../../../shared/contract.ts';
import type { NotDone } from '../../../shared/model/operation.ts';
import { mostNamed } from '../../../shared/model/plain.ts';
import type { EndedWork, WorkProgress, UndoItems } from '../operations.ts';
import type { DecisionContext, SkillContext } from '../contexts.ts';
import { decideSkills } from './decide.ts';
import type { SkillDecision } from './record-change.ts';
import { undoDecisions } from './undo.ts';
import { grouped } from '../../../shared/size-text.ts';

/**
 * Decisions in the first write; each is twice as large as the one before. Each part is one durable
 * commit and one event: a window soon sees the first, and the file, which is written whole, is not
 * written often.
 */
const firstPart = 500;

/**
 * Decides many skills, part by part: what is done is on disk and stands, whatever happens then.
 * Stopping it leaves the rest as it was.
 */
export function decideMany(
  parts: DecisionContext,
  items: readonly DecisionItem[],
  decision: SkillDecision,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<EndedWork> {
  const batch = items.length > 1 ? parts.ids.next() : undefined;
  const decide = (part: readonly DecisionItem[]) => decideSkills(parts, part, decision, batch);
  const done = doneWords[decision.action];
  return inParts(parts, items, { decide, done, undoLeft: () => [] }, signal, progress);
}

/** Takes as many back, in the same way. What is left when it is stopped can still be taken back. */
export function undoMany(
  parts: DecisionContext,
  items: UndoItems,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<EndedWork> {
  const batch = items.length > 1 ? parts.ids.next() : undefined;
  const decide = (part: UndoItems) => undoDecisions(parts, part, batch);
  const undoLeft = (left: UndoItems): UndoItems => left;
  return inParts(parts, items, { decide, done: 'as before', undoLeft }, signal, progress);
}

interface Deciding<T> {
  readonly decide: (part: T[]) => Promise<DecideOutcome[]>;
  /** What is said of one that is done. */
  readonly done: string;
  /** What of those that nothing was written about can be taken back. */
  readonly undoLeft: (items: T[]) => UndoItems;
}

async function inParts<T extends { readonly server: string; readonly uri: string }>(
  parts: SkillContext,
  items: readonly T[],
  { decide, done: word, undoLeft }: Deciding<T>,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<EndedWork> {
  const outcomes: DecideOutcome[] = [];
  const notDone: NotDone[] = [];
  const undo: UndoItems = [];
  const left: T[] = [];
  let failed = 0;
  let next = 0;
  let size = firstPart;
  let broken: string | null = null;
  while (next < items.length && broken === null && !signal.aborted) {
    const part = items.slice(next, next + size);
    next += part.length;
    size *= 2;
    const unwritten = new Set<string>();
    for (const outcome of await decide(part)) {
      outcomes.push(outcome);
      const { server, uri } = outcome;
      if (outcome.undo !== undefined) undo.push({ server, uri, undo: outcome.undo });
      if (outcome.outcome === 'done') continue;
      failed += 1;
      if (notDone.length < mostNamed) notDone.push(lineOf(parts, outcome));
      if (outcome.outcome !== 'store-unreadable' && outcome.outcome !== 'write-failed') continue;
      broken = outcome.message;
      unwritten.add(skillOf(outcome));
    }
    left.push(...part.filter((item) => unwritten.has(skillOf(item))));
    progress.report(outcomes.length - failed, items.length, failed);
    // Whoever wants to stop it, or anything else of this window, is heard in between.
    await new Promise<void>((resolve) => void parts.clock.after(0, resolve));
  }
  const done = outcomes.length - failed;
  const words = [
    `${grouped(done)} ${done === 1 ? 'skill' : 'skills'} ${word}`,
    ...(failed > 0 ? [`${grouped(failed)} not`] : []),
    ...(next < items.length ? [`${grouped(items.length - next)} left unchanged`] : []),
  ].join(', ');
  return {
    message: broken === null ? words : `${words}: ${broken}`,
    notDone,
    isFailure: broken !== null,
    undo: [...undo, ...undoLeft([...left, ...items.slice(next)])],
  };
}

const skillOf = ({ server, uri }: { readonly server: string; readonly uri: string }): string =>
  JSON.stringify([server, uri]);

const doneWords: Readonly<Record<SkillDecision['action'], string>> = {
  approve: 'approved',
  deny: 'denied',
  revoke: 'not decided any more',
  session: 'allowed for this session',
};

function lineOf({ catalogue }: SkillContext, { server, uri, message }: DecideOutcome): NotDone {
  const name = catalogue.find(server, uri)?.entry.name ?? uri;
  return { server, uri, file: null, name: visible(name, 80), path: '', why: message };
}
