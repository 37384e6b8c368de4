import type { CatalogueServer } from '../catalogue/server.ts';
import type { ServerContext } from '../contexts.ts';
import { bringUp } from '../servers/roster.ts';
import { lookAtAccount } from './account.ts';

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
