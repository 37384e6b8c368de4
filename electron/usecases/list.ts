import { limits } from '../core/limits.ts';
import type { DialectAdapter, ListContext } from '../core/dialects/adapter.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { RefusedEntry } from '../../shared/model/skill.ts';
import type { Context } from './context.ts';
import { faultOf } from './errors.ts';
import { hold } from './hold.ts';
import type { Progress } from './operations.ts';
import { call, spend } from './reads.ts';
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
  const walk: Walk = { seen: new Set(), refused: [], problems: [], pages: 0, complete: server.adapters.length > 0, ttlMs: null };
  const until = ctx.clock.now() + limits.listMs;
  for (const adapter of server.adapters) {
    const problem = await walkPages(ctx, server, adapter, walk, signal, until, progress);
    if (problem === null) continue;
    walk.problems.push(problem);
    walk.complete = false;
  }
  await finish(ctx, server, walk);
}

/** Walks one dialect's pages. Gives why it stopped early, or null at the last page. */
async function walkPages(ctx: Context, server: Server, adapter: DialectAdapter, walk: Walk, signal: AbortSignal, until: number, progress: Progress): Promise<Problem | null> {
  const context: ListContext = adapter.startListing(server.label);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.listPages; page += 1) {
    const left = until - ctx.clock.now();
    if (left <= 0) return stopped('listing-limit', `The listing took longer than ${limits.listMs / 1_000} s`, `within ${limits.listMs} ms`, `${walk.pages} pages so far`);
    const answer = await call(ctx, server, adapter.listRequest(cursor), { signal, timeoutMs: Math.min(left, limits.requestMs) });
    if (!answer.ok) return stopped('listing-failed', faultOf(answer.error).message, 'a page of the listing', answer.error.reason);
    const parsed = adapter.parseList(answer.value, context);
    walk.pages += 1;
    walk.problems.push(...parsed.problems);
    walk.refused.push(...parsed.refused);
    walk.ttlMs ??= parsed.ttlMs;
    const rows: Skill[] = [];
    let bytes = 0;
    for (const entry of parsed.entries) {
      if (walk.seen.has(entry.uri)) continue;
      walk.seen.add(entry.uri);
      bytes += entry.description.length;
      rows.push(hold(ctx, server, entry, parsed.ttlMs));
    }
    for (const uri of parsed.withdrawn) drop(ctx, server, walk, uri);
    publishSkills(ctx, server, rows);
    progress.report(walk.seen.size, null, walk.refused.length);
    const spent = spend(server, bytes);
    if (!spent.ok) return stopped('listing-limit', spent.error, `${limits.serverBytes} bytes`, 'more');
    if (parsed.nextCursor === undefined) return null;
    if (cursors.has(parsed.nextCursor)) return stopped('listing-cursor-repeated', 'The server gave the same cursor twice, so the listing would never end', 'a cursor not used before', 'a repeated cursor');
    cursors.add(parsed.nextCursor);
    cursor = parsed.nextCursor;
    if (walk.seen.size + walk.refused.length >= limits.listEntries) return stopped('listing-limit', `The listing has more than ${limits.listEntries} entries`, `${limits.listEntries} entries`, 'more');
  }
  return stopped('listing-limit', `The listing has more than ${limits.listPages} pages`, `${limits.listPages} pages`, 'more');
}

const stopped = (rule: Problem['rule'], message: string, expected: string, actual: string): Problem => ({ rule, message: `${message}; what arrived before is kept.`, expected, actual, clause: 'Listing Skills' });

/** A URI that turned up again on a later page: no copy can be preferred, so none is held. */
function drop(ctx: Context, server: Server, walk: Walk, uri: string): void {
  walk.seen.delete(uri);
  if (server.skills.delete(uri)) ctx.publish({ type: 'skills-removed', server: server.label, uris: [uri] });
}

/** After a complete listing, listed skills that are gone leave; after a partial one nothing does. */
async function finish(ctx: Context, server: Server, walk: Walk): Promise<void> {
  const gone: string[] = [];
  if (walk.complete) {
    for (const [uri, skill] of server.skills) if (skill.entry.origin === 'listed' && !walk.seen.has(uri)) gone.push(uri);
    for (const uri of gone) server.skills.delete(uri);
  }
  server.refused = walk.refused;
  server.listing = {
    status: walk.complete ? 'complete' : walk.pages > 0 ? 'incomplete' : 'failed',
    problems: walk.problems,
    skills: server.skills.size,
    refused: walk.refused.length,
    pages: walk.pages,
    at: ctx.clock.now(),
    ttlMs: walk.ttlMs,
  };
  if (gone.length > 0) ctx.publish({ type: 'skills-removed', server: server.label, uris: gone });
  ctx.publish({ type: 'refused-put', server: server.label, refused: walk.refused });
  await relate(ctx);
  publishServer(ctx, server);
}
