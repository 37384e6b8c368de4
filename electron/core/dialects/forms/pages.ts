import type { Problem } from '../../../../shared/model/problem.ts';
import { limits } from '../../limits.ts';
import type { Listed, Listing } from '../dialect.ts';
import type { PlannedFailure, PlannedReply, PlannedRequest } from '../plan.ts';
import { finishListing, repeatedProblem } from './copies.ts';
import type { PageRead, PagesSoFar } from './page.ts';

export type { PageRead, PagesSoFar } from './page.ts';

/**
 * A listing that comes in pages: asks for one after another, and tells each as it arrives. Copies
 * that came twice are refused at the end. The server decides how many pages there are, so it ends
 * early at a cursor that was there before and at the limits of pages and entries.
 */
export function* inPages<S extends PagesSoFar>(
  method: string,
  sofar: S,
  read: (result: unknown, sofar: S) => PageRead,
): Listing {
  const pages: PageRead[] = [];
  const ended = (stop: Problem | null, lacksMethod = false): Listed => ({
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
      return ended(
        gaveNothing(answer.error, pages.length),
        pages.length === 0 && isUnknownMethod(answer.error),
      );
    const page = read(answer.value, sofar);
    pages.push(page);
    yield { page, read: sofar.index };
    const { nextCursor } = page;
    if (nextCursor === undefined) return ended(null);
    if (cursors.has(nextCursor)) return ended(repeated);
    cursors.add(nextCursor);
    cursor = nextCursor;
    if (sofar.index >= limits.listEntries) return ended(tooMany(limits.listEntries, 'entries'));
  }
  return ended(tooMany(limits.listPages, 'pages'));
}

/**
 * Whether an answer says that there is no such method: by its own code, or by those that servers give
 * whose parser knows no other methods (the Python SDK's: -32602). Any other error is of a method that
 * is there.
 */
const isUnknownMethod = (error: PlannedFailure): boolean =>
  error.reason === 'error-response' && unknownMethod.has(error.code);
const unknownMethod: ReadonlySet<number> = new Set([-32_601, -32_602, -32_600]);

const gaveNothing = ({ reason, words }: PlannedFailure, pages: number): Problem =>
  reason === 'out-of-time'
    ? stopped('listing-limit', words, `${limits.listMs / 1_000} s`, `${pages} pages so far`)
    : stopped('listing-failed', words, 'a page of the listing', reason);

const repeated = stopped(
  'listing-cursor-repeated',
  'The server gave the same cursor twice, so the listing would never end',
  'a new cursor',
  'a repeated cursor',
);

const tooMany = (most: number, what: 'entries' | 'pages'): Problem =>
  stopped('listing-limit', `The listing has more than ${most} ${what}`, `${most} ${what}`, 'more');

function stopped(
  rule: Problem['rule'],
  message: string,
  expected: string,
  actual: string,
): Problem {
  return {
    rule,
    message: `${message.replace(/\.$/, '')}; what arrived before is kept.`,
    expected,
    actual,
    clause: 'Listing Skills',
  };
}

const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [`${problem.rule} ${problem.field ?? ''}`, problem]),
  ).values(),
];
