import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import { greetingOf, isModern, type CheckTranscript } from '../transcript.ts';

const clause = 'Capability Negotiation';
const subject = 'server/discover';
const serverInfo = 'io.modelcontextprotocol/serverInfo';

/** Why there's no answer to `server/discover` to look at; null if there is one. */
function noDiscovery(seen: CheckTranscript): string | null {
  const why = notDeclared(seen);
  if (why !== null) return why;
  if (!isModern(seen)) return 'Revision 2026-07-28 added this method.';
  return seen.hello === null ? 'The answer isn’t kept.' : null;
}

/** What the schema requires of each field (`DiscoverResult`, `CacheableResult`, `Result`). */
const required: Readonly<Record<string, (value: unknown) => boolean>> = {
  resultType: (value) => value === 'complete',
  supportedVersions: Array.isArray,
  capabilities: isRecord,
  ttlMs: (value) => Number.isInteger(value) && Number(value) >= 0,
  cacheScope: (value) => value === 'public' || value === 'private',
};

/** Checks of what a server answers first. */
export const greetingChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/discover-result',
    clause,
    level: 'MUST',
    words:
      'From revision 2026-07-28 on, the result of server/discover has resultType, ' +
      'supportedVersions, capabilities, ttlMs and cacheScope.',
    fix:
      'Add resultType "complete", ttlMs (0 when in doubt), ' +
      'cacheScope ("private" when in doubt) and what else is missing to the result.',
    look(seen) {
      const why = noDiscovery(seen);
      if (why !== null) return skipped(why);
      const from = greetingOf(seen);
      const hello = seen.hello ?? {};
      const missing = Object.keys(required).filter((key) => own(hello, key) === undefined);
      const wrong = Object.entries(required).filter(
        ([key, isRight]) => own(hello, key) !== undefined && !isRight(own(hello, key)),
      );
      const absent: RuleFault[] =
        missing.length === 0
          ? []
          : [{ subject, said: `the result has no ${missing.join(' and no ')}`, from }];
      return looked(
        [
          ...absent,
          ...wrong.map(([key]): RuleFault => {
            const said = `${key} is ${describe(own(hello, key))}`;
            return { subject, said, from, part: own(hello, key) };
          }),
        ],
        from,
      );
    },
  },
  {
    id: 'skillgate/server-info',
    clause,
    level: 'SHOULD',
    words:
      'From revision 2026-07-28 on, ' +
      `a server that names itself in _meta["${serverInfo}"] of a result gives name and version.`,
    fix: `Give "${serverInfo}" in _meta a name and a version.`,
    look(seen) {
      const why = noDiscovery(seen);
      if (why !== null) return skipped(why);
      const from = greetingOf(seen);
      const hello = seen.hello ?? {};
      const meta = own(hello, '_meta');
      const info = isRecord(meta) ? own(meta, serverInfo) : undefined;
      if (info !== undefined) {
        const lacks = ['name', 'version'].filter(
          (key) => typeof (isRecord(info) ? own(info, key) : undefined) !== 'string',
        );
        const said = `it has no ${lacks.join(' and no ')}`;
        return looked(
          lacks.length === 0 ? [] : [{ subject: serverInfo, said, from, part: info }],
          from,
        );
      }
      // As in initialize: allowed, because a result may have more fields, but no client looks
      // there.
      return own(hello, 'serverInfo') === undefined
        ? skipped('The server doesn’t name itself, which it may.')
        : skipped('serverInfo is beside the other fields of the result, where clients don’t look.');
    },
  },
];
