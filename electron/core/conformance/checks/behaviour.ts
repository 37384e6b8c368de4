import { sha256 } from '../../digest.ts';
import { own } from '../../json.ts';
import { fileBytes } from '../../verification/contents.ts';
import { describe } from '../../problem.ts';
import {
  codeOf,
  failureOf,
  looked,
  skipped,
  type ConformanceCheck,
  type RuleFault,
} from '../check.ts';
import { noEntries, notDeclared, servedIn } from '../served-entry.ts';
import {
  greetingOf,
  isModern,
  resultOf,
  type CheckExchange,
  type ListPages,
  type CheckTranscript,
} from '../transcript.ts';
import { invalidParams } from './getting.ts';

/** Of the base protocol before revision 2026-07-28. */
const notFound = -32_002;

/** How a server behaves beside what single answers say. */
export const behaviourChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/declared',
    clause: 'Capability Negotiation',
    level: 'MUST',
    words: 'The server declares the extension: other clients ask no other server for skills.',
    mend: 'Declare capabilities.extensions["io.modelcontextprotocol/skills"] as {}.',
    look(seen) {
      const why = notDeclared(seen);
      return looked(
        why === null
          ? []
          : [
              {
                subject: 'capabilities.extensions',
                said: why,
                from: greetingOf(seen),
                mend: 'If it is to serve skills, declare capabilities.extensions["io.modelcontextprotocol/skills"] as {} and answer skills/list and skills/get; of a server without skills there is nothing to check.',
              },
            ],
      );
    },
  },
  {
    id: 'skillgate/listing-shape',
    clause: 'Listing Skills',
    level: 'MUST',
    words: 'skills is an array on every page, and a nextCursor is a text.',
    mend: 'Answer {"skills": […]}, with an empty array where there are none.',
    look(seen) {
      const pages = seen.listing.exchanges.filter(({ reply }) => reply.ok);
      if (pages.length === 0) return skipped('skills/list gave no listing.');
      const faults = pages.flatMap((from): RuleFault[] => {
        const { skills, nextCursor } = resultOf(from);
        const fault = (said: string): RuleFault => ({ subject: 'skills/list', said, from });
        return [
          ...(Array.isArray(skills) ? [] : [fault(`skills is ${describe(skills)}`)]),
          ...(nextCursor === undefined || typeof nextCursor === 'string'
            ? []
            : [fault(`nextCursor is ${describe(nextCursor)}`)]),
        ];
      });
      return looked(faults, pages[0] ?? null);
    },
  },
  {
    id: 'skillgate/error-codes',
    clause: 'Error Handling',
    level: 'MUST',
    words: 'Asking for a file, folder or skill that is not served is answered with error -32602.',
    mend: 'Answer with the JSON-RPC error -32602 (Invalid params).',
    look(seen) {
      // Beside listed skills the suite's own check looks at skills/get; without any, nobody else does.
      const { gotUnknown } = seen;
      const unserved = [
        ...seen.deeper.unserved,
        ...(gotUnknown !== null && noEntries(seen) !== null ? [gotUnknown] : []),
      ];
      if (unserved.length === 0) return skipped('Nothing is listed beside which to ask.');
      const isRight = (from: CheckExchange): boolean =>
        codeOf(from) === invalidParams ||
        // Older revisions have a code of their own for resources.
        (!isModern(seen) && from.method === 'resources/read' && codeOf(from) === notFound);
      return looked(
        unserved
          .filter((from) => !isRight(from))
          .map((from) => ({
            subject: String(from.params['uri']),
            said: `${from.method} ${failureOf(from)}`,
            from,
          })),
        unserved[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/steady-listing',
    clause: 'Listing Skills',
    level: 'SHOULD',
    words: 'The first listing after the start has what a later one has.',
    mend: 'Answer skills/list when everything is loaded.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      const again = seen.again?.pages;
      if (seen.listing.end !== 'whole' || again === undefined)
        return skipped('The listing could not be read whole.');
      if (again.end !== 'whole') {
        const from = again.exchanges.at(-1) ?? null;
        return looked([
          {
            subject: 'skills/list',
            said:
              again.end === 'failed'
                ? `asked again, it ${failureOf(from)}`
                : 'asked again, it has no end',
            from,
          },
        ]);
      }
      return looked(changesIn(seen, again), again.exchanges[0] ?? null);
    },
  },
  {
    id: 'skillgate/ttl-kept',
    clause: 'Listing Skills',
    level: 'SHOULD',
    words: 'A listing stays what it is for its ttlMs.',
    mend: 'Take a ttlMs that the content keeps, 0 when in doubt, or tell of changes.',
    look(seen) {
      const ttl = own(resultOf(seen.listing.exchanges[0]), 'ttlMs');
      if (typeof ttl !== 'number' || !(ttl > 0))
        return skipped('The listing is not said to stay fresh.');
      if (seen.listing.end !== 'whole' || seen.again?.pages.end !== 'whole')
        return skipped('The listing could not be read whole twice.');
      const { pages, afterMs } = seen.again;
      if (afterMs > ttl) return skipped('The run took longer than ttlMs.');
      const before = `ttlMs is ${ttl}, and after ${(afterMs / 1_000).toFixed(1)} s `;
      return looked(changesIn(seen, pages, before), pages.exchanges[0] ?? null);
    },
  },
  {
    id: 'skillgate/reads-at-once',
    clause: 'Reading Skill Content',
    level: 'MUST',
    words: 'Sixteen reads at once are each answered as one by itself is.',
    mend: 'Keep what belongs to one request out of what requests share.',
    look({ deeper: { atOnce, files } }) {
      if (atOnce.length === 0) return skipped('No file could be read.');
      const expected = new Map(files.map(({ uri, actual }) => [uri, actual]));
      return looked(
        atOnce.flatMap((from): RuleFault[] => {
          const uri = String(from.params['uri']);
          if (!from.reply.ok) return [{ subject: uri, said: `it ${failureOf(from)}`, from }];
          const content = fileBytes(from.reply.value, uri);
          const isSame = content.ok && sha256(content.value.bytes) === expected.get(uri);
          return isSame ? [] : [{ subject: uri, said: 'the content is another one', from }];
        }),
        atOnce[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/stdout-noise',
    clause: 'Protocol Revision',
    level: 'MUST',
    words: 'Over stdio nothing but messages is written to standard output.',
    mend: 'Write logs to standard error.',
    look({ noise }) {
      if (noise === null) return skipped('The server is not reached over stdio.');
      return looked(
        noise.lines === 0
          ? []
          : [
              {
                subject: 'stdout',
                said: `${noise.lines === 1 ? 'one line is no message' : `${noise.lines} lines are no messages, the first`}: ${JSON.stringify(noise.first)}`,
                part: noise.first,
              },
            ],
      );
    },
  },
];

/** What another listing has otherwise; `when` begins what is said of each. */
function changesIn(
  seen: Pick<CheckTranscript, 'listing'>,
  again: ListPages,
  when = '',
): RuleFault[] {
  const before = textsOf(seen);
  const after = textsOf({ listing: again });
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((subject): RuleFault[] => {
    const [one, two] = [before.get(subject), after.get(subject)];
    if (one === two) return [];
    const said =
      one === undefined
        ? 'the first listing lacks it'
        : two === undefined
          ? 'a later listing lacks it'
          : 'its entry changed during the run';
    return [{ subject, said: `${when}${said}`, from: again.exchanges[0] }];
  });
}

const textsOf = (seen: Pick<CheckTranscript, 'listing'>): Map<string, string> =>
  new Map(servedIn(seen).map(({ label, value }) => [label, JSON.stringify(value)]));
