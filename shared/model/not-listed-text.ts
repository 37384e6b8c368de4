import { assertNever } from '../assert-never.ts';
import type { NotListedLine } from './not-listed.ts';

/** Where it was seen, as the end of a line. */
export function sightingInWords({ sighting, by = '' }: NotListedLine): string {
  switch (sighting) {
    case 'resource':
      return 'a resource that looks like a skill';
    case 'index':
      return 'named by an index besides its list';
    case 'archive':
      return 'an archive named by an index';
    case 'refused-folder':
      return 'in the folder of a refused entry';
    case 'instructions':
      return 'named in its instructions';
    case 'text':
      return `named in the text of ${by}`;
    default:
      return assertNever(sighting);
  }
}
