import { forgetEverything } from '../../engine/deciding/forget.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { RecordChange } from '../../engine/ports/decisions.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { type CommandContext, CommandError, type CommandOutput } from '../call/command.ts';
import { folderDecisions, syncFolderRules } from '../folders/folder-rules.ts';

const forgetting = ({ id, server, uri, setDigest }: ApprovalRecord): RecordChange => ({
  ...{ kind: 'remove', identity: server.identity, uri, replaces: id },
  audit: { action: 'forgotten', server: server.label, uri, setDigest, detail: 'every decision' },
});

/** `forget --all --yes`: deletes every decision. Makes no connection. */
export async function forget(
  ctx: AppContext,
  { yes }: { readonly yes: boolean },
  here: Pick<CommandContext, 'place' | 'cwd' | 'composing'>,
): Promise<CommandOutput> {
  const { state } = ctx.approvals;
  const folders = await folderDecisions(here);
  const count = (state.status === 'ready' ? state.records : 0) + folders.all().length;
  const isMissing = state.status === 'unreadable' && state.reason === 'missing';
  if (!yes)
    throw new CommandError(
      isMissing
        ? `${state.message} --yes is missing.`
        : `this deletes ${count} decisions and can't be undone. To go ahead, add --yes.`,
    );
  const done = await forgetEverything(ctx);
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  const { left } = done.value;
  const ofFolders = folders.all();
  const gone = ofFolders.length === 0 ? null : await folders.commit(ofFolders.map(forgetting));
  if (gone?.ok === false) throw new CommandError(gone.error.message, 'store');
  const byName = gone === null ? null : await syncFolderRules(ctx, here);
  const removed = done.value.removed + ofFolders.length;
  return {
    json: { ...done.value, removed },
    human: [
      isMissing ? 'Skillgate starts with no decisions.' : `${removed} decisions forgotten`,
      ...(left === undefined ? [] : [`couldn't delete stored file content: ${left}`]),
      ...(byName === null ? [] : [`an app's own settings still turn local skills off: ${byName}`]),
    ],
    exit: 0,
  };
}
