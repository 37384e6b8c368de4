import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const hooks = /^(?:hooks?|(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)|on-load|onload)$/;

/** A03. */
export const hostHooks = rule({
  id: 'A03',
  family: 'power',
  severity: 'critical',
  title: 'Hooks that make the app run commands',
  why:
    'An app that obeys hooks runs them on its own events. No model decides, and nobody asks ' +
    'you.',
  confusedWith: 'Nothing: whatever the commands do, they run without asking.',
  *look({ frontmatter }) {
    for (const [name, field] of frontmatter ?? []) if (isHook(name, field.value)) yield at(field);
  },
});

/** Whether an app that obeys hooks would run something for this field. */
export const isHook = (name: string, value: unknown): boolean =>
  hooks.test(name) && isSomething(value);

const isSomething = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== '' &&
  JSON.stringify(value).length > 2;
