import { assertNever } from '../assert-never.ts';
import type { NotListedLine } from './not-listed.ts';

/** Where it was seen, as the end of a line. */
export function sightingInWords({ sighting, by = '' }: NotListedLine): string {
  switch (sighting) {
    case 'resource':
      return 'a resource that looks like a skill';
    case 'index':
      return 'an index beside its list names it';
    case 'archive':
      return 'an archive that an index names';
    case 'refused-folder':
      return 'lies in the folder of an entry that was refused';
    case 'instructions':
      return 'its instructions name it';
    case 'text':
      return `the text of ${by} names it`;
    default:
      return assertNever(sighting);
  }
}
