import { sha256 } from '../../digest.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
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
import { isGenerated, listedDigest, noEntries, notDeclared, servedIn } from '../served-entry.ts';
import {
  greetingOf,
  isModern,
  resultOf,
  type CheckExchange,
  type ListPages,
  type CheckTranscript,
} from '../transcript.ts';
import { invalidParams } from './listing.ts';

/** Where a server declares skills, if not where the extension says; null if nowhere. */
function declaredInstead(capabilities: CheckTranscript['capabilities']): string | null {
  for (const [path, value] of [
    ['capabilities.extensions', own(capabilities, 'extensions')],
    ['capabilities.experimental', own(capabilities, 'experimental')],
    ['capabilities', capabilities],
  ] as const) {
    const names = isRecord(value) ? Object.keys(value).slice(0, 100) : [];
    const name = names.find((one) => /(?:^|[./:_-])skills$/i.test(one));
    if (name !== undefined) return `${path}[${JSON.stringify(name)}]`;
  }
  return null;
}

/** The base protocol's code before revision 2026-07-28. */
const notFound = -32_002;

/** Checks of a server's behavior beyond single answers. */
export const behaviourChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/declared',
    clause: 'Capability Negotiation',
    level: 'MUST',
    words: 'The server declares the extension. Clients ask for skills only if it does.',
    fix: 'Declare capabilities.extensions["io.modelcontextprotocol/skills"] as {}.',
    look(seen) {
      const why = notDeclared(seen);
      const { undeclared } = seen;
      const skills = own(resultOf(undeclared), 'skills');
      const works = Array.isArray(skills);
      // Entries without a URI are those of SEP-2076, which has a capability of its own.
      const instead =
        works && skills.some((one: unknown) => isRecord(one) && own(one, 'uri') !== undefined)
          ? declaredInstead(seen.capabilities)
          : null;
      if (why !== null && instead !== null)
        return looked([
          {
            subject: instead,
            said: "skills are declared here, where clients don't look for them",
            from: greetingOf(seen),
            part: seen.capabilities,
          },
        ]);
      if (why !== null && works)
        return looked([
          {
            subject: 'capabilities.extensions',
            said: "skills/list returns skills, but the server doesn't declare the extension",
            from: undeclared,
          },
        ]);
      if (why === null) return looked([]);
      // No rule says that a server has skills.
      return {
        ...looked([
          {
            subject: 'capabilities.extensions',
            said: why,
            from: greetingOf(seen),
            fix:
              'To serve skills, ' +
              'declare capabilities.extensions["io.modelcontextprotocol/skills"] as {} and ' +
              'answer skills/list and skills/get. A server without skills has nothing to check.',
          },
        ]),
        isAdvice: true,
      };
    },
  },
  {
    id: 'skillgate/listing-shape',
    clause: 'Listing Skills',
    level: 'MUST',
    words: 'On every page, skills is an array and nextCursor, if present, is a string.',
    fix: 'Return {"skills": […]}, with an empty array if there are no skills.',
    look(seen) {
      const pages = seen.listing.exchanges.filter(({ reply }) => reply.ok);
      if (pages.length === 0) return skipped('skills/list returned no listing.');
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
    words: 'A request for a file, folder or skill that is not served returns error -32602.',
    fix: 'Return the JSON-RPC error -32602 (Invalid params).',
    look(seen) {
      // The suite's own check covers skills/get only if skills are listed.
      const { gotUnknown } = seen;
      const unserved = [
        ...seen.deeper.unserved,
        ...(gotUnknown !== null && noEntries(seen) !== null ? [gotUnknown] : []),
      ];
      if (unserved.length === 0) return skipped('Without a listing, there is nothing to ask for.');
      const isRight = (from: CheckExchange): boolean =>
        codeOf(from) === invalidParams ||
        // Older revisions have their own code for resources.
        (!isModern(seen) && from.method === 'resources/read' && codeOf(from) === notFound);
      const main = seen.deeper.files.find(({ isMain }) => isMain);
      const climbed = seen.deeper.climbing.filter(
        (from) => main !== undefined && digestIn(from) === main.actual,
      );
      return looked(
        [
          ...unserved
            .filter((from) => !isRight(from))
            .map((from) => ({
              subject: String(from.params['uri']),
              said: `${from.method} ${failureOf(from)}`,
              from,
            })),
          ...climbed.map((from) => ({
            subject: String(from.params['uri']),
            said: `resources/read followed the .. in this URI, to ${main?.uri ?? ''}`,
            from,
            fix:
              'Serve only the URIs that you list, or refuse those with .. ' +
              'in them. Unless the server checks where such a path ends, ' +
              'it leads to any file that the server can read.',
          })),
        ],
        unserved[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/steady-listing',
    clause: 'Listing Skills',
    level: 'SHOULD',
    words: 'The first listing after startup is the same as a later one.',
    fix: 'Answer skills/list only after everything has loaded.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      if (seen.again === 'later') return skipped(notYet);
      const again = seen.again?.pages;
      if (seen.listing.end !== 'whole' || again === undefined)
        return skipped("Couldn't read the whole listing.");
      if (again.end !== 'whole') {
        const from = again.exchanges.at(-1) ?? null;
        return looked([
          {
            subject: 'skills/list',
            said:
              again.end === 'failed'
                ? `when asked again, it ${failureOf(from)}`
                : 'when asked again, it never ends',
            from,
          },
        ]);
      }
      return looked(changesIn(seen, again), again.exchanges[0] ?? null);
    },
  },
  {
    id: 'skillgate/steady-content',
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'A file that is read again after the second listing still matches what is listed.',
    fix:
      'Serve the final content from the first response, ' +
      'and update the listed digests when files change.',
    look(seen) {
      const why = noEntries(seen);
      if (why !== null) return skipped(why);
      if (seen.again === 'later') return skipped(notYet);
      const reads = seen.again?.reads ?? [];
      if (reads.length === 0) return skipped('There was no file to read again.');
      const faults = reads.flatMap(({ first, from, actual }): RuleFault[] => {
        const { uri, skill } = first;
        const fault = (said: string): RuleFault[] => [{ subject: uri, said, from }];
        if (!from.reply.ok) return fault(`when read again, it ${failureOf(from)}`);
        if (actual === null) return fault('when read again, it has no content');
        if (actual === first.actual || actual === listedDigest(seen, skill, uri)) return [];
        const isNew = isGenerated(first, seen);
        const said = `it had ${first.actual}; when read again, it has ${actual}`;
        return isNew
          ? [{ subject: uri, said: `${said}. Neither is listed`, from, fix: generated }]
          : fault(said);
      });
      return looked(faults, reads[0]?.from ?? null);
    },
  },
  {
    id: 'skillgate/read-time',
    clause: 'Reading Skill Content',
    level: 'SHOULD',
    words: `Each file is read within ${limits.slowReadMs / 1_000} seconds.`,
    fix: 'Prepare the file once instead of for each read.',
    look({ deeper: { files }, tookMs }) {
      const read = files.filter(({ from, problem }) => problem === null && tookMs.has(from.at));
      if (read.length === 0) return skipped('There was no file to check.');
      const slow = read.flatMap(({ uri, from }): RuleFault[] => {
        const took = tookMs.get(from.at) ?? 0;
        if (took <= limits.slowReadMs) return [];
        return [{ subject: uri, said: `it took ${(took / 1_000).toFixed(1)} s`, from }];
      });
      return looked(slow, read[0]?.from ?? null);
    },
  },
  {
    id: 'skillgate/ttl-kept',
    clause: 'Listing Skills',
    level: 'SHOULD',
    words: 'A listing stays the same for its ttlMs.',
    fix:
      'Set a ttlMs during which the content stays the same (0 when in doubt), ' +
      'or notify clients of changes.',
    look(seen) {
      const ttl = own(resultOf(seen.listing.exchanges[0]), 'ttlMs');
      if (typeof ttl !== 'number' || !(ttl > 0))
        return skipped('The listing has no ttlMs above 0.');
      if (seen.again === 'later') return skipped(notYet);
      if (seen.listing.end !== 'whole' || seen.again?.pages.end !== 'whole')
        return skipped("Couldn't read the whole listing twice.");
      const { pages, afterMs } = seen.again;
      if (afterMs > ttl) return skipped('The run took longer than ttlMs.');
      const before = `ttlMs is ${ttl}, but after ${(afterMs / 1_000).toFixed(1)} s `;
      return looked(changesIn(seen, pages, before), pages.exchanges[0] ?? null);
    },
  },
  {
    id: 'skillgate/reads-at-once',
    clause: 'Reading Skill Content',
    level: 'MUST',
    words: 'Sixteen simultaneous reads each return the same content as a single read.',
    fix: "Don't keep the state of one request where others share it.",
    look(seen) {
      const { atOnce, files } = seen.deeper;
      const { again } = seen;
      if (atOnce.length === 0) return skipped("Couldn't read any file.");
      const expected = new Map(files.map(({ uri, actual }) => [uri, actual]));
      const reads = again === null || again === 'later' ? [] : again.reads;
      const changed = new Map(reads.map(({ first, actual }) => [first.uri, actual]));
      const later = (uri: string): string | null => changed.get(uri) ?? null;
      const isNew = new Set(files.flatMap((file) => (isGenerated(file, seen) ? [file.uri] : [])));
      return looked(
        atOnce.flatMap((from): RuleFault[] => {
          const uri = String(from.params['uri']);
          if (!from.reply.ok) return [{ subject: uri, said: `it ${failureOf(from)}`, from }];
          const content = fileBytes(from.reply.value, uri);
          const actual = content.ok ? sha256(content.value.bytes) : null;
          // A file that has this content from now on has changed, and skillgate/steady-content
          // looks at it.
          const isSame =
            actual !== null &&
            (isNew.has(uri) || actual === expected.get(uri) || actual === later(uri));
          return isSame ? [] : [{ subject: uri, said: 'the content is different', from }];
        }),
        atOnce[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/answer-ids',
    clause: 'Protocol Revision',
    level: 'MUST',
    words: 'Every answer has the id of its request, as it was sent.',
    fix: 'Repeat the id of the request as it came: a number stays a number.',
    look: ({ textId }) =>
      looked(
        textId === null
          ? []
          : [
              {
                subject: 'id',
                said: `an answer has the text ${textId} for a number`,
                part: textId,
              },
            ],
      ),
  },
  {
    id: 'skillgate/stdout-noise',
    clause: 'Protocol Revision',
    level: 'MUST',
    words: 'Over stdio, the server writes only messages to standard output.',
    fix: 'Write logs to standard error.',
    look({ noise }) {
      if (noise === null) return skipped("The server isn't connected over stdio.");
      return looked(
        noise.lines === 0
          ? []
          : [
              {
                subject: 'stdout',
                said:
                  (noise.lines === 1
                    ? "1 line isn't a message"
                    : `${noise.lines} lines aren't messages; the first`) +
                  `: ${JSON.stringify(noise.first)}`,
                part: noise.first,
              },
            ],
      );
    },
  },
];

const generated =
  'If the content is made for each read, set resources to "dynamic": ' +
  'no digest can describe it. Otherwise return the same bytes each time.';
const notYet = `The listing is read again ${limits.settleMs / 1_000} s after the start.`;

/** The digest of the content in an answer to `resources/read`; null if there's none. */
function digestIn({ reply }: CheckExchange): string | null {
  const content = reply.ok ? fileBytes(reply.value, '', 'any') : null;
  return content?.ok === true ? sha256(content.value.bytes) : null;
}

/** How a later listing differs; `when` starts the text of each fault. */
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
        ? "it isn't in the first listing"
        : two === undefined
          ? "it's missing from a later listing"
          : 'its entry changed during the run';
    return [{ subject, said: `${when}${said}`, from: again.exchanges[0] }];
  });
}

const textsOf = (seen: Pick<CheckTranscript, 'listing'>): Map<string, string> =>
  new Map(servedIn(seen).map(({ label, value }) => [label, JSON.stringify(value)]));
