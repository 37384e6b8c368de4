import { limits } from '../../core/limits.ts';
import {
  listContext,
  type DialectAdapter,
  type DialectListing,
  type ListContext,
  type ListedTemplate,
  type ListPage,
  type PlannedReply,
} from '../../core/dialects/adapter.ts';
import { withOther } from '../../core/dialects/merging.ts';
import { dialectOf } from '../../core/dialects/registry.ts';
import { isRecord } from '../../core/json.ts';
import { finishListing } from '../../core/dialects/listing.ts';
import type { Problem, RuleId } from '../../../shared/model/problem.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { Context } from '../context.ts';
import { faultOf } from '../errors.ts';
import { hold } from '../catalogue/hold.ts';
import type { Progress } from '../operations.ts';
import { emptyInventory, walkInventory } from './inventory.ts';
import { subscribe } from '../link/subscriptions.ts';
import { runPlan } from '../link/plan.ts';
import { call } from '../link/reads.ts';
import { relate } from '../catalogue/relate.ts';
import { publishServer, publishSkills } from '../catalogue/views.ts';
import type { Server, Skill } from '../catalogue/world.ts';

const quiet: Progress = { report: () => {} };

/**
 * Lists a server once; a second caller meanwhile shares the same run. Never throws for what a
 * server sends.
 */
export function list(
  ctx: Context,
  server: Server,
  signal: AbortSignal,
  progress: Progress = quiet,
): Promise<void> {
  server.listingNow ??= listAll(ctx, server, signal, progress).finally(() => {
    server.listingNow = null;
  });
  return server.listingNow;
}

interface Walk {
  /** The first entry that claimed each URI. */
  readonly seen: Map<string, SkillEntry>;
  readonly refused: RefusedEntry[];
  readonly problems: Problem[];
  readonly templates: ListedTemplate[];
  readonly advice: Problem[];
  pages: number;
  complete: boolean;
  ttlMs: number | null;
}

async function listAll(
  ctx: Context,
  server: Server,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  server.listing = { ...server.listing, status: 'loading', problems: [] };
  publishServer(ctx, server);
  const walk: Walk = {
    seen: new Map(),
    refused: [],
    problems: [],
    templates: [],
    advice: [],
    pages: 0,
    complete: true,
    ttlMs: null,
  };
  const bounds = { signal, until: ctx.clock.now() + limits.listMs, progress };
  const walked = new Set<string>();
  for (const adapter of server.adapters) {
    const { listing } = adapter;
    // Two dialects may share a method: one walk serves both.
    if (listing.kind !== 'pages' || walked.has(listing.method)) continue;
    walked.add(listing.method);
    await walkDialect(ctx, server, adapter, listing, walk, bounds);
  }
  if (!server.adapters.some(({ listing }) => listing.kind === 'pages'))
    await probe(ctx, server, walk, bounds);
  await tryPlans(ctx, server, walk, bounds);
  // What this listing says again replaces what the one before said.
  const said = new Set<RuleId>(['older-dialect', ...walk.advice.map(({ rule }) => rule)]);
  server.advice = [...server.advice.filter(({ rule }) => !said.has(rule)), ...walk.advice];
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
    const { listing } = adapter;
    if (listing.kind !== 'pages') continue;
    const answer = await call(ctx, server, listing.request(), {
      signal: bounds.signal,
      timeoutMs: limits.probeMs,
    });
    if (!answer.ok) continue;
    const page = listing.parse(answer.value, contextOf(server));
    if (page.entries.length + page.refused.length === 0) continue;
    undeclared.push(
      ...(adapter.undeclared?.({ capabilities: server.session?.capabilities ?? {} }) ?? []),
    );
    // What came shows the dialect: the method's name alone does not.
    const speaker =
      page.entries.length > 0 ? dialectOf(page.entries[0]?.dialect ?? adapter.id) : adapter;
    if (!server.adapters.includes(speaker)) server.adapters = [...server.adapters, speaker];
    await walkDialect(ctx, server, adapter, listing, walk, bounds);
  }
  walk.advice.push(...undeclared);
}

/**
 * Walks one dialect's pages; what arrived is held at once, and copies that came twice are withdrawn
 * at the end.
 */
async function walkDialect(
  ctx: Context,
  server: Server,
  adapter: DialectAdapter,
  listing: PagedListing,
  walk: Walk,
  bounds: Bounds,
): Promise<void> {
  const context = contextOf(server);
  const pages: ListPage[] = [];
  const problem = await walkPages(ctx, server, listing, context, bounds, (page) => {
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
  for (const entry of entries) if (!walk.seen.has(entry.uri)) walk.seen.set(entry.uri, entry);
  for (const speaker of new Set(
    entries.length === 0 ? [adapter] : entries.map(({ dialect }) => dialectOf(dialect)),
  )) {
    walk.advice.push(...(speaker.advice?.() ?? []));
    // Another dialect's method of the same name: what the entries are is not what the server
    // declares.
    if (speaker !== adapter && !server.adapters.includes(speaker))
      walk.advice.push(
        ...(speaker.undeclared?.({ capabilities: server.session?.capabilities ?? {} }) ?? []),
      );
  }
  const withdrawn = refused.flatMap((entry) =>
    entry.uri !== undefined && server.skills.delete(entry.uri) ? [entry.uri] : [],
  );
  if (withdrawn.length > 0)
    ctx.publish({ type: 'skills-removed', server: server.label, uris: withdrawn });
  walk.refused.push(...refused);
  walk.problems.push(...unique(pages.flatMap((page) => page.problems)));
  if (problem === null) return;
  walk.problems.push(problem);
  walk.complete = false;
}

type PagedListing = Extract<DialectListing, { kind: 'pages' }>;

const contextOf = (server: Server): ListContext =>
  listContext(
    server.label,
    server.facts?.protocolVersion ?? '',
    server.session?.capabilities ?? {},
  );

/**
 * Where a method of its own lists the skills, the other dialects are an observation: this much of
 * `resources/list` is looked at.
 */
const observedPages = 5;

/**
 * Runs the dialects that nothing declares over one walk of the server's resources, in the
 * registry's order. What an earlier dialect has claimed keeps its entry and notes the other;
 * where the two do not say the same of it, that is shown. Reads indexes and manifests alone.
 */
async function tryPlans(ctx: Context, server: Server, walk: Walk, bounds: Bounds): Promise<void> {
  const web =
    server.tries.some(({ listing }) => listing.kind === 'plan') &&
    server.session?.capabilities['resources'] === undefined &&
    server.adapters.some(({ listing }) => listing.kind === 'plan');
  const resources = isRecord(server.session?.capabilities['resources']);
  const declared = server.adapters.some(({ listing }) => listing.kind === 'pages');
  if (!resources && !web && !declared) return;
  const alone = walk.seen.size === 0 && walk.refused.length === 0;
  const options = {
    signal: bounds.signal,
    until: Math.min(bounds.until, ctx.clock.now() + (alone ? limits.listMs : limits.probeMs)),
    asked: new Map<string, Promise<PlannedReply>>(),
  };
  const walked = resources
    ? await walkInventory(ctx, server, options, alone ? limits.listPages : observedPages)
    : null;
  const inventory = walked?.inventory ?? emptyInventory;
  server.inventory = inventory;
  walk.templates.push(...inventory.templates);
  const before = walk.seen.size;
  const isWeb = (adapter: DialectAdapter): boolean => server.adapters.includes(adapter);
  // Nothing but the methods of the extension: there is nothing for another dialect to look at.
  const bare = !alone && !web && inventory.resources.size === 0;
  for (const adapter of bare ? [] : server.tries) {
    if (
      adapter.listing.kind !== 'plan' ||
      (web && !isWeb(adapter)) ||
      (!web && !resources && !alone)
    )
      continue;
    const context = {
      server: server.label,
      inventory,
      alone,
      claimed: [...walk.seen.values()],
      refused: refusedUris(walk),
      directoryRead: server.facts?.directoryRead === true,
    };
    const page = await runPlan(ctx, server, adapter.listing.plan(context), options);
    take(ctx, server, adapter, page, walk);
    bounds.progress.report(walk.seen.size, null, 0);
  }
  const found = walk.seen.size > before;
  // The method that an older server does not have is no failure when its skills were found another
  // way.
  if (alone && found && !walk.complete) {
    const [failed] = walk.problems.splice(0);
    if (failed !== undefined)
      walk.advice.push({
        ...failed,
        rule: 'older-dialect',
        message:
          'The server declares the skills extension and does not answer skills/list; its skills were found another way. Answer skills/list.',
        expected: 'an answer to skills/list',
      });
    walk.complete = true;
  }
  if (alone && walked !== null && walked.incomplete !== null && (walked.answered || found)) {
    walk.problems.push({
      rule: 'listing-failed',
      message: `resources/list is not whole: ${walked.incomplete}`,
      clause: 'Listing Skills',
    });
    walk.complete = false;
  }
}

const refusedUris = (walk: Walk): ReadonlySet<string> =>
  new Set(walk.refused.flatMap(({ uri }) => (uri === undefined ? [] : [uri])));

function take(
  ctx: Context,
  server: Server,
  adapter: DialectAdapter,
  page: ListPage,
  walk: Walk,
): void {
  walk.templates.push(...(page.templates ?? []));
  walk.problems.push(...page.problems);
  if (page.problems.some(({ rule }) => rule === 'listing-failed')) walk.complete = false;
  if (page.entries.length + page.refused.length === 0) return;
  walk.pages += 1;
  const rows: Skill[] = [];
  const refused = refusedUris(walk);
  for (const entry of page.entries) {
    // What an earlier dialect found wrong must not come in by another door.
    if (refused.has(entry.uri)) continue;
    const claimed = walk.seen.get(entry.uri);
    const held = claimed === undefined ? entry : withOther(claimed, entry);
    walk.seen.set(entry.uri, held);
    rows.push(hold(ctx, server, held, server.skills.get(entry.uri)?.ttlMs ?? null));
  }
  const withdrawn = page.refused.flatMap(({ uri }) =>
    uri !== undefined && !walk.seen.has(uri) && server.skills.delete(uri) ? [uri] : [],
  );
  if (withdrawn.length > 0)
    ctx.publish({ type: 'skills-removed', server: server.label, uris: withdrawn });
  walk.refused.push(...page.refused.filter(({ uri }) => uri === undefined || !walk.seen.has(uri)));
  // A server that also speaks the final revision has nothing to mend in what it serves beside it.
  if (
    rows.length === 0 ||
    page.entries.some(({ uri }) => walk.seen.get(uri)?.dialect === adapter.id)
  )
    walk.advice.push(...(adapter.advice?.() ?? []));
  publishSkills(ctx, server, rows);
}

/** Gives why it stopped early, or null at the last page. */
async function walkPages(
  ctx: Context,
  server: Server,
  listing: PagedListing,
  context: ListContext,
  bounds: Bounds,
  take: (page: ListPage) => void,
): Promise<Problem | null> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.listPages; page += 1) {
    const left = bounds.until - ctx.clock.now();
    if (left <= 0)
      return stopped(
        'listing-limit',
        `The listing took longer than ${limits.listMs / 1_000} s`,
        `${limits.listMs / 1_000} s`,
        `${page} pages so far`,
      );
    const answer = await call(ctx, server, listing.request(cursor), {
      signal: bounds.signal,
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

/**
 * After a complete listing, listed skills that are gone leave; after a partial one nothing does.
 */
async function finish(ctx: Context, server: Server, walk: Walk): Promise<void> {
  const gone: string[] = [];
  if (walk.complete) {
    for (const [uri, skill] of server.skills)
      if (skill.entry.origin === 'listed' && !walk.seen.has(uri)) gone.push(uri);
    for (const uri of gone) server.skills.delete(uri);
  }
  server.refused = walk.refused;
  server.templates = [
    ...new Map(walk.templates.map((template) => [template.template, template])).values(),
  ];
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
  subscribe(ctx, server);
}
