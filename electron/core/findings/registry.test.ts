import { expect, it } from 'vitest';
import { isRuleId } from '../policy/finding-limits.ts';
import { rules } from './registry.ts';
import { setRules } from './set/look.ts';

/** A01 and A03 look at a file's frontmatter, and once more at the entry that's listed. */
it.each([
  ['files', rules],
  ['the whole skill', setRules],
])('no two rules about %s have one id, as decisions and policies name rules by it', (_, of) => {
  const ids = of.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

it('a policy can name every rule', () => {
  expect([...rules, ...setRules].filter(({ id }) => !isRuleId(id))).toEqual([]);
});
