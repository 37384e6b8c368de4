import { at, rule, type RuleHit } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/severity.ts';
import { isFenced } from '../reading/phrases.ts';

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
      if (severity !== undefined && isSetToSomething(field.value)) yield at(field, { severity });
    }
  },
});

/**
 * Whether a value has an effect: `context: fork` and `agent: x` do; an empty map, false and prose
 * don't.
 */
const isSetToSomething = (value: unknown): boolean =>
  value !== null &&
  value !== false &&
  value !== '' &&
  JSON.stringify(value) !== '{}' &&
  JSON.stringify(value) !== '[]';

/**
 * `!` right before backticks, at the start of a line or after a space: a host runs the text
 * between.
 */
const expansions = /(^|[\s>(:])!(`{1,3})([^`\n]{1,2000})\2/gm;
/** A fence whose language is `!`. */
const fences = /^[ \t]*(?:`{3,}|~{3,})!/gm;
const substitution = /\$\([^)\n]{1,400}\)|`[^`\n]{1,400}`/;

/** A04. */
export const loadCommands = rule({
  id: 'A04',
  family: 'power',
  severity: 'critical',
  title: 'Runs a command while the skill loads',
  why:
    'Apps that expand this run the command before the model reads a word, and put its output ' +
    'into the skill. Nobody asks you.',
  confusedWith:
    'Descriptions of this feature in a code fence or a quotation. These are rated medium.',
  *look(document): Iterable<RuleHit> {
    if (document.kind.kind !== 'markdown') return;
    const { text, blocks, frontmatter } = document;
    for (const { 0: whole, 1: before = '', index } of text.matchAll(expansions)) {
      const start = index + before.length;
      yield at(
        { start, end: index + whole.length },
        isFenced(document, start) ? { severity: 'medium' } : {},
      );
    }
    for (const { 0: whole, index } of text.matchAll(fences)) {
      const fence = blocks.find(
        (block) => block.kind === 'fence' && block.start <= index && index < block.end,
      );
      yield at({ start: index, end: fence?.end ?? index + whole.length });
    }
    for (const [name, field] of frontmatter ?? [])
      if (name !== 'description' && isCommand(field.value)) yield at(field);
  },
});

const isCommand = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\$\([^)\n]{1,400}\)/.test(value) && substitution.test(value)
    : Array.isArray(value) && value.some(isCommand);

/**
 * Skills extension, "Frontmatter": reserved for metadata that MCP extensions define, which none
 * does yet.
 */
const reserved = 'io.modelcontextprotocol/';

/** A09. */
export const reservedMetadata = rule({
  id: 'A09',
  family: 'power',
  severity: 'medium',
  title: 'Uses names reserved for the protocol',
  why:
    'Keys with this prefix are for MCP extensions to define. An app that obeys such a key ' +
    'later would take it from this skill.',
  confusedWith: 'Nothing: no such key is defined yet.',
  *look({ frontmatter }) {
    const metadata = frontmatter?.get('metadata');
    if (metadata === undefined || metadata.value === null || typeof metadata.value !== 'object')
      return;
    if (Object.keys(metadata.value).some((key) => key.startsWith(reserved))) yield at(metadata);
  },
});
