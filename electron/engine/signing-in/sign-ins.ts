import type { SignInProblem, SignInWay } from '../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { ServerContext, SkillContext } from '../contexts.ts';
import type { BegunSignIn } from '../ports/credentials.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { reconnect, bringUp } from '../servers/roster.ts';
import { lookAtAccount, resourceOf } from './account.ts';
import type { PreparedSignIn, SignIns } from './sign-in-sessions.ts';

/** One sign-in, from the first look to its end. */
interface UnderWay {
  readonly id: string;
  readonly abort: AbortController;
  /** Null while it looks. */
  begun: BegunSignIn | null;
}

/** The sign-ins that are under way, one for each server, and what is shown of them. */
class OpenSignIns {
  readonly #catalogue: SkillContext['catalogue'];
  readonly #ways = new WeakMap<CatalogueServer, UnderWay>();

  constructor(catalogue: SkillContext['catalogue']) {
    this.#catalogue = catalogue;
  }

  get(server: CatalogueServer): UnderWay | undefined {
    return this.#ways.get(server);
  }

  set(server: CatalogueServer, way: UnderWay): void {
    this.#ways.set(server, way);
  }

  /** What was begun under this id; null if that is over, or is still looking. */
  at(server: CatalogueServer, id: string): BegunSignIn | null {
    const way = this.#ways.get(server);
    return way?.id === id ? way.begun : null;
  }

  show(server: CatalogueServer, way: SignInWay | null): void {
    this.#catalogue.change(server, { signIn: { ...server.signIn, way } });
  }

  over(server: CatalogueServer, id: string, problem: SignInProblem | null): void {
    if (this.#ways.get(server)?.id !== id) return;
    this.#ways.delete(server);
    const told = problem === null || problem.reason === 'cancelled' ? null : problem;
    this.show(server, told === null ? null : { status: 'failed', id, problem: told });
  }

  cancel(server: CatalogueServer): void {
    const way = this.#ways.get(server);
    way?.abort.abort();
    if (way !== undefined) this.over(server, way.id, null);
    else if (server.signIn.way !== null) this.show(server, null);
  }
}

export function createSignIns(parts: ServerContext): SignIns {
  const { catalogue, ids, signIn: protocol } = parts;
  const ways = new OpenSignIns(catalogue);

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
      ways.over(server, id, begun.error);
      return begun;
    }
    const { ask, address, finished } = begun.value;
    way.begun = begun.value;
    begun.value.onAnswer(() => {
      if (ways.get(server) === way) ways.show(server, { status: 'finishing', id, ask });
    });
    if (ways.get(server) === way) ways.show(server, { status: 'asks', id, ask });
    const done = finished.then(async (outcome): Promise<Result<void, SignInProblem>> => {
      if (!outcome.ok) {
        ways.over(server, id, outcome.error);
        return outcome;
      }
      await lookAtAccount(parts, server);
      // Not before it connects: beside the last refusal it would offer to sign in once more.
      await reconnect(parts, server, () => ways.over(server, id, null));
      return ok(undefined);
    });
    return ok({ id, ask, address, done });
  };

  // What is asked for a server that is not there any more would be kept for nobody.
  catalogue.listen({ removed: (server) => ways.cancel(server) });

  return {
    begin(server, listens = true) {
      ways.cancel(server);
      const way: UnderWay = { id: ids.next(), abort: new AbortController(), begun: null };
      ways.set(server, way);
      ways.show(server, { status: 'looking', id: way.id });
      return { id: way.id, looked: look(server, way, listens) };
    },
    open(server, id) {
      const begun = ways.at(server, id);
      if (begun === null) return err(gone);
      ways.show(server, { status: 'waiting', id, ask: begun.ask, address: begun.address });
      return ok({ address: begun.address, opens: begun.opens() });
    },
    finish(server, id, address) {
      return ways.at(server, id)?.paste(address) ?? err(gone);
    },
    cancel: (server) => ways.cancel(server),
    async signOut(server) {
      ways.cancel(server);
      const resource = resourceOf(server);
      const { config } = server.configured;
      if (resource === null || !config.ok) return ok('was-not');
      const revoked = await revokedSignIns(parts, resource, config.value);
      if (revoked === null) return err(unkept);
      await lookAtAccount(parts, server);
      if (revoked.length === 0) return ok('was-not');
      await parts.links.close(server);
      if (revoked.includes('failed')) return ok('failed');
      return ok(revoked.includes('not-offered') ? 'not-offered' : 'revoked');
    },
  };
}

/**
 * What became of each sign-in that was kept for this address; null if they couldn't be taken away.
 */
async function revokedSignIns(
  { credentials, signIn }: ServerContext,
  resource: string,
  config: ServerConfig,
): Promise<readonly Awaited<ReturnType<ServerContext['signIn']['revoke']>>[] | null> {
  // A renewal that is under way, in any process, ends first: it would bring the sign-in back.
  const done = await credentials.exclusively(resource, async () => {
    const kept = await credentials.grants(resource);
    if (!kept.ok) return null;
    const held = kept.value.filter(({ tokens }) => tokens !== null);
    const revoked = await Promise.all(held.map((one) => signIn.revoke(config, one)));
    return (await credentials.drop(resource, null)).ok ? revoked : null;
  });
  return done.ok ? done.value : null;
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

/**
 * A window's servers show what is kept of signing in, whoever changed it; one that waited for a
 * sign-in is connected to when there is one. Gives the way to end it.
 */
export function followAccounts(parts: ServerContext): () => void {
  const { catalogue, credentials } = parts;
  const known = new WeakMap<CatalogueServer, number | null>();
  /** Whether somebody has signed in since the last look: a renewal is no sign-in. */
  const isAnother = async (server: CatalogueServer): Promise<boolean> => {
    const before = known.get(server);
    const now = await lookAtAccount(parts, server);
    known.set(server, now);
    return before !== undefined && before !== now;
  };
  const look = (): void => {
    for (const server of catalogue.servers.values())
      void isAnother(server).then((another) => {
        const { connection, signIn } = server;
        const waits =
          connection.status === 'failed' && connection.failure.reason === 'unauthorized';
        // A server that takes no token would have its own renewal, and any other's, try it again.
        if (another && waits && signIn.account !== null && signIn.way === null)
          void bringUp(parts, server);
      });
  };
  // A server that was just added may be known from before.
  catalogue.listen({
    server: (server, patch) => {
      if (patch === null) void isAnother(server);
    },
  });
  for (const server of catalogue.servers.values()) void isAnother(server);
  return credentials.onChange(look);
}
