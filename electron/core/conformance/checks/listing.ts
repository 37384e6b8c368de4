import { counted } from '../../../../shared/size-text.ts';
import { own, isRecord } from '../../json.ts';
import {
  failureOf,
  looked,
  skipped,
  type ConformanceCheck,
  type RuleFault,
  codeOf,
  type CheckLook,
} from '../check.ts';
import { notDeclared, servedIn, noEntries, skillIn } from '../served-entry.ts';
import { isModern, resultOf, type CheckExchange, type CheckTranscript } from '../transcript.ts';
import { describe } from '../../problem.ts';

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

const gettingClause = 'Getting a Skill';

/** A rule about the answer to `skills/get` for a listed skill. */
function overGot(
  look: (got: CheckExchange, seen: CheckTranscript) => CheckLook,
): ConformanceCheck['look'] {
  return (seen) => {
    const why = noEntries(seen);
    if (why !== null) return skipped(why);
    if (seen.got === null) return skipped('No listed entry has a URI.');
    return look(seen.got, seen);
  };
}
const overAnswer = (
  look: (got: CheckExchange, seen: CheckTranscript) => CheckLook,
): ConformanceCheck['look'] =>
  overGot((got, seen) =>
    got.reply.ok ? look(got, seen) : skipped('skills/get returned no entry.'),
  );

/** Invalid params: the base protocol's code for something that is not served. */
export const invalidParams = -32_602;

function shapeFaults(got: CheckExchange): RuleFault[] {
  const skill = skillIn(got);
  const fault = (said: string): RuleFault => ({
    subject: String(got.params['uri']),
    said,
    from: got,
    part: skill,
  });
  if (!isRecord(skill)) return [fault(`skill is ${describe(skill)}`)];
  const faults: RuleFault[] = [];
  if (own(skill, 'uri') !== got.params['uri'])
    faults.push(fault(`skill.uri is ${describe(own(skill, 'uri'))}`));
  if (!isRecord(own(skill, 'frontmatter')))
    faults.push(fault(`skill.frontmatter is ${describe(own(skill, 'frontmatter'))}`));
  const resources = own(skill, 'resources');
  if (resources !== 'dynamic' && !Array.isArray(resources))
    faults.push(fault(`skill.resources is ${describe(resources)}`));
  return faults;
}

/** Checks of `skills/get`. */
export const gettingChecks: readonly ConformanceCheck[] = [
  {
    id: 'sep-2640-skills-get-implemented',
    clause: gettingClause,
    level: 'MUST',
    words: 'skills/get is implemented and returns a skill that the server lists.',
    fix: 'Register a handler for skills/get that returns {"skill": …} for every skill.',
    look: overGot((got) =>
      looked(
        got.reply.ok
          ? []
          : [{ subject: String(got.params['uri']), said: `it ${failureOf(got)}`, from: got }],
        got,
      ),
    ),
  },
  {
    id: 'sep-2640-skills-get-entry-shape',
    clause: gettingClause,
    level: 'MUST',
    words: 'skill is an entry like those in skills/list, with the requested URI.',
    fix: 'Return the same object that skills/list has for this URI.',
    look: overAnswer((got) => looked(shapeFaults(got), got)),
  },
  {
    id: 'sep-2640-skills-get-cache-attributes',
    clause: gettingClause,
    level: 'MUST',
    words: 'From revision 2026-07-28 on, the result of skills/get has ttlMs and cacheScope.',
    fix: 'Add ttlMs (0 when in doubt) and cacheScope ("private" when in doubt) to the result.',
    look: overAnswer((got, seen) =>
      isModern(seen)
        ? looked(missingCaching(got), got)
        : skipped('Revision 2026-07-28 added these fields.'),
    ),
  },
  {
    id: 'sep-2640-skills-get-no-cursor',
    clause: gettingClause,
    level: 'MUST',
    words: 'The result of skills/get has no cursor: it is one entry.',
    fix: 'Leave nextCursor out of the result of skills/get.',
    look: overAnswer((got) => {
      const cursor = own(resultOf(got), 'nextCursor');
      return looked(
        cursor === undefined
          ? []
          : [
              {
                subject: String(got.params['uri']),
                said: `nextCursor is ${describe(cursor)}`,
                from: got,
                part: cursor,
              },
            ],
        got,
      );
    }),
  },
  {
    id: 'sep-2640-skills-get-unknown-uri-invalid-params',
    clause: gettingClause,
    level: 'MUST',
    words: 'skills/get returns error -32602 for a URI that is not a served skill.',
    fix: 'Return the JSON-RPC error -32602 (Invalid params).',
    look: overAnswer((_, { gotUnknown }) => {
      if (gotUnknown === null) return skipped("The request wasn't sent.");
      return looked(
        codeOf(gotUnknown) === invalidParams
          ? []
          : [
              {
                subject: String(gotUnknown.params['uri']),
                said: `it ${failureOf(gotUnknown)}`,
                from: gotUnknown,
              },
            ],
        gotUnknown,
      );
    }),
  },
];
