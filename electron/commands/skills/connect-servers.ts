import { startingAdvice } from '../../../shared/connection-advice.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { remark } from '../call/terminal.ts';

const never = new AbortController().signal;

/**
 * Connects and lists the servers side by side; a failure stays with its server. `done` is told of each
 * that is through with that, or has failed.
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
      // Not before there is a server to ask, and while it starts up: half of the program is for that.
      const [ready, { list }] = await Promise.all([
        connected,
        import('../../engine/listing/list.ts'),
      ]);
      if (ready) await list(ctx, server, never);
      done(server);
    }),
  );
}

/** `bringUpAll` for a command that prints nothing before the last of them: it says whom it waits for. */
export async function bringUpTelling(
  ctx: EngineParts,
  servers: readonly CatalogueServer[],
): Promise<void> {
  const waiting = new Set(servers);
  const quiet = tellOfWaiting(ctx, waiting);
  await bringUpAll(ctx, servers, (server) => waiting.delete(server)).finally(quiet);
}

/** Every so often it is said that a server is still being started, in ms. */
const startToldMs = 10_000;

/** When it is first said whom a command waits for, in ms: sooner to a person than to a log. */
const waitToldMs = (): number => (process.stderr.isTTY ? 3_000 : 10_000);
const namedAtOnce = 5;

/**
 * Says on stderr which servers are waited for. After the first time, of one that is still starting
 * `tellOfStart` does. Gives the way to stop.
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

/** Says on stderr what a slow start is doing. Gives the way to stop. */
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
      `${server.label}: still starting (${seconds} s).${first}${said === undefined ? '' : ` It said: ${said}`}`,
    );
  };
  let cancel = clock.after(startToldMs, tell);
  return () => cancel();
}
