import { flagWords } from '../../../shared/start-advice.ts';
import type { StartView } from '../../../shared/model/start.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { allowStart, viewStart } from '../../engine/servers/configure.ts';
import { permissionState } from '../../engine/servers/permission.ts';
import { startLines } from '../servers/start-text.ts';
import { CommandError, type OutputLine, type CommandContext } from './command.ts';

interface WaitingStart {
  readonly server: string;
  readonly fingerprint: string;
  readonly start: StartView;
}

/** The list contains commands that nobody allowed, so nothing was started. */
class StartRefused extends CommandError {
  override readonly exit = 10;
  override readonly lines: readonly OutputLine[];
  override readonly details: object;

  constructor(message: string, starts: readonly WaitingStart[], lines: readonly OutputLine[]) {
    super(message, 'needs-consent');
    this.lines = lines;
    this.details = { starts };
  }
}

const labelOf = ([only, ...others]: readonly WaitingStart[]): string =>
  only === undefined || others.length > 0
    ? '--server LABEL'
    : `${flagWords('--server', only.server, 'LABEL')} --fingerprint ${only.fingerprint}`;

/** A person doesn't read more than this with care, one after another. */
const mostAsked = 20;

/**
 * Asks a person to allow the commands that a list for one run would start: one server's, or all
 * where `label` is null. The attacker wrote that list, for example a repository's `.mcp.json`.
 * Throws, with exit code 10, unless every command was allowed.
 */
export async function askToStart(
  ctx: AppContext,
  label: string | null,
  { person }: Pick<CommandContext, 'person'>,
): Promise<void> {
  const waiting = await waitingStarts(ctx, label);
  if (waiting.length === 0) return;
  const path = ctx.servers.path;
  const what = waiting.length === 1 ? '1 command' : `${waiting.length} commands`;
  if (person === null || waiting.length > mostAsked)
    throw new StartRefused(
      `${path} would start ${what} that you haven't allowed, so nothing was started. Look at ` +
        `${waiting.length === 1 ? 'it' : 'them'}, then run \`skillgate servers allow ` +
        `${labelOf(waiting)} ${flagWords('--config', path, 'FILE')}\`, ` +
        'or run this again with --allow-start' +
        (person === null ? '.' : ', or name one server with --server.'),
      waiting,
      waiting.flatMap(linesOf),
    );
  for (const one of waiting) {
    person.say(linesOf(one));
    if (!/^y(?:es)?$/i.test(await person.ask(`Start ${one.server}? [y/n] `)))
      throw new StartRefused(`You didn't allow ${one.server}, so nothing was started.`, [one], []);
  }
  for (const { server, fingerprint } of waiting) {
    const allowed = await allowStart(ctx, server, fingerprint, { connect: false });
    if (!allowed.ok)
      throw new CommandError(
        `Your permission to start ${server} couldn't be recorded, so nothing was started: ` +
          `${allowed.error.message} Make the data folder writable, ` +
          'or run this again with --allow-start.',
        allowed.error.code,
      );
  }
}

const linesOf = ({ server, start }: WaitingStart): readonly OutputLine[] => [
  `${server} would start:`,
  ...startLines(start),
];

async function waitingStarts(ctx: AppContext, label: string | null): Promise<WaitingStart[]> {
  const waiting: WaitingStart[] = [];
  for (const server of ctx.catalogue.servers.values()) {
    if (label !== null && server.label !== label) continue;
    if (!(await needsPermission(ctx, server))) continue;
    const view = await viewStart(ctx, server.label);
    if (view.ok) waiting.push({ server: server.label, ...view.value });
  }
  return waiting;
}

async function needsPermission(
  ctx: AppContext,
  { label, configured }: CatalogueServer,
): Promise<boolean> {
  const { enabled, config } = configured;
  return (
    enabled &&
    config.ok &&
    config.value.type === 'stdio' &&
    (await permissionState(ctx, label, config.value)) !== 'allowed'
  );
}
