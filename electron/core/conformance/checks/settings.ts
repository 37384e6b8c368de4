import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck } from '../check.ts';
import { envelope } from './greeting.ts';
import { notDeclared } from '../served-entry.ts';
import { directoriesDeclared, extension, resultOf, settingsOf } from '../transcript.ts';

const place = `capabilities.extensions["${extension}"].directoryRead`;

/** Clients ignore a setting of another type, as if it weren't declared. */
export const settingsChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/settings',
    clause: 'Capability Negotiation',
    level: 'MUST',
    words: 'directoryRead, if declared, is true or false.',
    fix:
      'Declare directoryRead: true if resources/directory/read is implemented; ' +
      'otherwise leave it out.',
    look({ capabilities }) {
      const why = notDeclared({ capabilities });
      if (why !== null) return skipped(why);
      const settings = settingsOf(capabilities);
      if (!isRecord(settings)) return skipped("The declaration isn't a settings object.");
      const part = own(settings, 'directoryRead');
      return part === undefined || typeof part === 'boolean'
        ? looked([])
        : looked([{ subject: place, said: `it is ${describe(part)}`, part: settings }]);
    },
  },
  {
    id: 'skillgate/directory-declared',
    clause: 'Capability Negotiation',
    level: 'SHOULD',
    words: 'A server that answers resources/directory/read declares directoryRead.',
    fix:
      'Declare directoryRead: true in the settings of the extension. ' +
      'Clients ask for folders only then.',
    look({ capabilities, undeclared }) {
      const why = notDeclared({ capabilities });
      if (why !== null) return skipped(why);
      if (directoriesDeclared(capabilities)) return looked([]);
      const settings = settingsOf(capabilities);
      if (!isRecord(settings)) return skipped("The declaration isn't a settings object.");
      if (envelope.some((key) => Object.hasOwn(settings, key)))
        return skipped('See sep-2640-capability-declaration-inline.');
      const part = own(settings, 'directoryRead');
      if (part !== undefined && typeof part !== 'boolean')
        return skipped('See skillgate/settings.');
      if (undeclared === null) return skipped('Nothing listed has a folder to read.');
      const works = Array.isArray(own(resultOf(undeclared), 'resources'));
      const said = 'it answers, but directoryRead is not declared';
      return looked(
        works ? [{ subject: 'resources/directory/read', said, from: undeclared }] : [],
        undeclared,
      );
    },
  },
];
