import { limits } from '../../core/limits.ts';
import type { RuleId } from '../../../shared/model/problem.ts';
import { describeQuirk, describeStray, quirkKinds } from '../link/index.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { WorkProgress } from '../operations.ts';
import type { EngineParts } from '../parts.ts';
import { declaredOf, listDeclared, probe } from './declared.ts';
import { adviceOnNone, adviceOnOthers } from './empty-listing.ts';
import { listLookedFor } from './template-search.ts';
import { subscribe } from './subscriptions.ts';
import { withdraw, type ListingWalk } from './walk.ts';

const quiet: WorkProgress = { report: () => {} };

export type ListingParts = Pick<
  EngineParts,
  | 'catalogue'
  | 'dialects'
  | 'links'
  | 'relations'
  | 'listings'
  | 'clock'
  | 'inspections'
  | 'options'
>;

/**
 * Lists a server once; a second caller meanwhile shares the same run. Never throws for what a
 * server sends.
 */
export function list(
  parts: ListingParts,
  server: CatalogueServer,
  signal: AbortSignal,
  progress: WorkProgress = quiet,
): Promise<void> {
  const { listings } = parts;
  const known = listings.get(server);
  if (known !== undefined) return known;
  const listing = listAll(parts, server, signal, progress).finally(() => listings.delete(server));
  listings.set(server, listing);
  return listing;
}

async function listAll(
  parts: ListingParts,
  server: CatalogueServer,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<void> {
  const { catalogue } = parts;
  catalogue.change(server, { listing: { ...server.listing, status: 'loading', problems: [] } });
  const walk: ListingWalk = {
    server,
    signal,
    until: parts.clock.now() + limits.listMs,
    progress,
    seen: new Map(),
    refused: [],
    problems: [],
    templates: [],
    advice: [],
    beside: new Map(),
    isBesidePartial: false,
    pages: 0,
    complete: true,
    lacking: null,
    ttlMs: null,
  };
  await listDeclared(parts, walk);
  if (declaredOf(server).length === 0) await probe(parts, walk);
  await listLookedFor(parts, walk);
  if (walk.lacking !== null) walk.complete = false;
  if (walk.complete && walk.seen.size + walk.refused.length + walk.beside.size === 0)
    walk.advice.push(...(await adviceOnNone(parts, walk)));
  else walk.advice.push(...adviceOnOthers(walk));
  // After a complete listing, listed skills that are gone leave; after a partial one nothing does.
  if (walk.complete) withdraw(parts, server, gone(walk));
  const stray = parts.links.stray(server);
  if (stray !== null) walk.advice.push(describeStray(stray));
  walk.advice.push(...parts.links.quirks(server).map(describeQuirk));
  await parts.relations.settled();
  // Last: from here on a refresh starts a new listing instead of sharing this run.
  catalogue.change(server, outcome(walk, parts.clock.now()));
  subscribe(parts, server);
}

const gone = ({ server, seen }: ListingWalk): string[] =>
  [...server.skills.values()].flatMap(({ uri, entry }) =>
    entry.origin === 'listed' && !seen.has(uri) ? [uri] : [],
  );

function outcome(walk: ListingWalk, at: number): Parameters<EngineParts['catalogue']['change']>[1] {
  const { server, templates, refused, complete, pages } = walk;
  // What this listing says again replaces what the one before said.
  const said = new Set<RuleId>([
    'older-dialect',
    'stray-output',
    ...quirkKinds,
    ...walk.advice.map(({ rule }) => rule),
  ]);
  return {
    advice: [...server.advice.filter(({ rule }) => !said.has(rule)), ...walk.advice],
    refused,
    beside: { found: [...walk.beside.values()], isPartial: walk.isBesidePartial },
    templates: [...new Map(templates.map((template) => [template.template, template])).values()],
    listing: {
      status: complete ? 'complete' : pages > 0 ? 'incomplete' : 'failed',
      problems: walk.problems,
      skills: server.skills.size,
      refused: refused.length,
      pages,
      at,
      ttlMs: walk.ttlMs,
    },
  };
}
