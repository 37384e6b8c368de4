import { toolsOf } from '../../requests.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { metadataChanges } from '../../decisions/changes.ts';
import { isActedOn } from '../../frontmatter/field-rules.ts';
import { atField, setRule } from '../set/skill-set.ts';

const everything = /^(?:\*|all|any|everything)$/i;
const shell = /^(?:bash|shell|sh|powershell|execute|run_?command|terminal)/i;
/** A shell with a pattern without limits: the author explicitly asks for every command. */
const anyCommand = /\(\s*(?:\*|:\*|\*:\*)?\s*\)$/;

export const everyTool = rule({
  id: 'A01',
  family: 'power',
  severity: 'high',
  title: 'Asks for every command or every tool',
  why:
    "If an app grants what `allowed-tools` asks for, it never asks you about this skill's " +
    'commands again. Approving a skill here grants no tool unless you allow it.',
  confusedWith:
    'One in three published skills asks for the whole shell where a few commands would do. ' +
    'This is rated low.',
  *look({ frontmatter }): Iterable<RuleHit> {
    for (const [name, { value, start, end }] of frontmatter ?? []) {
      const breadth = breadthOf(name, value);
      if (breadth !== null)
        yield breadth === 'everything' ? { start, end } : { start, end, severity: 'low' };
    }
  },
});

/** How much a field asks for: every command or tool, the whole shell, or neither. */
export function breadthOf(name: string, value: unknown): 'everything' | 'shell' | null {
  const asked = toolsOf({ [name]: value });
  if (asked.some((tool) => everything.test(tool) || isUnbounded(tool))) return 'everything';
  return asked.some((tool) => shell.exec(tool)?.[0] === tool) ? 'shell' : null;
}

const isUnbounded = (tool: string): boolean => {
  const name = shell.exec(tool)?.[0];
  return name !== undefined && anyCommand.exec(tool)?.index === name.length;
};

const reaching =
  /^(?:web_?fetch|web_?search|fetch|browser|http|curl|mcp__\w*(?:fetch|browser|http)\w*|bash\((?:curl|wget|ssh|scp|rsync|nc)\b.*\))$/i;
const writing =
  /^(?:write|edit|multi_?edit|notebook_?edit|write_?file|edit_?file|create_?file|str_replace\w*|apply_?patch)$/i;

/** A02. */
export const farTools = rule({
  id: 'A02',
  family: 'power',
  severity: 'info',
  title: 'Asks for tools that write files or reach the network',
  why:
    'Together they can carry what one session has read somewhere else, or change what the ' +
    'next one reads.',
  confusedWith: 'Most skills that create something need to write it.',
  *look({ frontmatter }) {
    for (const [name, field] of frontmatter ?? []) {
      const asked = toolsOf({ [name]: field.value });
      if (asked.some((tool) => reaching.test(tool) || writing.test(tool))) yield at(field);
    }
  },
});

/** Tools whose use is visible in the text, and the words that show it. */
const traces: readonly (readonly [RegExp, RegExp])[] = [
  [/^web_?fetch/i, /https?:|fetch|web|url|download|online|page/i],
  [/^web_?search/i, /search|web|online|look\s?up|research/i],
  [
    /^bash$|^bash\(\*\)$/i,
    /```|`[^`\n]+ [^`\n]+`|\b(?:run|execute|command|script|shell|terminal|install|build|test)/i,
  ],
  [/^task$/i, /\b(?:task|agent|parallel|delegate)/i],
];

/** A07. */
export const unusedTool = rule({
  id: 'A07',
  family: 'power',
  severity: 'info',
  title: 'Asks for a tool that its text never uses',
  why: 'A right that nothing uses is there for another purpose, or by mistake.',
  confusedWith: 'Fields copied from another skill.',
  *look({ frontmatter, text, path, blocks }) {
    if (!/(?:^|\/)SKILL\.md$/i.test(path)) return;
    const body = text.slice(blocks[0]?.kind === 'frontmatter' ? blocks[0].end : 0);
    for (const [name, field] of frontmatter ?? []) {
      const asked = toolsOf({ [name]: field.value });
      if (asked.some((tool) => traces.some(([of, trace]) => of.test(tool) && !trace.test(body))))
        yield at(field);
    }
  },
});

const shellTools = /^(?:\*|all|any|bash|shell|powershell|execute|run_?command|terminal)/i;

/** A06. */
export const undeclaredShell = rule({
  id: 'A06',
  family: 'power',
  severity: 'low',
  title: "Gives commands to run but doesn't ask for a shell",
  why: 'What the skill declares is incomplete: it has the model do more than it says it needs.',
  confusedWith: 'Commands that are only explained, for you to type.',
  *look({ frontmatter, commands, path }) {
    if (!/(?:^|\/)SKILL\.md$/i.test(path) || frontmatter === null) return;
    for (const [name, { value, start, end }] of frontmatter) {
      const asked = toolsOf({ [name]: value });
      if (asked.length === 0 || asked.some((tool) => shellTools.test(tool))) continue;
      const given = commands.find(({ part }) => part.from === 'fence');
      if (given !== undefined)
        yield at({ start, end }, { related: [{ start: given.start, end: given.end }] });
    }
  },
});

/** Fields that name or explain the skill, which are compared elsewhere. */
const words = new Set(['name', 'description', 'whentouse', 'argumenthint']);

const isPower = (field: string): boolean =>
  isActedOn(field) && !words.has(field.toLowerCase().replaceAll(/[-_]/g, ''));

/** A08. */
export const changedPower = setRule({
  id: 'A08',
  family: 'power',
  severity: 'high',
  title: 'Asks for different rights than when you approved it',
  why:
    'You approved a skill that asked for something else. A field that apps act on has a new ' +
    'value.',
  confusedWith: 'Nothing: both values are known. The author may have a good reason.',
  *look(set) {
    const { record, entry } = set;
    if (record?.decision !== 'approved') return;
    for (const { field, expected = 'nothing', actual = 'nothing' } of metadataChanges(
      record,
      entry,
    )) {
      const top = /^[^.[]+/.exec(field)?.[0] ?? field;
      if (isPower(top))
        yield atField(set, top, {
          // Use both whole values, because their shortened forms may be the same.
          about: JSON.stringify([field, record.frontmatter[top], entry.frontmatter[top]]),
          excerpt: `${field}: ${short(expected)} when approved, ${short(actual)} now`,
          role: 'frontmatter',
        });
    }
  },
});

/** Short enough that both values fit into one excerpt. */
const short = (value: string): string => (value.length <= 70 ? value : `${value.slice(0, 69)}…`);
