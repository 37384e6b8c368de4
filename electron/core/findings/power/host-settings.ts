import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/severity.ts';

/** Only lowercase letters, because hosts spell fields with hyphens, underscores or capitals. */
const powers: Readonly<Record<string, FindingSeverity>> = {
  permissions: 'medium',
  permissionmode: 'medium',
  mcpservers: 'medium',
  mcp: 'medium',
  env: 'medium',
  environment: 'medium',
  install: 'medium',
  setup: 'medium',
  run: 'medium',
  exec: 'medium',
  command: 'medium',
  commands: 'medium',
  scripts: 'medium',
  alwaysapply: 'medium',
  agent: 'low',
  context: 'low',
  shell: 'low',
  model: 'info',
  effort: 'info',
  disablemodelinvocation: 'info',
  userinvocable: 'info',
  disallowedtools: 'info',
};

/** A05. */
export const hostSettings = rule({
  id: 'A05',
  family: 'power',
  severity: 'medium',
  title: 'Sets fields that apps obey',
  why:
    'Besides name and description, some apps act on more fields: they start servers, allow ' +
    "more, or run the skill where you don't see it.",
  confusedWith:
    'Fields that only choose a model, or keep the skill from being picked, are shown as ' +
    'information.',
  *look({ frontmatter }) {
    for (const [name, field] of frontmatter ?? []) {
      const known = name.toLowerCase().replaceAll(/[-_]/g, '');
      const severity = Object.hasOwn(powers, known) ? powers[known] : undefined;
      if (severity !== undefined && isSomething(field.value)) yield at(field, { severity });
    }
  },
});

/**
 * Whether a value has an effect: `context: fork` and `agent: x` do; an empty map, false and prose
 * don't.
 */
const isSomething = (value: unknown): boolean =>
  value !== null &&
  value !== false &&
  value !== '' &&
  JSON.stringify(value) !== '{}' &&
  JSON.stringify(value) !== '[]';
