import type { KnownServer } from '../../core/catalogue/missing-targets.ts';
import { rootOf } from '../../core/skill-place.ts';
import type { CatalogueServer } from './server.ts';

/** The servers as far as texts of skills can point at them. */
export const knownServers = (servers: Iterable<CatalogueServer>): KnownServer[] =>
  [...servers].map((server) => ({
    label: server.label,
    away: awayOf(server),
    folders: new Set([...server.skills.values()].map(({ entry }) => `${rootOf(entry)}/`)),
  }));

/** One that is being connected to is not called away: it would come and go with every start. */
function awayOf({ connection }: CatalogueServer): string | null {
  switch (connection.status) {
    case 'disabled':
      return 'is turned off';
    case 'needs-consent':
      return 'may not be started yet';
    case 'failed':
      return 'is not connected';
    case 'uncontacted':
    case 'connecting':
    case 'ready':
      return null;
  }
}
