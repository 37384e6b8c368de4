import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import { notListedOf } from '../../engine/listing/unlisted-skills.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { CommandError } from '../call/command.ts';

/**
 * The URI that the server has where `list` prints `uri`: what a server repeats of its secrets is masked
 * there, and may be given back so. Throws a CommandError where several are printed alike: a server
 * may serve one that has the signs themselves.
 */
export async function servedUri(
  ctx: EngineParts,
  server: CatalogueServer,
  uri: string,
): Promise<string> {
  const { text } = (await import('../call/masking.ts')).maskingOf(ctx);
  const listed = [
    ...server.skills.keys(),
    ...server.refused.flatMap((entry) => (entry.uri === undefined ? [] : [entry.uri])),
    ...notListedOf(server).lines.map((line) => line.uri),
  ];
  const alike = new Set(listed.filter((one) => text(one) === uri));
  if (alike.size > 1)
    throw new CommandError(
      `${server.label}: ${alike.size} URIs are printed as ${uri}; name one as the server has it.`,
      'conflict',
    );
  return [...alike][0] ?? uri;
}
