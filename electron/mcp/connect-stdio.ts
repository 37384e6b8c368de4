import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, type Result } from '../../shared/result.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import type { ChildCommand } from './child.ts';
import type { ConnectTarget } from './connect-target.ts';
import { within } from './deadlines.ts';
import type { HandshakeResult } from './handshake.ts';
import { StderrTail } from './start-failure.ts';
import { StdioTransport } from './stdio-transport.ts';

/** One process on its way, and what became of its handshake. */
interface Start {
  readonly transport: StdioTransport;
  readonly tail: StderrTail;
  readonly done: Promise<HandshakeResult>;
}

/** Of the time to connect, what is left for a second process beside one that has said nothing. */
const shareOfSecond = 1 / 4;

/**
 * Starts a process and shakes hands, all within the one time to connect. Some servers of the older
 * era end, or hang for good, at the first request that is not `initialize`: one that ends is
 * started again, and beside one that stays silent for most of the time a second one is started,
 * which never sees the newer request. Whichever answers first is the server; a slow one is never
 * ended for that. `chosen` is told which process is looked at, at first and whenever that changes.
 */
export async function connectStdio(
  target: ConnectTarget,
  command: ChildCommand,
  chosen: (transport: StdioTransport, tail: StderrTail) => void,
): Promise<Result<ServerSession, ConnectionFailure>> {
  const { bounds, recorder, now, onQuirk, shown, shownCut, startedAt, relays } = target;
  const open = (): Omit<Start, 'done'> => {
    const tail = new StderrTail(bounds.stderrBytes);
    const common = { bounds, recorder, now, onQuirk, shown, shownCut, relays };
    const options = { ...common, command, stderr: tail };
    const transport = new StdioTransport(options);
    chosen(transport, tail);
    return { transport, tail };
  };
  const opened = open();
  // The process starts up while the SDK is loaded. Why it cannot start is told by `attempt`.
  opened.transport.start().catch(() => {});
  const { attempt, giveUp, ready } = await import('./connect-target.ts');
  const first: Start = { ...opened, done: attempt(target, opened.transport, 'auto') };
  const alone = bounds.connectMs * (1 - shareOfSecond) - (now() - startedAt);
  const early = await within(alone, first.done);

  let starts: readonly Start[] = [first];
  const isSpent = early !== null && !early.ok && endsAtNewer(early, first.transport.failure);
  if (isSpent || (early === null && !first.transport.heard)) {
    if (isSpent)
      await first.transport.abandon(
        first.transport.givenUp('closed', 'Restarted with the older handshake.'),
      );
    recorder.text(
      'note',
      'The server didn’t answer server/discover, ' +
        `so it was started again with the older handshake${isSpent ? '' : ', beside the first'}.`,
    );
    const second = open();
    starts = [first, { ...second, done: attempt(target, second.transport, 'legacy') }];
  }
  const waiting = isSpent ? starts.slice(1) : starts;
  const found = await firstReady(waiting);
  if (found !== null) {
    for (const { transport } of starts)
      if (transport !== found.start.transport)
        await transport.abandon(transport.givenUp('closed', 'Another process answered first.'));
    chosen(found.start.transport, found.start.tail);
    return ready(target, found.start.transport, found.done);
  }
  const { transport, done } = waiting[0] ?? first;
  // The first had the most time, and has said the most; text of the other may explain more.
  const last = starts.at(-1)?.transport ?? transport;
  const said = last.stray === null ? first.transport : last;
  const failure =
    transport.failure !== null && transport.failure.reason !== 'closed'
      ? transport.failure
      : giveUp(target, said, (await done) as Failed, (reason, message) =>
          said.givenUp(reason, message),
        );
  await Promise.all(starts.map((start) => start.transport.abandon(failure)));
  return err(failure);
}

type Ready = Extract<HandshakeResult, { ok: true }>;
type Failed = Exclude<HandshakeResult, { ok: true }>;

/** The first start that is ready; null when none will be. */
function firstReady(
  starts: readonly Start[],
): Promise<{ readonly start: Start; readonly done: Ready } | null> {
  return new Promise((resolve) => {
    let left = starts.length;
    for (const start of starts)
      void start.done.then((done) => {
        left -= 1;
        if (done.ok) resolve({ start, done });
        else if (left === 0) resolve(null);
      });
  });
}

/** A process that ended at the newer request may still speak the older handshake. */
const endsAtNewer = (done: Failed, failure: ConnectionFailure | null): boolean =>
  done.why === 'refused' &&
  !done.isHello &&
  (failure === null || failure.reason === 'exited' || failure.reason === 'closed');
