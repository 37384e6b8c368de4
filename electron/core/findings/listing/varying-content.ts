import { setRule, wholeFile } from '../set/skill-set.ts';

/** M06. */
export const varying = setRule({
  id: 'M06',
  family: 'listing',
  severity: 'critical',
  title: 'Same file served with two contents',
  why:
    'The person who reviews it and the app that loads it may get two different texts. Nobody ' +
    'can say which one counts.',
  confusedWith:
    "A file that its author changed just now, on a server that doesn't announce changes.",
  *look({ held }) {
    for (const [uri, { was, now }] of held.varied)
      yield wholeFile(uri, now, { excerpt: `first ${was}, then ${now}` });
    // Another client got other bytes, although the digest says that they are these.
    for (const [uri, { check, expected, actual }] of held.mismatches) {
      const here = held.served.get(uri);
      if (check !== 'digest' || held.varied.has(uri) || here === undefined) continue;
      if (actual === null || actual === here || expected !== here) continue;
      yield wholeFile(uri, here, { excerpt: `here ${here}, to another client ${actual}` });
    }
  },
});
