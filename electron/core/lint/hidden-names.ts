import { hiddenCharacters } from '../hidden.ts';
import type { LintFault, LintFile } from './skill-files.ts';

/** The most reported for one path. */
const maxCount = 20;
/** Tabs and line breaks are ordinary in a text, but not in a name. */
const control = /[\t\n\r]/;

/** Finds characters in paths of files that a reader can't see or mistakes for others. */
export const hiddenInNames = (files: readonly LintFile[]): LintFault[] =>
  files.flatMap(({ path }) => {
    const found = hiddenCharacters(path, maxCount).map(({ name, codePoint }) => ({
      path,
      said: `its name has ${name}${codePoint === '' ? '' : ` (${codePoint})`}`,
    }));
    const end = control.exec(path)?.[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return end === undefined
      ? found
      : [...found, { path, said: `its name has a tab or a line break (U+${end})` }];
  });
