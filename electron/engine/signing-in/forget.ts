import type { LeftSignIn } from '../../../shared/model/plain.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { EngineParts } from '../parts.ts';
import { resourceOf } from './account.ts';

/**
 * Forgets the sign-in of a server that has just been taken from the list, unless another one there
 * has the same address. A session's list is not kept, and what is kept is not its own: it forgets
 * nothing.
 */
export async function forgetSignIn(
  { credentials, servers }: Pick<EngineParts, 'credentials' | 'servers'>,
  server: CatalogueServer,
): Promise<LeftSignIn> {
  const resource = resourceOf(server);
  if (resource === null || server.configured.source === 'session') return 'none';
  // A renewal that is under way ends first: it would bring the sign-in back.
  const done = await credentials.exclusively(resource, async (): Promise<LeftSignIn> => {
    const kept = await credentials.grants(resource);
    if (!kept.ok) return 'unchanged';
    if (kept.value.length === 0) return 'none';
    const left = await servers.list();
    if (left.some((one) => resourceOf({ configured: one }) === resource)) return 'shared';
    const dropped = await credentials.drop(resource, null);
    if (!dropped.ok) return 'unchanged';
    return kept.value.some(({ tokens }) => tokens !== null) ? 'forgotten' : 'none';
  });
  return done.ok ? done.value : 'unchanged';
}
