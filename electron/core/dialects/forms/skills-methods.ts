import type { SkillEntry, DialectId, RefusedEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';
import type {
  BrokenRules,
  EntryOutcome,
  ListingPlan,
  PlanContext,
  ClaimReader,
  SkillDialect,
} from '../dialect.ts';
import { request, type RequestPlan } from '../plan.ts';
import { readEntry } from './entry.ts';
import { inPages, type PageRead, type PagesSoFar, duplicateProblem, isSameEntry } from './pages.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { limits } from '../../limits.ts';
import { visible } from '../../text.ts';
import { twinKey } from '../../uri.ts';
import { tooManyEntries } from './index-document.ts';

/**
 * `skills/list` has the same name in every revision of the extension and in SEP-2076, so all share
 * one listing; an entry's shape shows what it is.
 */
export const listSkills = (context: PlanContext): ListingPlan =>
  inPages('skills/list', skillsSoFar(context), readSkillsPage);

/** `skills/get`, which also answers for unlisted skills. */
export function* getSkill(uri: string, context: PlanContext): RequestPlan<EntryOutcome> {
  const answer = yield* request('skills/get', { uri });
  if (!answer.ok) return { kind: 'failed', error: answer.error };
  const read = readAnswer(answer.value, uri, context);
  return read.ok
    ? { kind: 'entry', entry: read.value, ttlMs: ttlOf(answer.value) }
    : { kind: 'refused', problems: read.error };
}

const clause = 'Getting a Skill';

/** The entry for `uri`, or every rule that the answer breaks, the most serious first. */
export function readAnswer(
  result: unknown,
  uri: string,
  { server, protocolVersion, declared, dialects }: SharedContext,
): Result<SkillEntry, BrokenRules> {
  if (!isRecord(result))
    return err([
      problem('listing-shape', 'The response to skills/get is not an object.', {
        field: 'result',
        expected: 'an object',
        actual: describe(result),
        clause,
      }),
    ]);
  const value = own(result, 'skill');
  const of = { method: 'skills/get', origin: 'by-uri', server, declared } as const;
  let read: Result<SkillEntry, BrokenRules> | null = null;
  for (const dialect of dialects) read ??= dialect.claims(of)([value])(value);
  read ??= readEntry(value, server, 'by-uri');
  if (!read.ok) return read;
  // A server could answer with another skill's entry and so transfer an approval.
  if (read.value.uri !== uri)
    return err([
      problem('uri-mismatch', 'The server returned an entry for a different URI.', {
        field: 'skill.uri',
        expected: uri,
        actual: read.value.uri,
        clause,
      }),
    ]);
  const { problems } = readCaching(result, protocolVersion, clause);
  return ok(
    problems.length === 0
      ? read.value
      : { ...read.value, problems: [...read.value.problems, ...problems] },
  );
}

/** `ttlMs` of an answer, in ms; null if the server didn't say. */
export function ttlOf(result: unknown): number | null {
  const ttl = isRecord(result) ? own(result, 'ttlMs') : undefined;
  return typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
}

const listingClause = 'Listing Skills';

/** A `skills/list` listing in progress. */
export interface SkillsSoFar extends PagesSoFar {
  readonly server: string;
  readonly protocolVersion: string;
  /** Dialects that may claim an entry, asked in this order. */
  readonly claims: readonly { readonly dialect: DialectId; readonly claim: ClaimReader }[];
}

/** What claiming needs to know, out of what a plan may look at. */
type SharedContext = Pick<PlanContext, 'server' | 'protocolVersion' | 'declared'> & {
  readonly dialects: readonly Pick<SkillDialect, 'id' | 'claims'>[];
};

export function skillsSoFar(context: SharedContext): SkillsSoFar {
  const { server, protocolVersion, declared, dialects } = context;
  const of = { method: 'skills/list', origin: 'listed', server, declared } as const;
  const claims = dialects.map((dialect) => ({ dialect: dialect.id, claim: dialect.claims(of) }));
  return {
    server,
    protocolVersion,
    claims,
    index: 0,
    seen: new Map(),
    differ: new Set(),
    repeats: 0,
  };
}

/**
 * One page of `skills/list` ("Listing Skills"): valid entries are kept, the others refused one by
 * one.
 */
export function readSkillsPage(result: unknown, sofar: SkillsSoFar): PageRead {
  if (!isRecord(result))
    return badPage('The response to skills/list is not an object.', 'result', 'an object', result);
  const skills = own(result, 'skills');
  if (!Array.isArray(skills))
    return badPage(
      'The response to skills/list has no skills array.',
      'result.skills',
      'an array',
      skills,
    );
  const { ttlMs, problems } = readCaching(result, sofar.protocolVersion, listingClause);
  const room = Math.max(0, limits.listEntries - sofar.index);
  const page = sortOut(skills.length > room ? skills.slice(0, room) : skills, sofar);
  const given = own(result, 'nextCursor');
  // Only from the revision with caching fields on is an empty string a cursor like any other.
  const isEmptyEnd = given === '' && sofar.protocolVersion < cacheable;
  if (isEmptyEnd) problems.push(emptyCursor);
  const nextCursor = isEmptyEnd ? undefined : given;
  const stop =
    skills.length > room
      ? { ...tooManyEntries, clause: listingClause }
      : nextCursor === undefined || nextCursor === null || typeof nextCursor === 'string'
        ? undefined
        : noCursor(nextCursor);
  return {
    ...{ ...page, ttlMs, problems },
    ...(typeof nextCursor === 'string' ? { nextCursor } : {}),
    ...(stop === undefined ? {} : { stop }),
  };
}

const emptyCursor = problem(
  'listing-cursor-empty',
  'The last page of the listing has an empty nextCursor. Leave nextCursor out of ' +
    'the last page: some clients request a page with an empty cursor and never stop.',
  { field: 'result.nextCursor', expected: 'no nextCursor', actual: '""', clause: listingClause },
);

const noCursor = (nextCursor: unknown): Problem =>
  problem('listing-shape', 'The next cursor is not a string, so the listing ends here.', {
    ...{
      field: 'result.nextCursor',
      expected: 'a string',
      actual: describe(nextCursor),
      clause: listingClause,
    },
    turn: 'author',
    next: 'nextCursor must be the string that requests the next page.',
  });

function badPage(message: string, field: string, expected: string, actual: unknown): PageRead {
  return {
    entries: [],
    positions: [],
    refused: [],
    ttlMs: null,
    problems: [],
    stop: problem('listing-shape', message, {
      ...{ field, expected, actual: describe(actual), clause: listingClause },
      turn: 'author',
      next: 'The response must be an object with its entries in an array named skills.',
    }),
  };
}

/**
 * A copy of an earlier URI is refused here unless it's identical; `finishListing` refuses the
 * earlier ones.
 */
function sortOut(
  values: readonly unknown[],
  sofar: SkillsSoFar,
): Pick<PageRead, 'entries' | 'positions' | 'refused'> {
  const entries: SkillEntry[] = [];
  const positions: number[] = [];
  const refused: RefusedEntry[] = [];
  const readers = sofar.claims.map(({ dialect, claim }) => ({ dialect, read: claim(values) }));
  for (const value of values) {
    const index = sofar.index;
    sofar.index += 1;
    const { dialect, read } = readOne(value, readers, sofar.server);
    // A name without a URI is counted under the address it gets here.
    const uri = read.ok ? read.value.uri : isRecord(value) ? own(value, 'uri') : undefined;
    const about = { value, index, server: sofar.server, dialect };
    const copy =
      typeof uri === 'string' ? copyOf(uri, read.ok ? read.value : null, sofar) : 'first';
    if (copy === 'same') continue;
    if (copy === 'other' && typeof uri === 'string')
      refused.push({
        ...refusedEntry(about, [duplicateProblem(uri), ...(read.ok ? [] : read.error)]),
        ...(read.ok ? { uri } : {}),
      });
    else if (!read.ok) refused.push(refusedEntry(about, read.error));
    else {
      entries.push(read.value);
      positions.push(index);
    }
  }
  return { entries, positions, refused };
}

/** Read by the dialect that claims it, or by the specification if none does. */
function readOne(
  value: unknown,
  readers: readonly { readonly dialect: DialectId; readonly read: ReturnType<ClaimReader> }[],
  server: string,
): { readonly dialect: DialectId; readonly read: Result<SkillEntry, BrokenRules> } {
  for (const { dialect, read } of readers) {
    const claimed = read(value);
    if (claimed !== null) return { dialect, read: claimed };
  }
  return { dialect: 'skills-ext', read: readEntry(value, server, 'listed') };
}

/** Whether the listing already has this URI or a twin of it, and whether the entry is the same. */
function copyOf(
  uri: string,
  entry: SkillEntry | null,
  sofar: SkillsSoFar,
): 'first' | 'same' | 'other' {
  const key = twinKey(uri);
  const first = sofar.seen.get(key);
  if (first === undefined) {
    sofar.seen.set(key, entry);
    return 'first';
  }
  if (!sofar.differ.has(key) && isSameEntry(first, entry)) {
    sofar.repeats += 1;
    return 'same';
  }
  sofar.differ.add(key);
  return 'other';
}

/** A refused entry shows its own name and URI; both come from the server. */
function refusedEntry(
  about: {
    readonly value: unknown;
    readonly index: number;
    readonly server: string;
    readonly dialect: DialectId;
  },
  [first, ...others]: BrokenRules,
): RefusedEntry {
  const { value, index, server, dialect } = about;
  const refused: RefusedEntry = { server, index, problem: first, others, dialect };
  if (!isRecord(value)) return refused;
  const uri = own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const name = isRecord(frontmatter) ? own(frontmatter, 'name') : own(value, 'name');
  // The URI stays as received as long as it's valid, so that it can be requested again.
  if (typeof uri === 'string') refused.uri = uri.length <= 2_048 ? uri : visible(uri, 2_048);
  if (typeof name === 'string') refused.name = visible(name, 100);
  return refused;
}

/**
 * The first revision of the base protocol whose results carry the caching fields. Revisions are
 * dates.
 */
const cacheable = '2026-07-28';

/**
 * `ttlMs`, `cacheScope` and `resultType` of a result ("Listing Skills", "Getting a Skill"),
 * required from revision 2026-07-28. A server that omits them gets a note and its entries count,
 * because they are hints and protect no integrity. `ttlMs` is in milliseconds, null if absent or
 * unusable.
 */
function readCaching(
  result: Readonly<Record<string, unknown>>,
  protocolVersion: string,
  clause: string,
): { readonly ttlMs: number | null; readonly problems: Problem[] } {
  const ttl = own(result, 'ttlMs');
  const scope = own(result, 'cacheScope');
  const type = own(result, 'resultType');
  const ttlMs = typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
  const problems: Problem[] = [];
  if (protocolVersion < cacheable) return { ttlMs, problems };
  if (ttlMs === null)
    problems.push(
      problem('cache-fields', 'The result has no usable ttlMs.', {
        field: 'result.ttlMs',
        expected: 'a number of milliseconds, zero or more',
        actual: describe(ttl),
        clause,
      }),
    );
  if (scope !== 'public' && scope !== 'private')
    problems.push(
      problem('cache-fields', 'The result has no usable cacheScope.', {
        field: 'result.cacheScope',
        expected: '"public" or "private"',
        actual: describe(scope),
        clause,
      }),
    );
  if (type !== 'complete')
    problems.push(
      problem('cache-fields', 'The result doesn’t say whether it is complete.', {
        field: 'result.resultType',
        expected: '"complete"',
        actual: describe(type),
        clause,
      }),
    );
  return { ttlMs, problems };
}
