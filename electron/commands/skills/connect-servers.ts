import { startingAdviceOn, unansweredText } from '../../../shared/connection-advice.ts';
import { isStartSeconds, startSecondsRange } from '../../../shared/model/plain.ts';
import type { ConnectionFailure } from '../../../shared/model/server.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError } from '../call/command.ts';
import { remark } from '../call/terminal.ts';

export interface BringUpOptions {
  /** Called for each server that finished or failed. */
  readonly done?: (server: CatalogueServer) => void;
  /** How long each server has to connect and list, in ms; its own bounds if absent. */
  readonly timeoutMs?: number | undefined;
}

/** What `--timeout` says, in ms; throws a CommandError for anything but a number of seconds. */
export function timeoutOf(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (!/^\d{1,4}$/.test(seconds) || !isStartSeconds(Number(seconds)))
    throw new CommandError(`--timeout takes ${startSecondsRange}`);
  return Number(seconds) * 1_000;
}

/**
 * Connects and lists the servers in parallel; a failure affects only its own server.
 */
export async function bringUpAll(
  ctx: AppContext,
  servers: readonly CatalogueServer[],
  { done = () => {}, timeoutMs }: BringUpOptions = {},
): Promise<void> {
  if (servers.length === 0) return;
  await Promise.all(
    servers.map(async (server) => {
      const quiet = tellOfStart(ctx, server);
      const late = new AbortController();
      const inTime = timeoutMs === undefined ? () => {} : giveUpAfter(ctx, server, timeoutMs, late);
      const connected = ctx.links.connect(server).finally(quiet);
      // This is half of the program, so it loads only if there is a server to ask, while that
      // server starts.
      const [ready, { list }] = await Promise.all([
        connected,
        import('../../engine/listing/list.ts'),
      ]);
      if (ready) await list(ctx, server, late.signal);
      inTime();
      done(server);
    }),
  );
}

/**
 * Ends the connection to a server that isn't listed in time. Returns a function to call when it is
 * listed, or ended.
 */
function giveUpAfter(
  ctx: AppContext,
  server: CatalogueServer,
  ms: number,
  late: AbortController,
): () => void {
  let why = '';
  const stop = ctx.clock.after(ms, () => {
    const awaited = ctx.links.waiting(server);
    if (awaited !== null) why = `: ${unansweredText(awaited)}`;
    late.abort();
    void ctx.links.close(server);
  });
  return () => {
    stop();
    if (!late.signal.aborted) return;
    const message = `It had no complete listing after ${ms / 1_000} s${why}.`;
    const failure: ConnectionFailure = {
      reason: 'out-of-time',
      message,
      stderr: [...ctx.links.stderr(server)],
    };
    ctx.catalogue.change(server, {
      connection: { status: 'failed', failure, attempt: 0, retryAt: null },
    });
  };
}

/**
 * `bringUpAll` for a command that prints nothing until the last server: says which servers it is
 * waiting for.
 */
export async function bringUpTelling(
  ctx: AppContext,
  servers: readonly CatalogueServer[],
  { done = () => {}, timeoutMs }: BringUpOptions = {},
): Promise<void> {
  const waiting = new Set(servers);
  const quiet = tellOfWaiting(ctx, waiting);
  const finished = (server: CatalogueServer): void => {
    waiting.delete(server);
    done(server);
  };
  await bringUpAll(ctx, servers, { done: finished, timeoutMs }).finally(quiet);
}

/** How often to say that a server is still starting, in ms. */
const startToldMs = 10_000;

/** When to first say which servers a command is waiting for, in ms. */
const waitToldMs = 3_000;
const namedAtOnce = 5;

/**
 * Says on stderr which servers are still pending. After the first time, `tellOfStart` reports those
 * that are still starting. Returns a function that stops it.
 */
function tellOfWaiting(
  { clock, links }: AppContext,
  waiting: ReadonlySet<CatalogueServer>,
): () => void {
  const since = clock.now();
  let isFirst = true;
  const tell = (): void => {
    cancel = clock.after(startToldMs, tell);
    const who = [...waiting].filter(
      ({ connection }) => isFirst || connection.status !== 'connecting',
    );
    isFirst = false;
    if (who.length === 0) return;
    const named = who.slice(0, namedAtOnce);
    const names = named.map(({ label }) => label);
    const why = named.flatMap((server) => {
      const awaited = links.waiting(server);
      return awaited === null ? [] : [`${server.label}: ${unansweredText(awaited)}`];
    });
    const more = who.length > namedAtOnce ? ` and ${who.length - namedAtOnce} more` : '';
    const seconds = Math.round((clock.now() - since) / 1_000);
    remark(
      `waiting for ${names.join(', ')}${more} ` +
        `(${seconds} s).${why.length === 0 ? '' : ` ${why.join('; ')}.`}`,
    );
  };
  let cancel = clock.after(waitToldMs, tell);
  return () => cancel();
}

/** Says on stderr what a slow start is doing. Returns a function that stops it. */
function tellOfStart({ clock, links }: AppContext, server: CatalogueServer): () => void {
  const since = clock.now();
  let isFirst = true;
  const tell = (): void => {
    cancel = clock.after(startToldMs, tell);
    if (server.connection.status !== 'connecting') return;
    const { config } = server.configured;
    const said = links.stderr(server).at(-1);
    const seconds = Math.round((clock.now() - since) / 1_000);
    const first = isFirst && config.ok ? ` ${startingAdviceOn(config.value).next}` : '';
    isFirst = false;
    remark(
      `${server.label}: still starting ` +
        `(${seconds} s).${first}${said === undefined ? '' : ` Its last line: ${said}`}`,
    );
  };
  let cancel = clock.after(startToldMs, tell);
  return () => cancel();
}
