import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import { notListedOf } from '../../engine/listing/unlisted-skills.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError } from '../call/command.ts';

/**
 * Returns the server's URI for a `uri` as `list` prints it, where repeated secrets are masked.
 * Throws a CommandError if several URIs print alike: a server can serve one that contains the mask
 * characters themselves.
 */
export async function servedUri(
  ctx: AppContext,
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
      `${server.label}: ${alike.size} URIs look like ${uri} here. ` +
        'Give one exactly as the server has it.',
      'conflict',
    );
  return [...alike][0] ?? uri;
}
