import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck } from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import { extension, settingsOf } from '../transcript.ts';

const place = `capabilities.extensions["${extension}"].directoryRead`;

/** A setting of another type is none: clients go on as if nothing were declared. */
export const settingsChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/settings',
    clause: 'Capability Negotiation',
    level: 'MUST',
    words: 'directoryRead is true or false, where it is declared.',
    mend: 'Declare directoryRead: true where resources/directory/read is implemented; leave it out otherwise.',
    look({ capabilities }) {
      const why = notDeclared({ capabilities });
      if (why !== null) return skipped(why);
      const settings = settingsOf(capabilities);
      if (!isRecord(settings)) return skipped('What is declared is no object of settings.');
      const part = own(settings, 'directoryRead');
      return part === undefined || typeof part === 'boolean'
        ? looked([])
        : looked([{ subject: place, said: `it is ${describe(part)}`, part: settings }]);
    },
  },
];
