import { own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import { isModern, resultOf, type CheckExchange, type CheckTranscript } from '../transcript.ts';
import { missingCaching } from './listing.ts';

const scopes: readonly unknown[] = ['public', 'private'];

/** `skills/get` of every skill but the first listed one, which the suite's own checks cover. */
function otherGets({ got, deeper }: CheckTranscript): CheckExchange[] {
  const first = got?.params['uri'];
  return [...deeper.gets.map(({ from }) => from), ...deeper.elsewhere].filter(
    ({ params }) => params['uri'] !== first,
  );
}

const withResult = (exchanges: readonly (CheckExchange | null)[]): CheckExchange[] =>
  exchanges.filter((one): one is CheckExchange => one?.reply.ok === true);

/** Results of the extension's own methods: every page, every skill and every folder. */
function answersOf(seen: CheckTranscript): CheckExchange[] {
  const { listing, got, directory, withFolders, deeper } = seen;
  const folders = [directory, withFolders, ...deeper.folders].flatMap(
    (folder) => folder?.pages.exchanges ?? [],
  );
  return withResult([...listing.exchanges, got, ...otherGets(seen), ...folders]);
}

/**
 * Results of the base protocol's methods: pages of `resources/list` and the few reads that are
 * kept.
 */
const resourcesOf = ({ resources, main, manifest, deeper }: CheckTranscript): CheckExchange[] =>
  withResult([...resources.exchanges, main, manifest?.read ?? null, ...deeper.atOnce]);

/** Checks of the fields around the content of results, whichever skill they are about. */
export const answerChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/result-type',
    clause: 'Listing Skills',
    level: 'MUST',
    words: 'From revision 2026-07-28 on, every result has the resultType "complete".',
    fix: 'Add "resultType": "complete" to the result.',
    look(seen) {
      if (!isModern(seen)) return skipped('Revision 2026-07-28 added this field.');
      const answers = [...answersOf(seen), ...resourcesOf(seen)];
      if (answers.length === 0) return skipped('No method returned a result.');
      return looked(
        perMethod(answers, (from) => {
          const type = own(resultOf(from), 'resultType');
          return type === 'complete' ? null : `resultType is ${describe(type)}`;
        }),
        answers[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/cache-values',
    clause: 'Listing Skills',
    level: 'MUST',
    words: 'ttlMs is a number of milliseconds, 0 or more; cacheScope is "public" or "private".',
    fix: 'Set ttlMs to a whole number and cacheScope to "public" or "private".',
    look(seen) {
      const answers = [
        ...answersOf(seen).filter(({ method }) => method.startsWith('skills/')),
        ...resourcesOf(seen),
      ];
      if (answers.length === 0) return skipped('No method returned a result.');
      return looked(
        perMethod(answers, (from) => {
          const { ttlMs, cacheScope } = resultOf(from);
          if (ttlMs !== undefined && !(Number.isInteger(ttlMs) && Number(ttlMs) >= 0))
            return `ttlMs is ${describe(ttlMs)}`;
          return cacheScope === undefined || scopes.includes(cacheScope)
            ? null
            : `cacheScope is ${describe(cacheScope)}`;
        }),
        answers[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/cache-attributes',
    clause: 'Getting a Skill',
    level: 'MUST',
    words:
      'From revision 2026-07-28 on, later pages, results for every other skill, listed or not, ' +
      'and results of resources/list and resources/read have ttlMs and cacheScope too.',
    fix:
      'Add ttlMs (0 when in doubt) and cacheScope ("private" when in doubt) ' +
      'to every result of the method.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      if (!isModern(seen)) return skipped('Revision 2026-07-28 added these fields.');
      const [, ...pages] = seen.listing.exchanges;
      const answers = [...withResult([...pages, ...otherGets(seen)]), ...resourcesOf(seen)];
      if (answers.length === 0)
        return skipped('The server returned no other page, skill or resource.');
      return looked(
        perMethod(answers, (from) => missingCaching(from)[0]?.said ?? null),
        answers[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/get-no-cursor',
    clause: 'Getting a Skill',
    level: 'MUST',
    words: 'The result of skills/get has no cursor for any other skill either, listed or not.',
    fix: 'Leave nextCursor out of the result of skills/get.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      const answers = withResult(otherGets(seen));
      if (answers.length === 0) return skipped('skills/get returned no other skill.');
      const faults = answers.flatMap((from): RuleFault[] => {
        const part = own(resultOf(from), 'nextCursor');
        return part === undefined
          ? []
          : [
              {
                subject: String(from.params['uri']),
                said: `nextCursor is ${describe(part)}`,
                from,
                part,
              },
            ];
      });
      return looked(faults, answers[0] ?? null);
    },
  },
];

/** The first result of each method that breaks a rule. */
function perMethod(
  answers: readonly CheckExchange[],
  broken: (answer: CheckExchange) => string | null,
): RuleFault[] {
  const faults = new Map<string, RuleFault>();
  for (const from of answers) {
    if (faults.has(from.method)) continue;
    const said = broken(from);
    if (said !== null) faults.set(from.method, { subject: from.method, said, from });
  }
  return [...faults.values()];
}
