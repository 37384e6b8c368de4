import type { DecisionCopy, RestoredDecisions } from '../../../shared/model/approval.ts';
import { counted, timeText } from '../../../shared/size-text.ts';
import { recoverDecisions } from '../../engine/deciding/recover.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';

/** `restore [COPY | --list | --empty]`: gets decisions back if their file can't be read. */
export async function restore(
  ctx: AppContext,
  given: { readonly words: readonly string[]; readonly list: boolean; readonly empty: boolean },
): Promise<CommandOutput> {
  const [name] = given.words;
  if ([name !== undefined, given.list, given.empty].filter(Boolean).length > 1)
    throw new CommandError('give a COPY, --list or --empty, not several');
  const { approvals } = ctx;
  const copies = await approvals.copies();
  if (given.list) return listed(copies);
  if (approvals.state.status === 'ready')
    throw new CommandError(
      'your decisions can be read, so there is nothing to restore. ' +
        '`skillgate restore --list` shows the copies.',
      'store',
    );
  const newest = copies[0]?.name;
  if (!given.empty && name === undefined && newest === undefined)
    throw new CommandError(
      'there is no copy to restore. To start with no decisions, ' +
        `run \`skillgate restore --empty\`. ${approvals.state.message}`,
      'store',
    );
  const wanted = name === undefined ? copies.map((copy) => copy.name) : [name];
  const done = await recoverFirst(ctx, given.empty ? [null] : wanted);
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  return { json: done.value, human: describeRestored(done.value), exit: 0 };
}

/** A power failure may have damaged the newest copy, too: then the one before is the newest. */
async function recoverFirst(
  ctx: AppContext,
  names: readonly (string | null)[],
): ReturnType<typeof recoverDecisions> {
  const [first, ...older] = names;
  if (first === undefined) throw new Error('invariant: there is no copy to restore');
  const done = await recoverDecisions(ctx, first);
  const isLast = done.ok || done.error.code !== 'not-found' || older.length === 0;
  return isLast ? done : recoverFirst(ctx, older);
}

function listed(copies: readonly DecisionCopy[]): CommandOutput {
  return {
    json: { copies },
    human:
      copies.length === 0
        ? ['no copies yet: Skillgate makes one after each decision']
        : copies.map(
            ({ name, at, decisions }) =>
              `${timeText(at)}  ${counted(decisions, 'decision').padEnd(14)} ${name}`,
          ),
    exit: 0,
  };
}

function describeRestored({ at, decisions, toConfirm, left }: RestoredDecisions): string[] {
  if (at === null)
    return ['Skillgate starts with no decisions. The damaged file is kept beside the new one.'];
  return [
    `Restored ${counted(decisions, 'decision')} from the copy of ${timeText(at)}.`,
    ...(toConfirm === 0
      ? []
      : [
          `${counted(toConfirm, 'approval')} must be confirmed first: the audit log says ` +
            `something later about ${toConfirm === 1 ? 'it' : 'them'}, or can't be read.`,
        ]),
    ...(left === 0
      ? []
      : [`${counted(left, 'decision')} not restored: taken back after the copy was made.`]),
  ];
}
