import type { SignInProblem, SignInWay } from '../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { EngineParts } from '../parts.ts';
import type { BegunSignIn } from '../ports/credentials.ts';
import { reconnect, type RosterParts } from '../servers/roster.ts';
import { lookAtAccount, resourceOf } from './account.ts';
import type { PreparedSignIn, SignIns } from './sign-in-sessions.ts';

export type SignInParts = RosterParts & Pick<EngineParts, 'credentials' | 'signIn' | 'ids'>;

/** One sign-in, from the first look to its end. */
interface UnderWay {
  readonly id: string;
  readonly abort: AbortController;
  /** Null while it looks. */
  begun: BegunSignIn | null;
}

export function createSignIns(parts: SignInParts): SignIns {
  const { catalogue, ids, signIn: protocol } = parts;
  const ways = new WeakMap<CatalogueServer, UnderWay>();

  const show = (server: CatalogueServer, way: SignInWay | null): void =>
    catalogue.change(server, { signIn: { ...server.signIn, way } });
  const at = (server: CatalogueServer, id: string): BegunSignIn | null => {
    const way = ways.get(server);
    return way?.id === id ? way.begun : null;
  };
  const over = (server: CatalogueServer, id: string, problem: SignInProblem | null): void => {
    if (ways.get(server)?.id !== id) return;
    ways.delete(server);
    const told = problem === null || problem.reason === 'cancelled' ? null : problem;
    show(server, told === null ? null : { status: 'failed', id, problem: told });
  };
  const cancel = (server: CatalogueServer): void => {
    const way = ways.get(server);
    way?.abort.abort();
    if (way !== undefined) over(server, way.id, null);
    else if (server.signIn.way !== null) show(server, null);
  };

  const look = async (
    server: CatalogueServer,
    way: UnderWay,
    listens: boolean,
  ): Promise<Result<PreparedSignIn, SignInProblem>> => {
    const { config } = server.configured;
    if (!config.ok) throw new Error('a server that cannot be used');
    const { id, abort } = way;
    const resource = resourceOf(server);
    const isWanted = async (): Promise<boolean> =>
      (await parts.servers.list()).some((one) => resourceOf({ configured: one }) === resource);
    const asked = { config: config.value, listens, isWanted };
    const begun = await protocol.begin(asked, abort.signal);
    if (!begun.ok) {
      over(server, id, begun.error);
      return begun;
    }
    const { ask, address, finished } = begun.value;
    way.begun = begun.value;
    begun.value.onAnswer(() => {
      if (ways.get(server) === way) show(server, { status: 'finishing', id, ask });
    });
    if (ways.get(server) === way) show(server, { status: 'asks', id, ask });
    const done = finished.then(async (outcome): Promise<Result<void, SignInProblem>> => {
      if (!outcome.ok) {
        over(server, id, outcome.error);
        return outcome;
      }
      await lookAtAccount(parts, server);
      // Not before it connects: beside the last refusal it would offer to sign in once more.
      await reconnect(parts, server, () => over(server, id, null));
      return ok(undefined);
    });
    return ok({ id, ask, address, done });
  };

  // What is asked for a server that is not there any more would be kept for nobody.
  catalogue.listen({ removed: cancel });

  return {
    begin(server, listens = true) {
      cancel(server);
      const way: UnderWay = { id: ids.next(), abort: new AbortController(), begun: null };
      ways.set(server, way);
      show(server, { status: 'looking', id: way.id });
      return { id: way.id, looked: look(server, way, listens) };
    },
    open(server, id) {
      const begun = at(server, id);
      if (begun === null) return err(gone);
      show(server, { status: 'waiting', id, ask: begun.ask, address: begun.address });
      return ok({ address: begun.address, opens: begun.opens() });
    },
    finish(server, id, address) {
      return at(server, id)?.paste(address) ?? err(gone);
    },
    cancel,
    async signOut(server) {
      cancel(server);
      const resource = resourceOf(server);
      const { config } = server.configured;
      if (resource === null || !config.ok) return ok('was-not');
      const { credentials } = parts;
      // A renewal that is under way, in any process, ends first: it would bring the sign-in back.
      const done = await credentials.exclusively(resource, async () => {
        const kept = await credentials.grants(resource);
        if (!kept.ok) return null;
        const held = kept.value.filter(({ tokens }) => tokens !== null);
        const revoked = await Promise.all(held.map((one) => protocol.revoke(config.value, one)));
        return (await credentials.drop(resource, null)).ok ? revoked : null;
      });
      if (!done.ok || done.value === null) return err(unkept);
      const revoked = done.value;
      await lookAtAccount(parts, server);
      if (revoked.length === 0) return ok('was-not');
      await parts.links.close(server);
      if (revoked.includes('failed')) return ok('failed');
      return ok(revoked.includes('not-offered') ? 'not-offered' : 'revoked');
    },
  };
}

const gone: SignInProblem = {
  reason: 'cancelled',
  message: 'That sign-in has ended. Sign in again.',
  turn: 'person',
};
const unkept: SignInProblem = {
  reason: 'not-kept',
  message: 'The stored sign-in can’t be changed. Run `skillgate doctor` to see why.',
  turn: 'person',
};
