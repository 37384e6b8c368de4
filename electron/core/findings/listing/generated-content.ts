import { setRule } from '../set/skill-set.ts';

/** M09. */
export const generated = setRule({
  id: 'M09',
  family: 'listing',
  severity: 'info',
  title: 'Its content is made anew each time',
  why:
    'Nothing that was read says what comes next: it can be allowed until the app closes, and cannot ' +
    'be approved to stay.',
  confusedWith: 'Nothing: the server says so itself.',
  *look({ entry }) {
    if (entry.files.kind === 'dynamic')
      yield { field: 'resources', excerpt: 'no list of files: the content is dynamic' };
  },
});
