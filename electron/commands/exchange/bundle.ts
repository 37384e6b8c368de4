import { resolve } from 'node:path';
import { sameIdentity } from '../../core/decisions/identity.ts';
import { writeAtomic } from '../../storage/disk/atomic-file.ts';
import { messageOf } from '../../storage/disk/data-folder.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { exportBundle as sealBundle } from '../../engine/deciding/bundles/export.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';
import { namedServer } from '../skills/targets.ts';

interface Given {
  readonly bundle: string;
  readonly server: string | undefined;
  readonly uri: string | undefined;
  readonly words: readonly string[];
}

/**
 * `export --bundle FILE`: signs the current decisions of the named servers, or of all. Makes no
 * connection.
 */
export async function exportBundle(
  ctx: AppContext,
  given: Given,
  here: CommandContext,
): Promise<CommandOutput> {
  const path = resolve(here.cwd, given.bundle);
  const labels = [...(given.server === undefined ? [] : [given.server]), ...given.words];
  const servers =
    labels.length === 0
      ? [...ctx.catalogue.servers.values()]
      : labels.map((label) => namedServer(ctx, label));
  const { state } = ctx.approvals;
  if (state.status === 'unreadable') throw new CommandError(state.message, 'store');
  const records = ctx.approvals.all();
  const items = servers.flatMap(({ label, identity }) =>
    identity === null
      ? []
      : records
          .filter(
            (record) =>
              sameIdentity(record.server.identity, identity) &&
              (given.uri === undefined || record.uri === given.uri),
          )
          .map(({ uri }) => ({ server: label, uri })),
  );
  if (items.length === 0) throw new CommandError('There are no decisions to export.', 'not-found');
  const sealed = await sealBundle(ctx, items);
  if (!sealed.ok) throw new CommandError(sealed.error.message, sealed.error.code);
  try {
    await writeAtomic(path, [Buffer.from(sealed.value.text)]);
  } catch (error) {
    throw new CommandError(`${path}: ${messageOf(error)}`, 'store');
  }
  const { fingerprint } = sealed.value;
  return {
    json: { bundle: path, decisions: items.length, fingerprint },
    human: [
      `${items.length} decision${items.length === 1 ? '' : 's'}  ${path}`,
      `signed by ${fingerprint}`,
    ],
    exit: 0,
  };
}
