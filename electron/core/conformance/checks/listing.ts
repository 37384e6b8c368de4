import { counted } from '../../../../shared/count-text.ts';
import { own } from '../../json.ts';
import { failureOf, looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { notDeclared, servedIn } from '../served-entry.ts';
import { isModern, resultOf, type CheckExchange, type CheckTranscript } from '../transcript.ts';

const clause = 'Listing Skills';

/** Why the listing can't be checked; null if it can. */
function noListing(seen: CheckTranscript): string | null {
  return (
    notDeclared(seen) ?? (seen.listing.end === 'failed' ? 'skills/list returned no listing.' : null)
  );
}

/** A fault if one result lacks `ttlMs` or `cacheScope`. */
export function missingCaching(exchange: CheckExchange | undefined): RuleFault[] {
  const result = resultOf(exchange);
  const missing = ['ttlMs', 'cacheScope'].filter((key) => own(result, key) === undefined);
  if (missing.length === 0 || exchange === undefined) return [];
  return [
    {
      subject: exchange.method,
      said: `the result has no ${missing.join(' and no ')}`,
      from: exchange,
    },
  ];
}

/** Checks of the listing itself. */
export const listingChecks: readonly ConformanceCheck[] = [
  {
    id: 'sep-2640-skills-list-implemented',
    clause,
    level: 'MUST',
    words: 'skills/list is implemented and returns the skills that the server serves.',
    fix: 'Register a handler for skills/list that returns {"skills": […]}.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      const last = seen.listing.exchanges.at(-1);
      return looked(
        seen.listing.end === 'failed'
          ? [{ subject: 'skills/list', said: `it ${failureOf(last)}`, from: last }]
          : [],
        seen.listing.exchanges[0] ?? null,
      );
    },
  },
  {
    id: 'sep-2640-skills-list-pagination',
    clause,
    level: 'MUST',
    words: 'A nextCursor leads to the next page; the last page has none.',
    fix: 'Return the page that the cursor stands for, and leave nextCursor out of the last page.',
    look(seen) {
      const why = noListing(seen);
      if (why !== null) return skipped(why);
      const { exchanges, end } = seen.listing;
      const last = exchanges.at(-1);
      return looked(
        end === 'endless'
          ? [
              {
                subject: 'skills/list',
                said: `it didn't end within ${counted(exchanges.length, 'page')}`,
                from: last,
                part: own(resultOf(last), 'nextCursor'),
              },
            ]
          : [],
        exchanges[0] ?? null,
      );
    },
  },
  {
    id: 'sep-2640-skills-list-entry-atomic',
    clause,
    level: 'MUST',
    words: 'Each entry is on one page; its resources are never split across pages.',
    fix: 'Return each skill once with all its resources, and break pages between skills.',
    look(seen) {
      const why = noListing(seen);
      if (why !== null) return skipped(why);
      const first = new Map<string, CheckExchange>();
      const faults = new Map<string, RuleFault>();
      for (const { uri, from, value } of servedIn(seen)) {
        if (uri === undefined) continue;
        const before = first.get(uri) ?? from;
        first.set(uri, before);
        if (before !== from)
          faults.set(uri, {
            subject: uri,
            said: `it's on the pages of requests ${before.at} and ${from.at}`,
            from,
            part: value,
          });
      }
      return looked([...faults.values()], seen.listing.exchanges[0] ?? null);
    },
  },
  {
    id: 'sep-2640-skills-list-cache-attributes',
    clause,
    level: 'MUST',
    words: 'From revision 2026-07-28 on, the result of skills/list has ttlMs and cacheScope.',
    fix: 'Add ttlMs (0 when in doubt) and cacheScope ("private" when in doubt) to the result.',
    look(seen) {
      const why = noListing(seen);
      if (why !== null) return skipped(why);
      if (!isModern(seen)) return skipped('Revision 2026-07-28 added these fields.');
      const [page] = seen.listing.exchanges;
      return looked(missingCaching(page), page ?? null);
    },
  },
];
