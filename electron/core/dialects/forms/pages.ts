import type { Problem } from '../../../../shared/model/problem.ts';
import { limits } from '../../limits.ts';
import { stepAfterRequest, type RequestAdvice } from '../../request-advice.ts';
import type { DialectListing, ListingPlan, ListPage } from '../dialect.ts';
import type { PlannedFailure, PlannedReply, PlannedRequest } from '../plan.ts';
import type { RefusedEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { isRecord } from '../../json.ts';
import { problem } from '../../problem.ts';
import { twinKey } from '../../uri.ts';
import { grouped } from '../../../../shared/size-text.ts';

/**
 * A paged listing: requests one page after another and reports each. Differing copies are refused
 * at the end. The server decides how many pages there are, so the listing ends early at a repeated
 * cursor and at the page and entry limits.
 */
export function* inPages<S extends PagesSoFar>(
  method: string,
  sofar: S,
  read: (result: unknown, sofar: S) => PageRead,
): ListingPlan {
  const pages: PageRead[] = [];
  const outcome = (stop: Problem | null, lacksMethod = false): DialectListing => ({
    ...finishListing(pages, sofar),
    problems: [
      ...unique(pages.flatMap((page) => page.problems)),
      ...repeatedProblem(sofar.repeats),
    ],
    templates: [],
    stop,
    ...(lacksMethod ? { lacksMethod } : {}),
  });
  const cursors = new Set<string>();
  let cursor: string | undefined;
  while (pages.length < limits.listPages) {
    const params = cursor === undefined ? {} : { cursor };
    const [answer]: readonly PlannedReply[] = yield [{ method, params }] satisfies PlannedRequest[];
    if (answer === undefined) throw new Error('a plan got no reply');
    if (!answer.ok)
      return outcome(
        gaveNothing(answer.error, pages.length, sofar.index),
        pages.length === 0 && isUnknownMethod(answer.error),
      );
    const page = read(answer.value, sofar);
    pages.push(page);
    yield { page, read: sofar.index };
    const { nextCursor, stop } = page;
    if (stop !== undefined) return outcome(stop);
    if (nextCursor === undefined) return outcome(null);
    if (cursors.has(nextCursor)) return outcome(repeated(sofar.index));
    cursors.add(nextCursor);
    cursor = nextCursor;
    if (sofar.index >= limits.listEntries)
      return outcome(tooMany(limits.listEntries, 'entries', sofar.index));
  }
  return outcome(tooMany(limits.listPages, 'pages', sofar.index));
}

/**
 * Whether an answer says that the method doesn't exist: by its own code, or by the codes of servers
 * whose parser rejects unknown methods (the Python SDK's: -32602). Any other error means the method
 * exists.
 */
const isUnknownMethod = (error: PlannedFailure): boolean =>
  error.reason === 'error-response' && unknownMethod.has(error.code);
const unknownMethod: ReadonlySet<number> = new Set([-32_601, -32_602, -32_600]);

const gaveNothing = (failure: PlannedFailure, pages: number, arrived: number): Problem => {
  const { reason, words: message } = failure;
  const step = stepAfterRequest(failure);
  return reason === 'out-of-time'
    ? stopped('listing-limit', arrived, {
        ...{ message, ...step, expected: `${limits.listMs / 1_000} s` },
        actual: `${pages} pages so far`,
      })
    : stopped('listing-failed', arrived, {
        ...{ message, ...step, expected: 'a page of the listing', actual: reason },
      });
};

const repeated = (arrived: number): Problem =>
  stopped('listing-cursor-repeated', arrived, {
    message: 'The server gave the same cursor twice, so the listing would never end',
    turn: 'author',
    next: 'Every page except the last must return a new cursor.',
    expected: 'a new cursor',
    actual: 'a repeated cursor',
  });

const tooMany = (most: number, what: 'entries' | 'pages', arrived: number): Problem =>
  stopped('listing-limit', arrived, {
    message: `The listing has more than ${most} ${what}`,
    turn: 'author',
    next: `Skillgate doesn’t read past this limit. Send the listing in fewer ${what}.`,
    expected: `${most} ${what}`,
    actual: 'more',
  });

/** A listing that ends early after this many values; those remain valid. */
const stopped = (
  rule: Problem['rule'],
  arrived: number,
  { message, ...facts }: RequestAdvice & Pick<Problem, 'message' | 'expected' | 'actual'>,
): Problem => ({
  rule,
  message:
    arrived === 0 ? ended(message) : `${unended(message)}; the entries loaded so far are kept.`,
  ...facts,
  clause: 'Listing Skills',
});

const unended = (message: string): string => message.replace(/\.$/, '');
const ended = (message: string): string => `${unended(message)}.`;

const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [`${problem.rule} ${problem.field ?? ''}`, problem]),
  ).values(),
];

/**
 * Whether an entry repeats an earlier one unchanged, as when a server repeats a page; that's
 * unambiguous. The URI must be identical, because with two spellings nobody knows which is meant.
 * `resources` counts as a set: a server may list a folder's files in any order.
 */
export function isSameEntry(first: SkillEntry | null, again: SkillEntry | null): boolean {
  if (first === null || again === null || first.uri !== again.uri) return false;
  if (first.dialect !== again.dialect) return false;
  try {
    return textOf(first.raw) === textOf(again.raw);
  } catch {
    return false;
  }
}

function textOf(raw: unknown): string {
  if (!isRecord(raw) || !Array.isArray(raw['resources'])) return canonicalJson(raw);
  const files = (raw['resources'] as readonly unknown[]).map((file) => canonicalJson(file));
  return canonicalJson({ ...raw, resources: files.toSorted() });
}

/** Reported once for a listing that repeats entries. */
export function repeatedProblem(repeats: number): Problem[] {
  if (repeats === 0) return [];
  const times = repeats === 1 ? 'One entry appeared' : `${grouped(repeats)} entries appeared`;
  return [
    problem(
      'uri-repeated',
      `${times} more than once, unchanged. Skillgate keeps each skill once.`,
      {
        expected: 'each skill once',
        clause: 'Listing Skills',
      },
    ),
  ];
}

/**
 * Two entries for one URI, or for two URIs that a person could confuse, that differ: nobody can
 * tell which the server means, and it controls their order. Every copy is refused.
 */
export function duplicateProblem(uri: string): Problem {
  return problem(
    'uri-duplicate',
    'The listing has more than one entry for this URI, ' +
      'or for one that differs only in case, encoding or invisible characters.',
    {
      field: 'uri',
      expected: 'one entry per skill',
      actual: uri,
      clause: 'Skill URIs',
    },
  );
}

/**
 * The entries of a whole listing. A later page can repeat an earlier URI, so the first copies can
 * only be refused here. `sofar` is the state that every page was read with; this also works for a
 * listing that ended early.
 */
export function finishListing(
  pages: readonly PageRead[],
  sofar: PagesSoFar,
): { readonly entries: readonly SkillEntry[]; readonly refused: readonly RefusedEntry[] } {
  const entries: SkillEntry[] = [];
  const refused: RefusedEntry[] = [];
  const differs = sofar.differ.size > 0;
  for (const page of pages) {
    refused.push(...page.refused);
    if (!differs) {
      for (const entry of page.entries) entries.push(entry);
      continue;
    }
    page.entries.forEach((entry, at) => {
      if (!sofar.differ.has(twinKey(entry.uri))) entries.push(entry);
      else
        refused.push({
          server: entry.server,
          index: page.positions[at] ?? -1,
          uri: entry.uri,
          name: entry.name,
          problem: duplicateProblem(entry.uri),
          others: [],
          dialect: entry.dialect,
        });
    });
  }
  refused.sort((a, b) => a.index - b.index);
  return { entries, refused };
}

/** What a page needs to know about its listing; reading a page advances it. */
export interface PagesSoFar {
  /** Entries on the pages before this one. */
  index: number;
  /** The first entry of each URI, by `twinKey`; null if it was refused. */
  readonly seen: Map<string, SkillEntry | null>;
  /** URIs, by `twinKey`, that had copies which differ. */
  readonly differ: Set<string>;
  /** How many entries repeated an earlier one unchanged. */
  repeats: number;
}

export interface PageRead extends ListPage {
  /** Position of each of `entries` in the whole listing. */
  readonly positions: readonly number[];
  readonly nextCursor?: string;
  /** Problems of the page itself. The entries still count. */
  readonly problems: readonly Problem[];
  /** Why the listing ends here although it has more that can't be read. */
  readonly stop?: Problem;
}
