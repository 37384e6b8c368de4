import { at } from '../knowledge/places.ts';
import { isFenced } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

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
