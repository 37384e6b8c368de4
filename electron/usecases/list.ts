import { limits } from '../core/limits.ts';
import { listContext, type DialectAdapter, type ListContext, type ListPage } from '../core/dialects/adapter.ts';
import { finishListing } from '../core/dialects/listing.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { RefusedEntry } from '../../shared/model/skill.ts';
import type { Context } from './context.ts';
import { faultOf } from './errors.ts';
import { hold } from './hold.ts';
import type { Progress } from './operations.ts';
import { call } from './reads.ts';
import { relate } from './relate.ts';
import { publishServer, publishSkills } from './views.ts';
import type { Server, Skill } from './world.ts';

const quiet: Progress = { report: () => {} };

/** Lists a server once; a second caller meanwhile shares the same run. Never throws for what a server sends. */
export function list(ctx: Context, server: Server, signal: AbortSignal, progress: Progress = quiet): Promise<void> {
  server.listingNow ??= listAll(ctx, server, signal, progress).finally(() => {
    server.listingNow = null;
  });
  return server.listingNow;
}

interface Walk {
  readonly seen: Set<string>;
  readonly refused: RefusedEntry[];
  readonly problems: Problem[];
  pages: number;
  complete: boolean;
  ttlMs: number | null;
}

async function listAll(ctx: Context, server: Server, signal: AbortSignal, progress: Progress): Promise<void> {
  server.listing = { ...server.listing, status: 'loading', problems: [] };
  publishServer(ctx, server);
  const walk: Walk = { seen: new Set(), refused: [], problems: [], pages: 0, complete: true, ttlMs: null };
  const until = ctx.clock.now() + limits.listMs;
  for (const adapter of server.adapters) await walkDialect(ctx, server, adapter, walk, { signal, until, progress });
  if (server.adapters.length === 0) await probe(ctx, server, walk, { signal, until, progress });
  await finish(ctx, server, walk);
}

interface Bounds {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly progress: Progress;
}

/**
 * A server that declares no dialect is asked once, because speaking the methods without
 * declaring them is a common author's error: an answer is listed and the error named.
 */
async function probe(ctx: Context, server: Server, walk: Walk, bounds: Bounds): Promise<void> {
  const undeclared: Problem[] = [];
  for (const adapter of server.probes) {
    const answer = await call(ctx, server, adapter.listRequest(), { signal: bounds.signal, timeoutMs: limits.probeMs });
    if (!answer.ok) continue;
    const page = adapter.parseList(answer.value, listContext(server.label, server.facts?.protocolVersion ?? ''));
    if (page.entries.length + page.refused.length === 0) continue;
    undeclared.push(adapter.undeclared());
    server.adapters = [...server.adapters, adapter];
    await walkDialect(ctx, server, adapter, walk, bounds);
  }
  server.advice = [...server.advice.filter((advice) => advice.rule !== 'capability-undeclared'), ...undeclared];
}

/** Walks one dialect's pages; what arrived is held at once, and copies that came twice are withdrawn at the end. */
async function walkDialect(ctx: Context, server: Server, adapter: DialectAdapter, walk: Walk, bounds: Bounds): Promise<void> {
  const context = listContext(server.label, server.facts?.protocolVersion ?? '');
  const pages: ListPage[] = [];
  const problem = await walkPages(ctx, server, adapter, context, bounds, (page) => {
    pages.push(page);
    walk.pages += 1;
    walk.ttlMs ??= page.ttlMs;
    const rows: Skill[] = [];
    for (const entry of page.entries) {
      // A URI claimed by an earlier dialect is not claimed again.
      if (walk.seen.has(entry.uri)) continue;
      rows.push(hold(ctx, server, entry, page.ttlMs));
    }
    publishSkills(ctx, server, rows);
    bounds.progress.report(context.index, null, 0);
  });
  const { entries, refused } = finishListing(pages, context);
  for (const entry of entries) walk.seen.add(entry.uri);
  const withdrawn = refused.flatMap((entry) => (entry.uri !== undefined && server.skills.delete(entry.uri) ? [entry.uri] : []));
  if (withdrawn.length > 0) ctx.publish({ type: 'skills-removed', server: server.label, uris: withdrawn });
  walk.refused.push(...refused);
  walk.problems.push(...unique(pages.flatMap((page) => page.problems)));
  if (problem === null) return;
  walk.problems.push(problem);
  walk.complete = false;
}

/** Gives why it stopped early, or null at the last page. */
async function walkPages(ctx: Context, server: Server, adapter: DialectAdapter, context: ListContext, bounds: Bounds, take: (page: ListPage) => void): Promise<Problem | null> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.listPages; page += 1) {
    const left = bounds.until - ctx.clock.now();
    if (left <= 0) return stopped('listing-limit', `The listing took longer than ${limits.listMs / 1_000} s`, `${limits.listMs / 1_000} s`, `${page} pages so far`);
    const answer = await call(ctx, server, adapter.listRequest(cursor), { signal: bounds.signal, timeoutMs: Math.min(left, limits.requestMs) });
    if (!answer.ok) return stopped('listing-failed', faultOf(answer.error).message, 'a page of the listing', answer.error.reason);
    const parsed = adapter.parseList(answer.value, context);
    take(parsed);
    const { nextCursor } = parsed;
    if (nextCursor === undefined) return null;
    if (cursors.has(nextCursor)) return stopped('listing-cursor-repeated', 'The server gave the same cursor twice, so the listing would never end', 'a new cursor', 'a repeated cursor');
    cursors.add(nextCursor);
    cursor = nextCursor;
    if (context.index >= limits.listEntries) return stopped('listing-limit', `The listing has more than ${limits.listEntries} entries`, `${limits.listEntries} entries`, 'more');
  }
  return stopped('listing-limit', `The listing has more than ${limits.listPages} pages`, `${limits.listPages} pages`, 'more');
}

const stopped = (rule: Problem['rule'], message: string, expected: string, actual: string): Problem => ({
  rule,
  message: `${message.replace(/\.$/, '')}; what arrived before is kept.`,
  expected,
  actual,
  clause: 'Listing Skills',
});

const unique = (problems: readonly Problem[]): Problem[] => [...new Map(problems.map((problem) => [`${problem.rule} ${problem.field ?? ''}`, problem])).values()];

/** After a complete listing, listed skills that are gone leave; after a partial one nothing does. */
async function finish(ctx: Context, server: Server, walk: Walk): Promise<void> {
  const gone: string[] = [];
  if (walk.complete) {
    for (const [uri, skill] of server.skills) if (skill.entry.origin === 'listed' && !walk.seen.has(uri)) gone.push(uri);
    for (const uri of gone) server.skills.delete(uri);
  }
  server.refused = walk.refused;
  if (gone.length > 0) ctx.publish({ type: 'skills-removed', server: server.label, uris: gone });
  ctx.publish({ type: 'refused-put', server: server.label, refused: walk.refused });
  await relate(ctx);
  // Last: from here on a refresh lists anew instead of sharing this run.
  server.listing = {
    status: walk.complete ? 'complete' : walk.pages > 0 ? 'incomplete' : 'failed',
    problems: walk.problems,
    skills: server.skills.size,
    refused: walk.refused.length,
    pages: walk.pages,
    at: ctx.clock.now(),
    ttlMs: walk.ttlMs,
  };
  publishServer(ctx, server);
}
