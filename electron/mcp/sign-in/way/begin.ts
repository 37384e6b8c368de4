import { oauthOf } from '../../../core/server-config.ts';
import type { SignInProblem } from '../../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { parseUrl } from '../../../../shared/url.ts';
import type { BegunSignIn, SignInRequest } from '../../../engine/ports/sign-in.ts';
import { cancelled, problem, problemOf } from '../problem.ts';
import { openReceiver, type AnswerOutcome } from '../receiver.ts';
import { ask } from './authorization-request.ts';
import type { BeginParts } from './parts.ts';
import { waiting } from './wait-for-answer.ts';

/** Looks, registers, and gives what a browser would open. Nothing is opened here. */
export async function beginSignIn(
  parts: BeginParts,
  { config, listens, isWanted }: SignInRequest,
  signal: AbortSignal,
): Promise<Result<BegunSignIn, SignInProblem>> {
  const server = config.type === 'stdio' ? null : parseUrl(config.url);
  if (config.type === 'stdio' || server === null)
    return err(problem('no-server', 'You can only sign in to a server that has an address.'));
  server.hash = '';
  let take: (parameters: URLSearchParams) => AnswerOutcome = () => 'not-ours';
  const receiver = listens ? await openReceiver(parts.ports, (given) => take(given)) : null;
  if (listens && receiver === null)
    return err(
      problem(
        'ports-busy',
        `Other programs use all of this machine’s ports ${parts.ports.join(', ')} that the browser could return to. Quit one of them, or paste the address (--paste).`,
      ),
    );
  try {
    const asked = await ask(parts, server, oauthOf(config), receiver, signal);
    const begun = waiting(parts, server, asked, receiver, signal, isWanted);
    take = begun.take;
    return ok(begun.begun);
  } catch (error) {
    receiver?.close();
    if (signal.aborted) return err(cancelled);
    return err(problemOf(error));
  }
}
