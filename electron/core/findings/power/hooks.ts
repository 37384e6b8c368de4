import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const hooks = /^(?:hooks?|(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)|on-load|onload)$/;

/** A03. */
export const hostHooks = rule({
  id: 'A03',
  family: 'power',
  severity: 'critical',
  title: 'Has the host run commands by itself',
  why:
    'A host that obeys hooks runs them on its own events. No model decides about it and nobody is ' +
    'asked.',
  confusedWith: 'Nothing: whatever the commands do, they run unasked.',
  *look({ frontmatter }) {
    for (const [name, field] of frontmatter ?? [])
      if (hooks.test(name) && isSomething(field.value)) yield at(field);
  },
});

const isSomething = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== '' &&
  JSON.stringify(value).length > 2;
