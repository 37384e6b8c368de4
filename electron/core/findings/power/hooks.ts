import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const hooks = /^(?:hooks?|(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)|on-load|onload)$/;

/** Events of hooks in a settings file that the skill brings along, for an app to merge. */
const settings =
  /"(?:PreToolUse|PostToolUse|UserPromptSubmit|SessionStart|SessionEnd|Stop|SubagentStop|PreCompact|beforeShellExecution|afterFileEdit|beforeSubmitPrompt|beforeReadFile)"\s{0,20}:\s{0,20}[[{]/g;

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
  *look({ frontmatter, kind, text }) {
    for (const [name, field] of frontmatter ?? []) if (isHook(name, field.value)) yield at(field);
    if (kind.kind !== 'data' || kind.format !== 'json') return;
    for (const { index, 0: whole } of text.matchAll(settings))
      if (/"command"\s*:/.test(text.slice(index, index + 2_000)))
        yield at({ start: index, end: index + whole.length }, { severity: 'high' });
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
