import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, failureOf, type ConformanceCheck } from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import { extension, greetingOf, settingsOf } from '../transcript.ts';

const clause = 'Capability Negotiation';
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
