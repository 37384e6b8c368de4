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
    "Your decision covers the listed files. It doesn't cover a file that only the folder has, " +
    'but an app that reads the folder finds it.',
  confusedWith: 'A server that changed a file since it was listed. List its skills again.',
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
