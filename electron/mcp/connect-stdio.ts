import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, type Result } from '../../shared/result.ts';
import type { Session } from '../usecases/ports/session.ts';
import type { ChildCommand } from './child.ts';
import type { Target } from './connecting.ts';
import type { Handshake } from './handshake.ts';
import type { StderrTail } from './stderr-tail.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Starts a process and shakes hands; one that breaks at the newer handshake is started again. */
export async function connectStdio(
  target: Target,
  command: ChildCommand,
  newTail: () => StderrTail,
  started: (transport: StdioTransport) => void,
): Promise<Result<Session, ConnectionFailure>> {
  const { bounds, recorder, now, shown } = target;
  const open = (): StdioTransport => {
    const opened = new StdioTransport({ command, bounds, recorder, stderr: newTail(), now, shown });
    started(opened);
    return opened;
  };
  let first: StdioTransport | null = null;
  let transport = open();
  // The process starts up while the SDK is loaded. Why it cannot start is told by `attempt`.
  transport.start().catch(() => {});
  const { attempt, giveUp, ready } = await import('./connecting.ts');
  let done = await attempt(target, transport, 'auto');
  // Some servers of the older era end, or hang for good, at the first request that is not
  // `initialize`. Such a process is spent; the second one never sees the newer request.
  if (!done.ok && triesAgain(done, transport.failure)) {
    await transport.abandon(transport.givenUp('closed', 'Started again with the older handshake.'));
    recorder.text(
      'note',
      'The server did not answer server/discover: started again with the older handshake.',
    );
    first = transport;
    transport = open();
    done = await attempt(target, transport, 'legacy', bounds.restartMs);
  }
  if (done.ok) return ready(target, transport, done);
  // The one that had the most time has said the most.
  const said = first !== null && transport.stray === null ? first : transport;
  const failure =
    transport.failure !== null && transport.failure.reason !== 'closed'
      ? transport.failure
      : giveUp(target, transport, done, (reason, message) => said.givenUp(reason, message));
  await transport.abandon(failure);
  return err(failure);
}

/** A process that said nothing, or that ended, may still speak the older handshake. */
function triesAgain(
  done: Exclude<Handshake, { ok: true }>,
  failure: ConnectionFailure | null,
): boolean {
  if (done.why === 'silent') return true;
  return (
    done.why === 'refused' &&
    (failure === null || failure.reason === 'exited' || failure.reason === 'closed')
  );
}
