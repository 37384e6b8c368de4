import {
  listContext,
  type DialectAdapter,
  type DialectListing,
  type ListContext,
  type ListPage,
} from '../../core/dialects/adapter.ts';
import { finishListing } from '../../core/dialects/listing.ts';
import { isRefused, refusedPlaces } from '../../core/dialects/refusals.ts';
import { dialectOf } from '../../core/dialects/registry.ts';
import { limits } from '../../core/limits.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { Server } from '../catalogue/server.ts';
import { faultOf } from '../errors.ts';
import type { Parts } from '../parts.ts';
import { hold, withdraw, type Walk } from './walk.ts';

type PagedParts = Pick<Parts, 'catalogue' | 'links' | 'clock'>;
type PagedListing = Extract<DialectListing, { kind: 'pages' }>;

/** Lists every dialect that the server declares and that has a method of its own. */
export async function listPaged(parts: PagedParts, walk: Walk): Promise<void> {
  const walked = new Set<string>();
  for (const adapter of walk.server.adapters) {
    const { listing } = adapter;
    // Two dialects may share a method: one walk serves both.
    if (listing.kind !== 'pages' || walked.has(listing.method)) continue;
    walked.add(listing.method);
    await walkDialect(parts, walk, adapter, listing);
  }
}

/**
 * A server that declares no dialect is asked once, because speaking the methods without
 * declaring them is a common author's error: an answer is listed and the error named.
 */
export async function probe(parts: PagedParts, walk: Walk): Promise<void> {
  const { server } = walk;
  const undeclared: Problem[] = [];
  for (const adapter of server.probes) {
    const { listing } = adapter;
    if (listing.kind !== 'pages') continue;
    const answer = await parts.links.call(server, listing.request(), {
      signal: walk.signal,
      timeoutMs: limits.probeMs,
    });
    if (!answer.ok) continue;
    const page = listing.parse(answer.value, contextOf(server));
    if (page.entries.length + page.refused.length === 0) continue;
    undeclared.push(...undeclaredOf(adapter, server));
    // What came shows the dialect: the method's name alone does not.
    const [first] = page.entries;
    const speaker = first === undefined ? adapter : dialectOf(first.dialect);
    if (!server.adapters.includes(speaker))
      parts.catalogue.change(server, { adapters: [...server.adapters, speaker] });
    await walkDialect(parts, walk, adapter, listing);
  }
  walk.advice.push(...undeclared);
}

const undeclaredOf = (adapter: DialectAdapter, { capabilities }: Server): readonly Problem[] =>
  adapter.undeclared?.({ capabilities }) ?? [];

/**
 * Walks one dialect's pages; what arrived is held at once, and copies that came twice are
 * withdrawn at the end.
 */
async function walkDialect(
  parts: PagedParts,
  walk: Walk,
  adapter: DialectAdapter,
  listing: PagedListing,
): Promise<void> {
  const { server, seen } = walk;
  const context = contextOf(server);
  const pages: ListPage[] = [];
  const barred = refusedPlaces(walk.refused);
  const problem = await walkPages(parts, walk, listing, context, (page) => {
    pages.push(page);
    walk.pages += 1;
    walk.ttlMs ??= page.ttlMs;
    // A URI claimed by an earlier dialect is not claimed again.
    hold(
      parts,
      server,
      page.entries.filter(({ uri }) => !seen.has(uri) && !isRefused(barred, uri)),
      page.ttlMs,
    );
    walk.progress.report(context.index, null, 0);
  });
  const { entries, refused } = finishListing(pages, context);
  for (const entry of entries)
    if (!seen.has(entry.uri) && !isRefused(barred, entry.uri)) seen.set(entry.uri, entry);
  walk.advice.push(...adviceOn(server, adapter, entries));
  withdraw(
    parts,
    server,
    refused.flatMap(({ uri }) => (uri === undefined ? [] : [uri])),
  );
  walk.refused.push(...refused);
  walk.problems.push(...unique(pages.flatMap((page) => page.problems)));
  if (problem === null) return;
  walk.problems.push(problem);
  walk.complete = false;
}

function adviceOn(
  server: Server,
  adapter: DialectAdapter,
  entries: readonly SkillEntry[],
): Problem[] {
  const speakers = new Set(
    entries.length === 0 ? [adapter] : entries.map(({ dialect }) => dialectOf(dialect)),
  );
  return [...speakers].flatMap((speaker) => {
    // Another dialect's method of the same name: what the entries are is not what the server
    // declares.
    const foreign = speaker !== adapter && !server.adapters.includes(speaker);
    return [...(speaker.advice?.() ?? []), ...(foreign ? undeclaredOf(speaker, server) : [])];
  });
}

const contextOf = ({ label, facts, capabilities }: Server): ListContext =>
  listContext(label, facts?.protocolVersion ?? '', capabilities);

/** Gives why it stopped early, or null at the last page. */
async function walkPages(
  { links, clock }: PagedParts,
  { server, signal, until }: Walk,
  listing: PagedListing,
  context: ListContext,
  take: (page: ListPage) => void,
): Promise<Problem | null> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.listPages; page += 1) {
    const left = until - clock.now();
    if (left <= 0)
      return stopped(
        'listing-limit',
        `The listing took longer than ${limits.listMs / 1_000} s`,
        `${limits.listMs / 1_000} s`,
        `${page} pages so far`,
      );
    const answer = await links.call(server, listing.request(cursor), {
      signal,
      timeoutMs: Math.min(left, limits.requestMs),
    });
    if (!answer.ok)
      return stopped(
        'listing-failed',
        faultOf(answer.error).message,
        'a page of the listing',
        answer.error.reason,
      );
    const parsed = listing.parse(answer.value, context);
    take(parsed);
    const { nextCursor } = parsed;
    if (nextCursor === undefined) return null;
    if (cursors.has(nextCursor))
      return stopped(
        'listing-cursor-repeated',
        'The server gave the same cursor twice, so the listing would never end',
        'a new cursor',
        'a repeated cursor',
      );
    cursors.add(nextCursor);
    cursor = nextCursor;
    if (context.index >= limits.listEntries)
      return stopped(
        'listing-limit',
        `The listing has more than ${limits.listEntries} entries`,
        `${limits.listEntries} entries`,
        'more',
      );
  }
  return stopped(
    'listing-limit',
    `The listing has more than ${limits.listPages} pages`,
    `${limits.listPages} pages`,
    'more',
  );
}

const stopped = (
  rule: Problem['rule'],
  message: string,
  expected: string,
  actual: string,
): Problem => ({
  rule,
  message: `${message.replace(/\.$/, '')}; what arrived before is kept.`,
  expected,
  actual,
  clause: 'Listing Skills',
});

const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [`${problem.rule} ${problem.field ?? ''}`, problem]),
  ).values(),
];
