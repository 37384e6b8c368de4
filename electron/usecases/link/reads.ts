import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../../core/limits.ts';
import { connect } from './connect.ts';
import type { Context } from '../context.ts';
import type { CallFailure, CallOptions } from '../ports.ts';
import type { Server } from '../catalogue/world.ts';

/**
 * Why a call gave nothing. `broke` names the one call that breaks the connection when it runs
 * alone.
 */
export type CallProblem =
  CallFailure | { readonly reason: 'broke' | 'unavailable'; readonly message: string };

export interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * One request to one server, at most `limits.serverRequests` at once.
 *
 * The attacker is a server that answers one file so that the connection breaks (an over-long
 * frame, a crash) or stands still (a line that never ends) in order to make every other file
 * fail with it. Calls that were in flight together when that happened are suspects: each is
 * sent again alone, and only one that breaks the connection or gets no answer alone is blamed.
 */
export async function call(
  ctx: Context,
  server: Server,
  request: Request,
  options: CallOptions = {},
): Promise<Result<unknown, CallProblem>> {
  let together = false;
  const first = await server.lane.run(async () => {
    together = server.lane.active > 1;
    const answer = await send(ctx, server, request, options);
    together ||= server.lane.active > 1;
    return answer;
  });
  if (
    first.ok ||
    !(first.error.reason === 'closed' || (first.error.reason === 'timeout' && together))
  )
    return first;
  return server.lane.run(() => alone(ctx, server, request, options), { alone: true });
}

async function send(
  ctx: Context,
  server: Server,
  request: Request,
  options: CallOptions,
): Promise<Result<unknown, CallProblem>> {
  const cancelled = options.signal?.aborted === true;
  if (cancelled) return err({ reason: 'cancelled', message: 'Cancelled before it was sent.' });
  if (server.breaks >= limits.breaksInARow) {
    return err({
      reason: 'unavailable',
      message: `The server broke the connection or gave no answer ${server.breaks} times in a row; reconnect by hand to go on.`,
    });
  }
  if (server.session === null && !(await connect(ctx, server)))
    return err({ reason: 'unavailable', message: reasonOf(server) });
  const session = server.session;
  if (session === null) return err({ reason: 'unavailable', message: reasonOf(server) });
  const answer = await session.call(request.method, request.params, options);
  // An answer, even an error, shows that the server lives.
  if (answer.ok || answer.error.reason === 'error-response') server.breaks = 0;
  return answer;
}

async function alone(
  ctx: Context,
  server: Server,
  request: Request,
  options: CallOptions,
): Promise<Result<unknown, CallProblem>> {
  const again = await send(ctx, server, request, options);
  // Half of its answer may be on the wire, where it would spoil the next one, which is innocent.
  if (!again.ok && again.error.reason === 'timeout') {
    server.breaks += 1;
    await drop(server);
  }
  if (again.ok || again.error.reason !== 'closed') return again;
  server.breaks += 1;
  return err({
    reason: 'broke',
    message: `This request breaks the connection: ${again.error.message}`,
  });
}

/** Ends the connection; whoever asks next gets a fresh one. */
async function drop(server: Server): Promise<void> {
  const { session } = server;
  server.session = null;
  await session?.close();
}

function reasonOf(server: Server): string {
  const { connection } = server;
  switch (connection.status) {
    case 'failed':
      return connection.failure.message;
    case 'disabled':
      return 'The server is switched off.';
    case 'needs-consent':
      return 'The command has not been allowed to start.';
    case 'connecting':
    case 'ready':
      return 'The server is not connected.';
  }
}

/** Counts fetched bytes against the server's budget; false when it is spent. */
export function spend(server: Server, bytes: number): Result<void, string> {
  server.fetched += bytes;
  if (server.fetched <= limits.serverBytes) return ok(undefined);
  return err(
    `This server has sent ${limits.serverBytes / 1_048_576} MiB in this session; reconnect to go on.`,
  );
}
