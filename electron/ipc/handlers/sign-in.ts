import type { RequestHandlers, RequestError } from '../../../shared/contract.ts';
import type { SignInProblem } from '../../../shared/model/sign-in.ts';
import { fault } from '../../engine/errors.ts';
import { resourceOf } from '../../engine/signing-in/account.ts';
import { bad, good } from './replies.ts';
import { lookups } from './lookups.ts';
import type { HandlerOptions } from './options.ts';

/** Signing in to servers and out again; progress arrives as events. */
export function signInHandlers({
  parts,
  openSignIn,
}: Pick<HandlerOptions, 'parts' | 'openSignIn'>) {
  const { onServer } = lookups(parts);
  const { signIns } = parts;
  return {
    signIn: (input) =>
      onServer(input.server, async (server) => {
        if (resourceOf(server) === null)
          return bad(fault('bad-input', 'You can only sign in to a server that has an address.'));
        const { status } = server.connection;
        // Someone else supplied its address, and the person hasn't allowed contacting it.
        if (status === 'uncontacted' || status === 'disabled')
          return bad(fault('needs-consent', 'Connect to the server first.'));
        return good({ id: signIns.begin(server).id });
      }),
    openSignIn: (input) =>
      onServer(input.server, async (server) => {
        const opening = signIns.open(server, input.id);
        if (!opening.ok) return bad(faultOf(opening.error));
        return good({ opened: await openSignIn(opening.value) });
      }),
    finishSignIn: (input) =>
      onServer(input.server, async (server) => {
        const taken = signIns.finish(server, input.id, input.address);
        return taken.ok ? good({}) : bad(faultOf(taken.error));
      }),
    cancelSignIn: (input) =>
      onServer(input.server, async (server) => {
        signIns.cancel(server);
        return good({});
      }),
    signOut: (input) =>
      onServer(input.server, async (server) => {
        const out = await signIns.signOut(server);
        return out.ok ? good({ outcome: out.value }) : bad(faultOf(out.error));
      }),
  } satisfies Partial<RequestHandlers>;
}

const faultOf = ({ reason, message }: SignInProblem): RequestError =>
  fault(
    reason === 'not-an-answer' ? 'bad-input' : reason === 'not-kept' ? 'store' : 'stale',
    message,
  );
