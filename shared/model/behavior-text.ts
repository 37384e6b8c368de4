import type { BehaviorChanges } from './behavior.ts';
import { factKinds, type FactKind } from './fact-kinds.ts';

const verbs: Readonly<Record<FactKind, string>> = {
  commands: 'runs',
  hosts: 'connects to',
  reads: 'reads',
  writes: 'writes',
  secrets: 'reads secrets:',
  persistence: 'stays through',
  tools: 'asks for',
};

/** One kind of behavior with its values, which the server's files say. */
export interface BehaviorPart {
  /** `runs`, `connects to`: before the values. */
  readonly verb: string;
  readonly values: readonly string[];
}

/** The side's parts in the order that people read them; empty for none. */
export function behaviorParts(
  { added, removed, executables }: BehaviorChanges,
  side: 'added' | 'removed',
): readonly BehaviorPart[] {
  const facts = side === 'added' ? added : removed;
  return [
    ...factKinds.map((kind) => ({ verb: verbs[kind], values: facts[kind] })),
    { verb: 'includes', values: executables[side] },
  ].filter(({ values }) => values.length > 0);
}

/** What isn't known of the comparison, as sentences; empty if everything is. */
export function behaviorGaps({ unread, forgotten, added }: BehaviorChanges): readonly string[] {
  const files = (count: number, one: string): string =>
    `${count} ${one} ${count === 1 ? 'file' : 'files'}`;
  return [
    ...(unread === 0
      ? []
      : [
          `${files(unread, 'changed')} ${unread === 1 ? 'hasn’t' : 'haven’t'} ` +
            'been checked yet, so more may be new.',
        ]),
    ...(forgotten === 0
      ? []
      : [`Nothing is kept of ${files(forgotten, 'approved')}, so some of this may not be new.`]),
    ...(added.omitted === 0 ? [] : ['There’s more than is listed here.']),
  ];
}

/** Not that it's harmless: a text is what tells a model what to do. */
export const nothingNew =
  'The rules see no new command, host, file access, tool or program in it. ' +
  'The text itself may ask for something else, so read what changed.';

/** True if the files do nothing new, as far as they're all known. */
export const addsNothing = (changes: BehaviorChanges): boolean =>
  behaviorParts(changes, 'added').length === 0 && behaviorGaps(changes).length === 0;
