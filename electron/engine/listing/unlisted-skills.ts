import type { NotListed, NotListedLine, SightingKind } from '../../../shared/model/not-listed.ts';
import { namedElsewhere } from '../../core/catalogue/related-skills.ts';
import { isRefused, refusedPlaces } from '../../core/dialects/listing/refusals.ts';
import { visible } from '../../core/text.ts';
import { skillFolder } from '../../core/uri.ts';
import type { CatalogueServer } from '../catalogue/server.ts';

/** Lines that a page or a command gets; the others are counted. */
export const mostNotListed = 500;

/**
 * Addresses of this server that look like skills but aren't listed: those its listing found beside
 * `skills/list`, and those that its instructions or texts name. Requests nothing; each opens
 * through `skills/get` when a person asks for it.
 */
export function notListedOf(server: CatalogueServer): NotListed {
  const { beside, skills, facts, refused } = server;
  const found = new Set<string>();
  const lines: NotListedLine[] = [];
  // Once: both lists are as long as the server likes.
  const barred = refusedPlaces(refused.filter(({ index }) => index >= 0));
  const add = (uri: string, name: string, sighting: SightingKind, by?: string): void => {
    // What was refused is listed, and says so where the listing is.
    if (skills.has(uri) || found.has(uri) || isRefused(barred, uri)) return;
    found.add(uri);
    if (lines.length < mostNotListed) lines.push(lineOf(uri, name, sighting, by));
  };
  // First, since those that point at them are few, and the others as many as a server likes.
  for (const uri of facts?.mentioned ?? []) add(uri, '', 'instructions');
  for (const { uri: by, held, entry } of skills.values())
    for (const uri of namedElsewhere(held, entry)) add(uri, '', 'text', by);
  for (const { uri, name, sighting } of beside.found) add(uri, name, sighting);
  return { total: found.size, lines, isPartial: beside.isPartial };
}

function lineOf(uri: string, name: string, sighting: SightingKind, by?: string): NotListedLine {
  const folder = skillFolder(uri);
  return {
    uri: folder.ok ? uri : visible(uri, 500),
    name: visible(name, 80),
    sighting,
    ...(by === undefined ? {} : { by }),
    ...(folder.ok ? {} : { barred: folder.error.message }),
  };
}
