import type { CodeCall } from './calls.ts';
import type { CodePart } from './code.ts';
import { isDynamic, isString, literalOf } from './literals.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

export interface CommandArgument {
  /** The value without quotes if the code has it as a literal, else as written. */
  readonly text: string;
  /** Filled in when the command runs: a variable, a substitution. */
  readonly dynamic: boolean;
  readonly start: number;
  readonly end: number;
}

export interface ShellRedirect {
  /** `>`, `>>`, `<`, `<<<`, `&>`, … */
  readonly operator: string;
  readonly target: string;
}

/** One shell command, wherever it is: scripts, fences, inline code, `os.system`. */
export interface ShellCommand {
  readonly part: CodePart;
  readonly start: number;
  readonly end: number;
  /**
   * The program that runs, without its folder and without wrappers such as `sudo` or `env`: `curl`.
   */
  readonly name: string;
  /** Everything after the name. */
  readonly args: readonly CommandArgument[];
  /** `sudo`, `env`, `nohup`, … before it. */
  readonly wrappers: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  /** The commands that its output is piped into, in order. */
  readonly into: readonly ShellCommand[];
  /** The command that gets this one's output as an argument or input: `$(…)`, `<(…)`. */
  readonly within: ShellCommand | null;
  /** The call that runs it, if the shell's text is a string in a program. */
  readonly call: CodeCall | null;
}

const wrapping = new Set(
  'sudo doas env nohup exec command time nice ionice setsid builtin stdbuf timeout xargs busybox unbuffer caffeinate chroot then do else'.split(
    ' ',
  ),
);
/** Flags of wrappers that take a value. */
const withValue = /^-(?:u|g|n|k|s|p|C|I|L|P|d|-user|-group|-signal)$/;

type Growing = { -readonly [K in keyof ShellCommand]: ShellCommand[K] } & { into: ShellCommand[] };

/** All commands of a shell part, in the order of the text. */
export function commandsOf(
  part: CodePart,
  text: string,
  call: CodeCall | null = null,
): ShellCommand[] {
  if (part.tree === null) return [];
  const shell = part.language === 'powershell' ? powershell : bash;
  if (part.language !== 'bash' && part.language !== 'powershell') return [];
  const made = new Map<SyntaxNode, Growing>();
  const found: Growing[] = [];
  for (const node of nodesIn(part.tree)) {
    if (!shell.isCommand(node)) continue;
    const command = commandAt({ node, part, text, call, words: shell.words(node, text) });
    if (command === null) continue;
    made.set(node, command);
    found.push(command);
    for (let up = node.parent; up !== null; up = up.parent) {
      const outer = made.get(up);
      if (outer === undefined) continue;
      command.within = outer;
      break;
    }
  }
  for (const node of nodesIn(part.tree)) if (shell.isPipeline(node)) connect(node, made);
  return found;
}

interface Shell {
  isCommand(node: SyntaxNode): boolean;
  isPipeline(node: SyntaxNode): boolean;
  words(node: SyntaxNode, text: string): CommandArgument[];
}

const bash: Shell = {
  isCommand: (node) => node.type === 'command',
  isPipeline: (node) => node.type === 'pipeline',
  words: (node, text) =>
    node.children
      .filter(({ type, field }) => field !== 'redirect' && type !== 'variable_assignment')
      .map((child) => wordOf(child, text)),
};

const powershell: Shell = {
  isCommand: (node) => node.type === 'command',
  isPipeline: (node) => node.type === 'pipeline' || node.type === 'pipeline_chain',
  words: (node, text) =>
    node.children
      .flatMap((child) => (child.type === 'command_elements' ? child.children : [child]))
      .filter(({ type }) => type !== 'command_argument_sep')
      .map((child) => wordOf(child, text)),
};

function wordOf(node: SyntaxNode, text: string): CommandArgument {
  const source = text.slice(node.start, node.end);
  const dynamic = isDynamic(node);
  return { text: dynamic ? source : spoken(node, text), dynamic, start: node.start, end: node.end };
}

/**
 * A word as the shell passes it on, with quotes and escapes such as `'a'"b"c` and `\c` resolved.
 */
function spoken(node: SyntaxNode, text: string): string {
  const source = text.slice(node.start, node.end);
  if (node.type === 'concatenation' || node.type === 'command_name') {
    let whole = '';
    let at = node.start;
    for (const child of node.children) {
      whole += text.slice(at, child.start) + spoken(child, text);
      at = child.end;
    }
    return node.children.length === 0
      ? source.replace(/\\(.)/g, '$1')
      : whole + text.slice(at, node.end);
  }
  if (isString(node)) return literalOf(node, text) ?? source;
  return source.replace(/\\(\r?\n)?/g, '');
}

interface Found {
  readonly node: SyntaxNode;
  readonly part: CodePart;
  readonly text: string;
  readonly call: CodeCall | null;
  readonly words: readonly CommandArgument[];
}

function commandAt({ node, part, text, call, words }: Found): Growing | null {
  const wrappers: string[] = [];
  let at = 0;
  for (;;) {
    const name = baseName(words[at]?.text ?? '');
    if (!wrapping.has(name) || at + 1 >= words.length) break;
    wrappers.push(name);
    at += 1;
    for (
      let word = words[at]?.text ?? '';
      /^-|^\w+=|^\d+[smh]?$/.test(word);
      word = words[at]?.text ?? ''
    )
      // `sudo -n` takes no value; the word after it is what runs.
      at += withValue.test(word) && !(name === 'sudo' && word === '-n') ? 2 : 1;
  }
  const first = words[at];
  if (first === undefined) return null;
  return {
    part,
    start: node.start,
    end: node.end,
    name: baseName(first.text),
    args: words.slice(at + 1),
    wrappers,
    redirects: redirectsOf(node, text),
    into: [],
    within: null,
    call,
  };
}

const baseName = (word: string): string =>
  word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');

function redirectsOf(node: SyntaxNode, text: string): ShellRedirect[] {
  const holders = node.parent?.type === 'redirected_statement' ? [node, node.parent] : [node];
  return holders
    .flatMap((holder) => holder.children)
    .filter(({ type }) => /redirect/.test(type) && type !== 'redirected_statement')
    .map((redirect) => {
      const destination = childOf(redirect, 'destination') ?? redirect.children.at(-1) ?? redirect;
      const operator = text.slice(redirect.start, destination.start).trim().replace(/^\d+/, '');
      return { operator, target: wordOf(destination, text).text };
    });
}

/** Gives each command of a pipeline the commands after it. */
function connect(pipeline: SyntaxNode, made: ReadonlyMap<SyntaxNode, Growing>): void {
  const members = pipeline.children.map((child) => {
    for (const inside of nodesIn(child)) {
      const command = made.get(inside);
      if (command !== undefined) return command;
    }
    return null;
  });
  members.forEach((command, index) => {
    if (command === null) return;
    for (const later of members.slice(index + 1)) if (later !== null) command.into.push(later);
  });
}
