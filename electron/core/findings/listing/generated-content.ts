import { setRule } from '../set/skill-set.ts';

/** M09. */
export const generated = setRule({
  id: 'M09',
  family: 'listing',
  severity: 'info',
  title: 'Content is generated each time',
  why:
    "What you read doesn't tell you what comes next. You can allow it until the app closes, " +
    'but not approve it permanently.',
  confusedWith: 'Nothing: the server says so itself.',
  *look({ entry }) {
    if (entry.files.kind === 'dynamic')
      yield { field: 'resources', excerpt: 'no list of files: the content is dynamic' };
  },
});
