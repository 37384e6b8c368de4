import type { Problem } from '../../../../shared/model/problem.ts';
import { limits } from '../../limits.ts';
import { stepAfterRequest, type RequestAdvice } from '../../request-advice.ts';
import type { DialectListing, ListingPlan } from '../dialect.ts';
import type { PlannedFailure, PlannedReply, PlannedRequest } from '../plan.ts';
import { finishListing, repeatedProblem } from './copies.ts';
import type { PageRead, PagesSoFar } from './page.ts';

export type { PageRead, PagesSoFar } from './page.ts';

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
