import { forgetEverything } from '../../engine/deciding/forget.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { ApprovalsStore, RecordChange } from '../../engine/ports/decisions.ts';
import { dataFolderPath } from '../../storage/disk/data-folder.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { type CommandContext, CommandError, type CommandOutput } from '../call/command.ts';

/** Decisions about folders, which no run over servers opens. */
const folderDecisions = async ({
  place,
  cwd,
  composing,
}: Pick<CommandContext, 'place' | 'cwd' | 'composing'>): Promise<ApprovalsStore> => {
  const { openFolderDecisions } = await import('../../storage/folders/folder-decisions.ts');
  const { userName, version } = composing();
  return openFolderDecisions({
    ...{ folder: dataFolderPath(place, cwd), now: Date.now, actor: userName, paths: [] },
    generator: { name: 'skillgate', version },
  });
};

const forgetting = ({ id, server, uri, setDigest }: ApprovalRecord): RecordChange => ({
  ...{ kind: 'remove', identity: server.identity, uri, replaces: id },
  audit: { action: 'forgotten', server: server.label, uri, setDigest, detail: 'every decision' },
});

/** `forget --all --yes`: deletes every decision. Makes no connection. */
export async function forget(
  ctx: EngineParts,
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
  const removed = done.value.removed + ofFolders.length;
  return {
    json: { ...done.value, removed },
    human: [
      isMissing ? 'Skillgate starts with no decisions.' : `${removed} decisions forgotten`,
      ...(left === undefined ? [] : [`couldn't delete stored file content: ${left}`]),
    ],
    exit: 0,
  };
}
