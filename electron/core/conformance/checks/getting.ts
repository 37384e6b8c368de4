import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import {
  codeOf,
  failureOf,
  looked,
  skipped,
  type ConformanceCheck,
  type RuleFault,
  type CheckLook,
} from '../check.ts';
import { noEntries, skillIn } from '../served-entry.ts';
import { isModern, resultOf, type CheckExchange, type CheckTranscript } from '../transcript.ts';
import { missingCaching } from './listing.ts';

const clause = 'Getting a Skill';

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
    clause,
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
    clause,
    level: 'MUST',
    words: 'skill is an entry like those in skills/list, with the requested URI.',
    fix: 'Return the same object that skills/list has for this URI.',
    look: overAnswer((got) => looked(shapeFaults(got), got)),
  },
  {
    id: 'sep-2640-skills-get-cache-attributes',
    clause,
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
    clause,
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
    clause,
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
