import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault, failureOf } from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import {
  greetingOf,
  isModern,
  type CheckTranscript,
  extension,
  settingsOf,
} from '../transcript.ts';

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

const place = `capabilities.extensions["${extension}"]`;
/** The keys in which drafts of extensions wrapped settings. */
export const envelope = ['config', 'specVersion', 'stability', 'id'];

/** Checks of how a server declares the extension. */
export const capabilityChecks: readonly ConformanceCheck[] = [
  {
    id: 'sep-2640-capability-empty-object',
    clause,
    level: 'MUST',
    words: 'The extension is declared with a settings object, which may be empty.',
    fix: `Declare ${place} as {}.`,
    look(seen) {
      const { capabilities } = seen;
      const why = notDeclared({ capabilities });
      if (why !== null) return skipped(why);
      const settings = settingsOf(capabilities);
      return looked(
        isRecord(settings)
          ? []
          : [
              {
                subject: place,
                said: `it is ${describe(settings)}`,
                from: greetingOf(seen),
                part: settings,
              },
            ],
      );
    },
  },
  {
    id: 'sep-2640-capability-declaration-inline',
    clause,
    level: 'MUST',
    words: "The settings are directly under the extension's identifier.",
    fix: `Move the contents of the envelope up into ${place}.`,
    look(seen) {
      const { capabilities } = seen;
      const why = notDeclared({ capabilities });
      if (why !== null) return skipped(why);
      const settings = settingsOf(capabilities);
      if (!isRecord(settings)) return skipped("The declaration isn't a settings object.");
      return looked(
        envelope
          .filter((key) => Object.hasOwn(settings, key))
          .map((key) => ({
            subject: `${place}.${key}`,
            said: `the key ${key} belongs to an envelope, not to the settings`,
            from: greetingOf(seen),
            part: settings,
          })),
      );
    },
  },
  {
    id: 'sep-2640-capability-requires-resources',
    clause,
    level: 'MUST',
    words: 'A server that declares the extension also declares the resources capability.',
    fix: 'Declare capabilities.resources as {}.',
    look(seen) {
      const { capabilities } = seen;
      const why = notDeclared({ capabilities });
      if (why !== null) return skipped(why);
      const resources = own(capabilities, 'resources');
      return looked(
        isRecord(resources)
          ? []
          : [
              {
                subject: 'capabilities.resources',
                said:
                  resources === undefined ? "it isn't declared" : `it is ${describe(resources)}`,
                from: greetingOf(seen),
              },
            ],
      );
    },
  },
  {
    id: 'sep-2640-capability-commits-to-methods',
    clause,
    level: 'MUST',
    words: 'A server that declares the extension implements skills/list and skills/get.',
    fix: 'Register a handler for the missing method.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      const { listing, got } = seen;
      const last = listing.exchanges.at(-1);
      if (listing.end === 'failed')
        return looked([{ subject: 'skills/list', said: `it ${failureOf(last)}`, from: last }]);
      // Without a URI, only skills/list can be checked.
      if (got === null)
        return listing.exchanges.some(({ reply }) => reply.ok) && !hasEntries(seen)
          ? looked([], last ?? null)
          : skipped('No listed entry has a URI.');
      return looked(
        got.reply.ok ? [] : [{ subject: 'skills/get', said: `it ${failureOf(got)}`, from: got }],
        got,
      );
    },
  },
];

function hasEntries({ listing }: Parameters<ConformanceCheck['look']>[0]): boolean {
  return listing.exchanges.some(({ reply }) => {
    const skills = reply.ok && isRecord(reply.value) ? own(reply.value, 'skills') : undefined;
    return Array.isArray(skills) && skills.length > 0;
  });
}
