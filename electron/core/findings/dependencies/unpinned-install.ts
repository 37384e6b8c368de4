import { at } from '../knowledge/places.ts';
import { namedPackages } from '../knowledge/package-installs.ts';
import { rule } from '../rule.ts';

/** S01. */
export const unpinnedInstall = rule({
  id: 'S01',
  family: 'dependencies',
  severity: 'low',
  title: 'Installs the newest version',
  why:
    'A package that was fine when you decided may be a different program tomorrow, under the ' +
    'same name.',
  confusedWith: 'Nearly all instructions leave out the version.',
  *look({ commands }) {
    for (const command of commands) if (namedPackages(command).some(isUnpinned)) yield at(command);
  },
});

/** A name without a version. Files, addresses and variables have their own rules. */
const isUnpinned = (word: string): boolean =>
  /^@?[a-z][\w./-]*(?:\[[\w,]+\])?(?:@latest)?$/i.test(word) &&
  !/^\.|\/.*\/.*\/|\.(?:whl|tgz|gz)$/.test(word);
