import { startingAdvice } from '../../../shared/connection-advice.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { remark } from '../call/terminal.ts';

const never = new AbortController().signal;

/**
 * Connects and lists the servers in parallel; a failure affects only its own server. Calls `done`
 * for each server that finished or failed.
 */
export async function bringUpAll(
  ctx: EngineParts,
  servers: readonly CatalogueServer[],
  done: (server: CatalogueServer) => void = () => {},
): Promise<void> {
  if (servers.length === 0) return;
  await Promise.all(
    servers.map(async (server) => {
      const quiet = tellOfStart(ctx, server);
      const connected = ctx.links.connect(server).finally(quiet);
      // This is half of the program, so it loads only if there is a server to ask, while that
      // server starts.
      const [ready, { list }] = await Promise.all([
        connected,
        import('../../engine/listing/list.ts'),
      ]);
      if (ready) await list(ctx, server, never);
      done(server);
    }),
  );
}

/**
 * `bringUpAll` for a command that prints nothing until the last server: says which servers it is
 * waiting for.
 */
export async function bringUpTelling(
  ctx: EngineParts,
  servers: readonly CatalogueServer[],
): Promise<void> {
  const waiting = new Set(servers);
  const quiet = tellOfWaiting(ctx, waiting);
  await bringUpAll(ctx, servers, (server) => waiting.delete(server)).finally(quiet);
}

/** How often to say that a server is still starting, in ms. */
const startToldMs = 10_000;

/**
 * When to first say which servers a command is waiting for, in ms: sooner to a person than to a
 * log.
 */
const waitToldMs = (): number => (process.stderr.isTTY ? 3_000 : 10_000);
const namedAtOnce = 5;

/**
 * Says on stderr which servers are still pending. After the first time, `tellOfStart` reports those
 * that are still starting. Returns a function that stops it.
 */
function tellOfWaiting({ clock }: EngineParts, waiting: ReadonlySet<CatalogueServer>): () => void {
  const since = clock.now();
  let isFirst = true;
  const tell = (): void => {
    cancel = clock.after(startToldMs, tell);
    const who = [...waiting].filter(
      ({ connection }) => isFirst || connection.status !== 'connecting',
    );
    isFirst = false;
    if (who.length === 0) return;
    const names = who.slice(0, namedAtOnce).map(({ label }) => label);
    const more = who.length > namedAtOnce ? ` and ${who.length - namedAtOnce} more` : '';
    const seconds = Math.round((clock.now() - since) / 1_000);
    remark(`waiting for ${names.join(', ')}${more} (${seconds} s).`);
  };
  let cancel = clock.after(waitToldMs(), tell);
  return () => cancel();
}

/** Says on stderr what a slow start is doing. Returns a function that stops it. */
function tellOfStart({ clock, links }: EngineParts, server: CatalogueServer): () => void {
  const since = clock.now();
  let isFirst = true;
  const tell = (): void => {
    cancel = clock.after(startToldMs, tell);
    if (server.connection.status !== 'connecting') return;
    const said = links.stderr(server).at(-1);
    const seconds = Math.round((clock.now() - since) / 1_000);
    const first = isFirst ? ` ${startingAdvice.next}` : '';
    isFirst = false;
    remark(
      `${server.label}: still starting (${seconds} s).${first}${said === undefined ? '' : ` Its last line: ${said}`}`,
    );
  };
  let cancel = clock.after(startToldMs, tell);
  return () => cancel();
}
