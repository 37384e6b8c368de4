import type {
  DialectListing,
  ListingProgress,
  SkillDialect,
  ListingPlan,
  ListedTemplate,
} from '../../core/dialects/dialect.ts';
import type { RequestPlan } from '../../core/dialects/plan.ts';
import { isRefused, refusedPlaces } from '../../core/dialects/listing/refusals.ts';
import { limits } from '../../core/limits.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry, RefusedEntry } from '../../../shared/model/skill.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { contextOf, declarationOf } from '../link/index.ts';
import type { SkillContext } from '../contexts.ts';
import { relisted } from '../../core/skill-state/steps.ts';
import type { UnlistedSkill } from '../../core/dialects/listing/unlisted-skill.ts';
import type { WorkProgress } from '../operations.ts';

/** Dialects that the server declares, or was found to speak, with a method of their own. */
export const declaredOf = ({ spoken, tries }: CatalogueServer): readonly SkillDialect[] =>
  spoken.filter((dialect) => !tries.includes(dialect));

/** Lists every dialect that the server declares and that has a method of its own. */
export async function listDeclared(parts: SkillContext, walk: ListingWalk): Promise<void> {
  const walked = new Set<SkillDialect['list']>();
  for (const dialect of declaredOf(walk.server)) {
    // Two dialects may share a method: one walk serves both.
    if (walked.has(dialect.list)) continue;
    walked.add(dialect.list);
    await walkDialect(parts, walk, dialect);
  }
}

/**
 * A server that declares no dialect is asked once, because speaking the methods without
 * declaring them is a common author's error: an answer is listed and the error named.
 */
export async function probe(parts: SkillContext, walk: ListingWalk): Promise<void> {
  const { dialects, clock } = parts;
  const { server, signal } = walk;
  const undeclared: Problem[] = [];
  for (const dialect of server.probes) {
    const until = clock.now() + limits.probeMs;
    const listing = dialect.list(contextOf(dialects, server));
    const { entries, refused } = await parts.links.run(server, firstPage(listing), {
      signal,
      until,
      probe: true,
    });
    if (entries.length + refused.length === 0) continue;
    undeclared.push(...recognise(dialect, server).adviceIfUndeclared);
    // What came shows the dialect: the method's name alone does not.
    const [first] = entries;
    const speaker = first === undefined ? dialect : dialects.of(first.dialect);
    if (!server.spoken.includes(speaker))
      parts.catalogue.change(server, { spoken: [...server.spoken, speaker] });
    await walkDialect(parts, walk, dialect);
  }
  walk.advice.push(...undeclared);
}

/** As much of a listing as comes first: its first page, or all of it if it's one document. */
function* firstPage(
  listing: ListingPlan,
): RequestPlan<Pick<DialectListing, 'entries' | 'refused'>> {
  let step = listing.next([]);
  while (step.done !== true) {
    if ('page' in step.value) return step.value.page;
    step = listing.next(yield step.value);
  }
  return step.value;
}

const recognise = (dialect: SkillDialect, server: CatalogueServer) =>
  dialect.recognise(declarationOf(server));

/**
 * Walks one dialect's listing; what arrived is held at once, and copies that came twice are
 * withdrawn at the end.
 */
async function walkDialect(
  parts: SkillContext,
  walk: ListingWalk,
  dialect: SkillDialect,
): Promise<void> {
  const { dialects, links } = parts;
  const { server, seen, signal, until } = walk;
  const barred = refusedPlaces(walk.refused);
  // A URI claimed by an earlier dialect is not claimed again.
  const isNew = ({ uri }: SkillEntry): boolean => !seen.has(uri) && !isRefused(barred, uri);
  let inPages = false;
  const take = ({ page, read }: ListingProgress): void => {
    inPages = true;
    walk.pages += 1;
    walk.ttlMs ??= page.ttlMs;
    hold(parts, server, page.entries.filter(isNew), page.ttlMs);
    walk.progress.report(read, null, 0);
  };
  const listing = dialect.list(contextOf(dialects, server));
  const listed = await links.run(server, listing, { signal, until, take });
  const { entries, refused, problems, templates, stop } = listed;
  // A listing that is one document comes at its end.
  if (!inPages && (stop === null || entries.length > 0))
    take({ page: { entries, refused, ttlMs: null }, read: entries.length });
  for (const entry of entries) if (isNew(entry)) seen.set(entry.uri, entry);
  walk.advice.push(...adviceOn(parts, server, dialect, entries));
  withdraw(
    parts,
    server,
    refused.flatMap(({ uri }) => (uri === undefined ? [] : [uri])),
  );
  walk.refused.push(...refused);
  walk.templates.push(...templates);
  walk.problems.push(...problems);
  if (stop === null) return;
  walk.problems.push(stop);
  if (listed.lacksMethod === true) walk.lacking ??= stop;
  // Of one that is lacking the skills may be found another way.
  else walk.complete = false;
}

function adviceOn(
  { dialects }: SkillContext,
  server: CatalogueServer,
  walked: SkillDialect,
  entries: readonly SkillEntry[],
): Problem[] {
  const speakers = new Set(
    entries.length === 0 ? [walked] : entries.map(({ dialect }) => dialects.of(dialect)),
  );
  return [...speakers].flatMap((speaker) => {
    const { adviceIfFound, adviceIfUndeclared } = recognise(speaker, server);
    // Another dialect's method of the same name: what the entries are is not what the server
    // declares.
    const foreign = speaker !== walked && !server.spoken.includes(speaker);
    return [...adviceIfFound, ...(foreign ? adviceIfUndeclared : [])];
  });
}

/** One listing of one server while it is under way. */
export interface ListingWalk {
  readonly server: CatalogueServer;
  readonly signal: AbortSignal;
  /** When it must have ended, ms since the epoch. */
  readonly until: number;
  readonly progress: WorkProgress;
  /** The first entry that claimed each URI. */
  readonly seen: Map<string, SkillEntry>;
  readonly refused: RefusedEntry[];
  readonly problems: Problem[];
  readonly templates: ListedTemplate[];
  readonly advice: Problem[];
  /** What looks like a skill beside `skills/list`, by URI. */
  readonly beside: Map<string, UnlistedSkill>;
  /** Not all of the server's resources were looked at for that. */
  isBesidePartial: boolean;
  pages: number;
  complete: boolean;
  /** What was said of a method that the server declares and has not; null where it has them. */
  lacking: Problem | null;
  ttlMs: number | null;
}

/** Holds what arrived; `ttlMs` undefined keeps what was said of each before. */
export function hold(
  { catalogue, clock, inspections }: SkillContext,
  server: CatalogueServer,
  entries: readonly SkillEntry[],
  ttlMs?: number | null,
): void {
  const at = clock.now();
  catalogue.updateAll(
    entries.map((entry) => ({
      place: { server, uri: entry.uri },
      step: (held) => {
        const until = ttlMs === undefined ? (held?.ttlMs ?? null) : ttlMs;
        return inspections.withKnown(relisted(held, { entry, at, ttlMs: until }), server);
      },
    })),
  );
}

/** Takes away what must not be held any more. */
export function withdraw(
  { catalogue }: SkillContext,
  server: CatalogueServer,
  uris: Iterable<string>,
): void {
  catalogue.updateAll([...uris].map((uri) => ({ place: { server, uri }, step: () => null })));
}
