import { limits } from '../../core/limits.ts';
import { problem } from '../../core/problem.ts';
import type { Problem, RuleId } from '../../../shared/model/problem.ts';
import type { StrayLines, WireQuirk } from '../ports/session.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { WorkProgress } from '../operations.ts';
import type { EngineParts } from '../parts.ts';
import { declaredOf, listDeclared, probe } from './declared.ts';
import { adviceOnNone, adviceOnOthers } from './empty-listing.ts';
import { listLookedFor } from './template-search.ts';
import { subscribe } from './subscriptions.ts';
import { withdraw, type ListingWalk } from './walk.ts';
import { grouped } from '../../../shared/group-digits.ts';

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
  if (stray !== null) walk.advice.push(strayOutput(stray));
  walk.advice.push(...parts.links.quirks(server).map(quirkProblem));
  await parts.relations.settled();
  // Last: from here on a refresh starts a new listing instead of sharing this run.
  catalogue.change(server, outcome(walk, parts.clock.now()));
  subscribe(parts, server);
}

/** Other clients give up on a server that writes what is no message. */
const strayOutput = ({ lines, first }: StrayLines): Problem =>
  problem(
    'stray-output',
    `The server writes other output to standard output (${lines === 1 ? 'one line' : `${grouped(lines)} lines`} so far), which was skipped.`,
    { field: 'stdout', expected: 'JSON-RPC messages only', actual: first },
  );

/** Taken here; other clients drop such an answer, or end the connection. */
const quirkProblem = ({ kind, seen }: WireQuirk): Problem =>
  problem(kind, quirkTexts[kind].message, { expected: quirkTexts[kind].expected, actual: seen });

const quirkTexts: Readonly<
  Record<WireQuirk['kind'], { readonly message: string; readonly expected: string }>
> = {
  'answer-id': {
    message: 'The server answers under the text of an id that is a number.',
    expected: 'the id as it was sent',
  },
  'not-utf-8': {
    message: 'The server writes bytes that aren’t UTF-8. Some characters of its texts are lost.',
    expected: 'messages in UTF-8',
  },
};

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
    'answer-id',
    'not-utf-8',
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
