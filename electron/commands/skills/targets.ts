import { flagWords } from '../../../shared/start-advice.ts';
import { failureLine, stepAfter, withStep } from '../../../shared/connection-advice.ts';
import type { NextActor } from '../../../shared/model/plain.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { masked } from '../../core/import/mask.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import type { ErrorCode } from '../../../shared/contract.ts';
import type { AppContext, SkillContext } from '../../engine/contexts.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { CommandError } from '../call/command.ts';
import { quotedRows } from '../call/terminal.ts';
import { bringUpAll, timeoutOf } from './connect-servers.ts';

export function namedServer(ctx: AppContext, label: string): CatalogueServer {
  const server = ctx.catalogue.servers.get(label);
  if (server === undefined)
    throw new CommandError(
      `There’s no server labeled ${JSON.stringify(label)}; see \`skillgate servers list\`.`,
      'not-found',
    );
  return server;
}

/** The servers that a command is about: the named one, or every enabled one. */
export function chosenServers(ctx: AppContext, label: string | undefined): CatalogueServer[] {
  if (label !== undefined) return [namedServer(ctx, label)];
  return [...ctx.catalogue.servers.values()];
}

/** Why a command that asks servers asked none. */
export const nobodyAsked = ({ catalogue }: SkillContext): string =>
  catalogue.servers.size === 0
    ? 'No server is configured. To add one, see `skillgate servers add --help`.'
    : 'Every server in question is off. To see them, run `skillgate servers list`.';

/** Why a server can't be asked, as a code for programs. */
const codeOfSilence = ({ connection }: CatalogueServer): ErrorCode =>
  ['needs-consent', 'uncontacted'].includes(connection.status) ? 'needs-consent' : 'not-connected';

/** Why a server gave no listing, in one line; null if it answered. */
export function serverError(server: CatalogueServer): string | null {
  const { connection } = server;
  switch (connection.status) {
    case 'ready':
      return server.listing.status === 'failed' ? withStep(stopOf(server.listing)) : null;
    case 'failed':
      return failureLine(server.label, connection.failure);
    case 'needs-consent':
      return (
        `The command is ${connection.changed ? 'not the one that was allowed' : 'new'}. ` +
        `Review it, then run \`skillgate servers allow ${flagWords('--server', server.label, 'LABEL')}\`.`
      );
    case 'uncontacted':
      return (
        'Its address was imported or written by another program, and ' +
        (connection.changed ? "isn't the one you allowed" : "you haven't connected to it yet") +
        `; run \`skillgate servers allow ${flagWords('--server', server.label, 'LABEL')}\`.`
      );
    case 'disabled':
      return 'The server is off.';
    case 'connecting':
      return 'The server isn’t connected.';
  }
}

/**
 * Why a listing is incomplete, in one line; null if it's complete. For commands that vouch for
 * everything: nobody knows about what wasn't listed.
 */
const partOfListing = ({ listing }: Pick<CatalogueServer, 'listing'>): string | null =>
  listing.status === 'incomplete'
    ? `The listing is incomplete: ${withStep(stopOf(listing))}`
    : null;

/** What ended an incomplete listing. The code for whose turn it is tells it from the rest. */
const stopOf = ({ problems }: CatalogueServer['listing']): Pick<Problem, 'message' | Step> =>
  problems.find(({ turn }) => turn !== undefined) ??
  problems[0] ?? { message: 'Part of it is missing.' };
type Step = 'turn' | 'next' | 'stderr';

/** How many of the last standard-error lines to print with a failure. */
const linesQuoted = 5;

/**
 * Why a server gave no listing, or an incomplete one; null if it's complete. `message` is one line;
 * `stderr` has the last lines that its process wrote to standard error.
 */
export function silenceOf(server: CatalogueServer): ServerSilence | null {
  const { connection, label, listing } = server;
  const message = serverError(server) ?? partOfListing(server);
  if (message === null) return null;
  if (connection.status === 'failed') {
    const { stderr } = connection.failure;
    return { message, ...stepAfter(label, connection.failure), ...quoting(stderr) };
  }
  if (connection.status !== 'ready') return { message };
  const { turn, next, stderr = [] } = stopOf(listing);
  return {
    message,
    ...(turn === undefined || next === undefined ? {} : { turn, next }),
    ...quoting(stderr),
  };
}

export interface ServerSilence {
  readonly message: string;
  readonly turn?: NextActor;
  readonly next?: string;
  readonly stderr?: readonly string[];
}

const quoting = (lines: readonly string[]): Pick<ServerSilence, 'stderr'> =>
  lines.length === 0 ? {} : { stderr: lines.slice(-linesQuoted) };

/** Quotes the lines that a server wrote, below what is said about it. */
export const quotedLines = ({
  stderr = [],
}: {
  stderr?: readonly string[] | undefined;
}): string[] => stderr.slice(-linesQuoted).flatMap(quotedRows);

/**
 * The last lines that a server wrote to standard error if it answers and lists nothing: its SDK
 * drops an invalid skill and says so only there.
 */
export const linesOfEmpty = ({ links }: SkillContext, server: CatalogueServer): readonly string[] =>
  server.connection.status === 'ready' && server.skills.size + server.refused.length === 0
    ? links.stderr(server).slice(-linesQuoted)
    : [];

/** The one skill that most commands are about. */
export interface OneSkill {
  readonly server: string;
  readonly uri: string;
  /** How long the server has to connect and list. */
  readonly timeout?: string | undefined;
}

export type SkillTarget =
  | { readonly kind: 'skill'; readonly server: CatalogueServer; readonly skill: CatalogueSkill }
  | { readonly kind: 'refused'; readonly server: CatalogueServer; readonly refused: RefusedEntry };

/**
 * Finds the skill that a command names. Lists first, as the app does, so that both refuse the same
 * entries; asks `skills/get` for a URI that no listing has. The URI may be given as `list` prints
 * it.
 */
export async function target(ctx: AppContext, given: OneSkill): Promise<SkillTarget> {
  const server = namedServer(ctx, given.server);
  await bringUpAll(ctx, [server], { timeoutMs: timeoutOf(given.timeout) });
  if (!given.uri.includes(masked)) return skillAt(ctx, server, given.uri);
  const { servedUri } = await import('./uri-text.ts');
  return skillAt(ctx, server, await servedUri(ctx, server, given.uri));
}

/** The same for a server that is connected. */
export async function skillAt(
  ctx: AppContext,
  server: CatalogueServer,
  uri: string,
): Promise<SkillTarget> {
  const error = server.connection.status === 'ready' ? null : serverError(server);
  if (error !== null) throw notAsked(server, error);
  const skill = server.skills.get(uri);
  if (skill !== undefined) return { kind: 'skill', server, skill };
  const refused = refusedEntry(server, uri);
  if (refused !== undefined) return { kind: 'refused', server, refused };
  const { openSkill } = await import('../../engine/listing/open-skill.ts');
  const found = await openSkill(ctx, server, uri);
  if (found.ok) return { kind: 'skill', server, skill: found.value };
  const afterwards = refusedEntry(server, uri);
  if (found.error.code === 'refused' && afterwards !== undefined)
    return { kind: 'refused', server, refused: afterwards };
  const { connection } = server;
  throw new CommandError(
    `${server.label}: ${found.error.message}`,
    found.error.code,
    // It ended during the request, so its last lines say why.
    connection.status === 'failed'
      ? connection.failure.stderr.slice(-linesQuoted)
      : linesOfEmpty(ctx, server),
  );
}

/** Stops a command because a server that it needs can't be asked. */
export const notAsked = (server: CatalogueServer, why: string | null): CommandError =>
  new CommandError(
    `${server.label}: ${why ?? 'The server isn’t connected.'}`,
    codeOfSilence(server),
    silenceOf(server)?.stderr,
  );

const refusedEntry = (server: CatalogueServer, uri: string): RefusedEntry | undefined =>
  server.refused.find((entry) => entry.uri === uri);

/**
 * For a decision that binds no content. Throws a CommandError for a URI as printed with something
 * masked in it. The attacker is a server that by then serves another skill whose URI prints alike,
 * so that the skill you meant to deny would stay approved.
 */
export function demandExact(uri: string): void {
  if (!uri.includes(masked)) return;
  throw new CommandError(
    `${masked} replaces a secret, so another skill could look the same. ` +
      'Give the URI exactly as the server has it, or decide in the window.',
    'bad-input',
  );
}
