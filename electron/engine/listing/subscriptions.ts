import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { EngineParts } from '../parts.ts';

/** From this revision on a client listens in another way than `resources/subscribe`. */
const listening = '2026-07-28';

/**
 * Asks to be told of changes to indexes and to skills that were decided on, where the server offers
 * that. Few, and failing changes nothing.
 */
export function subscribe(
  { links, options }: Pick<EngineParts, 'links' | 'options'>,
  server: CatalogueServer,
): void {
  const { capabilities, facts } = server;
  const resources = capabilities['resources'];
  if (!options.autoRetry || facts === null || !isRecord(resources)) return;
  const wanted = own(resources, 'subscribe') === true ? watched(server) : [];
  if (facts.protocolVersion >= listening) links.listen(server, wanted);
  else links.subscribe(server, wanted);
}

function watched(server: CatalogueServer): string[] {
  const uris = [...server.inventory.resources.keys()].filter((uri) =>
    /^skill:\/\/index(?:\.json)?$/.test(uri),
  );
  for (const { standing, held } of server.skills.values()) {
    if (uris.length >= limits.subscriptions) break;
    if (standing.kind === 'approved' && held.listed.archives.length === 0)
      uris.push(held.listed.uri);
  }
  return uris;
}
