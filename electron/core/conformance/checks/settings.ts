import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck } from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import { extension, settingsOf } from '../transcript.ts';

const place = `capabilities.extensions["${extension}"].directoryRead`;

/** Clients ignore a setting of another type, as if it weren't declared. */
export const settingsChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/settings',
    clause: 'Capability Negotiation',
    level: 'MUST',
    words: 'directoryRead, if declared, is true or false.',
    mend: 'Declare directoryRead: true if resources/directory/read is implemented; otherwise leave it out.',
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
];
