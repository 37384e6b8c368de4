import { listedFile } from '../../verification/listed-file.ts';
import { setRule } from '../set/skill-set.ts';
import { rootOf } from '../../skill-place.ts';

/** M02. */
export const otherFolder = setRule({
  id: 'M02',
  family: 'listing',
  severity: 'high',
  title: 'The folder and the list of files disagree',
  why:
    'A decision is about the files that are listed. One that only the folder has is in no decision, ' +
    'and a host that looks into the folder meets it.',
  confusedWith: 'A server that has changed a file since it was listed; list its skills again.',
  *look({ entry, held }) {
    if (entry.files.kind !== 'listed') return;
    const folder = `${rootOf(entry)}/`;
    const short = (uri: string): string =>
      uri.startsWith(folder) ? uri.slice(folder.length) : uri;
    for (const { more, gone } of held.folders.values()) {
      for (const uri of more)
        if (listedFile(entry, uri) === undefined)
          yield {
            field: 'resources',
            excerpt: `only in the folder: ${short(uri)}`,
            about: `only ${uri}`,
          };
      for (const uri of gone)
        if (listedFile(entry, uri) !== undefined)
          yield {
            field: 'resources',
            excerpt: `not in the folder: ${short(uri)}`,
            about: `not ${uri}`,
          };
    }
  },
});
