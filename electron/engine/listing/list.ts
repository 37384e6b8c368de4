import { limits } from '../../core/limits.ts';
import type { RuleId, Problem } from '../../../shared/model/problem.ts';
import { describeQuirk, describeStray, quirkKinds, tellsOnStream } from '../link/index.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { WorkProgress } from '../operations.ts';
import type { SkillContext } from '../contexts.ts';
import type { LeftOutEntry } from '../ports/session.ts';
import { declaredOf, listDeclared, probe, withdraw, type ListingWalk } from './declared.ts';
import { listLookedFor } from './templates.ts';
import { isRecord, own } from '../../core/json.ts';
import { request } from '../../core/dialects/plan.ts';
import { oddSchemes, skillsElsewhere } from '../../core/dialects/listing/unlisted-skill.ts';
import { skillToolsIn } from '../../core/dialects/listing/skill-tools.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { rootOf } from '../../core/skill-place.ts';
import { skillTemplates } from '../../core/templates.ts';
import { visible } from '../../core/text.ts';

const quiet: WorkProgress = { report: () => {} };

/**
 * Lists a server once; a second caller meanwhile shares the same run. Never throws for what a
 * server sends.
 */
export function list(
  parts: SkillContext,
  server: CatalogueServer,
  signal: AbortSignal,
  progress: WorkProgress = quiet,
): Promise<void> {
  const { listings } = parts;
  const known = listings.get(server);
  if (known !== undefined) return known;
  const listing = listAll(parts, server, signal, progress).finally(() => {
    if (listings.get(server) === listing) listings.delete(server);
  });
  listings.set(server, listing);
  return listing;
}

async function listAll(
  parts: SkillContext,
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
  await Promise.all([parts.inspections.load(), parts.links.hearing(server)]);
  await listDeclared(parts, walk);
  if (declaredOf(server).length === 0) await probe(parts, walk);
  addLeftOut(walk, parts.links.leftOut(server));
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
  // From here on a refresh starts a new listing instead of sharing this run: who hears of its end
  // may ask for one at once.
  parts.listings.delete(server);
  catalogue.change(server, outcome(walk, parts.clock.now()));
  subscribe(parts, server);
}

/** What a local folder has and isn't served: skills as refused entries, the rest as problems. */
function addLeftOut(walk: ListingWalk, left: readonly LeftOutEntry[]): void {
  const { label } = walk.server;
  for (const [index, { path, why, isUnseen, isSkill }] of left.entries()) {
    if (!isUnseen) continue;
    const at = visible(path, longestPath);
    const problem: Problem = { rule: 'not-read', message: `${at}: ${visible(why, longestPath)}` };
    if (!isSkill) walk.problems.push(problem);
    else
      walk.refused.push({
        ...{ server: label, index: walk.seen.size + index, dialect: 'skills-ext' },
        ...{ name: visible(path.split(/[\\/]/).at(-1) ?? '', 80), problem, others: [] },
      });
  }
}

const longestPath = 1_000;

const gone = ({ server, seen }: ListingWalk): string[] =>
  [...server.skills.values()].flatMap(({ uri, entry }) =>
    entry.origin === 'listed' && !seen.has(uri) ? [uri] : [],
  );

function outcome(
  walk: ListingWalk,
  at: number,
): Parameters<SkillContext['catalogue']['change']>[1] {
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

/**
 * Asks to be told of changes to indexes and to skills that were decided on, where the server offers
 * that. Few, and failing changes nothing.
 */
export function subscribe({ links, options }: SkillContext, server: CatalogueServer): void {
  const { capabilities, facts } = server;
  const resources = capabilities['resources'];
  if (!options.autoRetry || facts === null || !isRecord(resources)) return;
  const wanted = own(resources, 'subscribe') === true ? watched(server) : [];
  if (tellsOnStream({ ...facts, capabilities })) links.listen(server, wanted);
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

/**
 * What to say of a server with skills: which of its resources look like others. Asks for nothing.
 */
function adviceOnOthers({ server, seen, beside, refused }: ListingWalk): Problem[] {
  let known: ReadonlySet<string> | null = null;
  return oddSchemes(server.inventory.resources.keys(), (uri) => {
    // Made where there is one to look up: most servers have none.
    known ??= new Set([
      ...[...seen.values()].flatMap((entry) => [
        entry.uri,
        rootOf(entry),
        `${rootOf(entry)}/`,
        ...listedFiles(entry).map((file) => file.uri),
      ]),
      ...beside.keys(),
      ...refused.flatMap((entry) => entry.uri ?? []),
    ]);
    return known.has(uri);
  });
}

/**
 * What to say of a server in which no skill was found: where else they seem to be. Asks for one
 * page of tools, where the server has any.
 */
async function adviceOnNone(
  parts: SkillContext,
  { server, signal, templates }: ListingWalk,
): Promise<Problem[]> {
  const until = parts.clock.now() + limits.probeMs;
  const answer = isRecord(server.capabilities['tools'])
    ? await parts.links.run(server, request('tools/list', {}), { signal, until })
    : null;
  const listed = answer?.ok && isRecord(answer.value) ? own(answer.value, 'tools') : undefined;
  return skillsElsewhere({
    resources: [...server.inventory.resources.keys()],
    templates: skillTemplates(templates).map(({ template }) => template),
    tools: Array.isArray(listed) ? skillToolsIn(listed as unknown[]) : [],
  });
}
