import { hiddenCharacters } from '../hidden.ts';
import type { LintFault, LintFile } from './skill-files.ts';

/** Of one path. */
const most = 20;
/** In a text tabs and line ends are ordinary; in a name they are none of it. */
const control = /[\t\n\r]/;

/** Where the path of a file holds what a reader cannot see or takes for something else. */
export const hiddenInNames = (files: readonly LintFile[]): LintFault[] =>
  files.flatMap(({ path }) => {
    const found = hiddenCharacters(path, most).map(({ name, codePoint }) => ({
      path,
      said: `its name has ${name}${codePoint === '' ? '' : ` (${codePoint})`}`,
    }));
    const end = control.exec(path)?.[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return end === undefined
      ? found
      : [...found, { path, said: `its name has a tab or a line end (U+${end})` }];
  });
