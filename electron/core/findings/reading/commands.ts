import type { CodeCall } from './calls.ts';
import type { CodePart } from './literals.ts';
import type { ShellValues } from './shell-values.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

export interface CommandArgument {
  /** The value without quotes, with the values of variables as far as the code assigns them. */
  readonly text: string;
  /** Part of it is filled in when the command runs: an unknown variable, a substitution. */
  readonly dynamic: boolean;
  /** As the code has it. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

export interface ShellRedirect {
  /** `>`, `>>`, `<`, `<<<`, `&>`, … */
  readonly operator: string;
  readonly target: string;
  /** The target as the code has it. */
  readonly written: string;
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
  /** The program with its folder, as the shell finds it: `/tmp/a/go`. */
  readonly program: string;
  /** Everything after the name. */
  readonly args: readonly CommandArgument[];
  /** A method of an object in PowerShell, and not a program. */
  readonly isMethod: boolean;
  /** `sudo`, `env`, `nohup`, … before it. */
  readonly wrappers: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  /** The text of a here-document that it reads, and its place. */
  readonly heredoc: { readonly text: string; readonly start: number; readonly end: number } | null;
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
  values: ShellValues,
  call: CodeCall | null = null,
): ShellCommand[] {
  if (part.tree === null) return [];
  const shell = part.language === 'powershell' ? powershell : bash;
  if (part.language !== 'bash' && part.language !== 'powershell') return [];
  const made = new Map<SyntaxNode, Growing>();
  const found: Growing[] = [];
  for (const node of nodesIn(part.tree)) {
    if (!shell.isCommand(node)) continue;
    const command = commandAt({
      node,
      part,
      text,
      call,
      words: shell.words(node, text, values),
      values,
    });
    if (command === null) continue;
    made.set(node, command);
    found.push(command);
  }
  for (const [node, command] of made) command.within = readerOf(node, made);
  for (const node of nodesIn(part.tree)) if (shell.isPipeline(node)) connect(node, made);
  const calls = new Map<SyntaxNode, number>();
  for (const command of found) callFunction(command, values, made, calls);
  return found;
}

/** The command that gets the output of another one: `a $(b)`, `a < <(b)`, `a <<< "$(b)"`. */
function readerOf(node: SyntaxNode, made: ReadonlyMap<SyntaxNode, Growing>): Growing | null {
  let inner = node;
  for (let up = node.parent; up !== null; up = up.parent) {
    const outer = made.get(up);
    if (outer !== undefined) return outer;
    const body = up.type === 'redirected_statement' ? childOf(up, 'body') : null;
    const reader = body === null || inner.field === 'body' ? undefined : made.get(body);
    if (reader !== undefined) return reader;
    inner = up;
  }
  return null;
}

interface Shell {
  isCommand(node: SyntaxNode): boolean;
  isPipeline(node: SyntaxNode): boolean;
  words(node: SyntaxNode, text: string, values: ShellValues): CommandArgument[];
}

const bash: Shell = {
  isCommand: (node) => node.type === 'command',
  isPipeline: (node) => node.type === 'pipeline',
  words: (node, text, values) =>
    node.children
      .filter(({ type, field }) => field !== 'redirect' && type !== 'variable_assignment')
      .flatMap((child) => {
        const word = wordOf(child, text, values);
        // An unquoted variable with a whole command in it: `$RUN` for `curl -s x`.
        if (child.type !== 'command_name' || !/^["']?\$/.test(word.written)) return [word];
        return word.text.split(/\s+/).map((one) => ({ ...word, text: one }));
      }),
};

const powershell: Shell = {
  // Methods such as `$client.DownloadFile(…)` do what commands do elsewhere.
  isCommand: (node) => node.type === 'command' || node.type === 'invokation_expression',
  isPipeline: (node) => node.type === 'pipeline' || node.type === 'pipeline_chain',
  words: (node, text, values) =>
    (node.type === 'invokation_expression' ? methodWords(node) : node.children)
      .flatMap((child) => (child.type === 'command_elements' ? child.children : [child]))
      .filter(
        ({ type }) => type !== 'command_argument_sep' && type !== 'command_invokation_operator',
      )
      .flatMap((child) => (child.type === 'array_literal_expression' ? child.children : [child]))
      .map((child) => wordOf(child, text, values)),
};

/** The method's name and its arguments. */
function methodWords({ children }: SyntaxNode): SyntaxNode[] {
  const name = children.filter(({ type }) => type === 'member_name').at(-1);
  const list = children.find(({ type }) => type === 'argument_list');
  const given = list?.children.flatMap(({ children: inner }) => inner) ?? [];
  return name === undefined ? [] : [name, ...given];
}

function wordOf(node: SyntaxNode, text: string, values: ShellValues): CommandArgument {
  const { start, end } = node;
  const { text: value, dynamic } = values.read(node, text);
  return { text: value, dynamic, written: text.slice(start, end), start, end };
}

interface Found {
  readonly node: SyntaxNode;
  readonly part: CodePart;
  readonly text: string;
  readonly call: CodeCall | null;
  readonly words: readonly CommandArgument[];
  readonly values: ShellValues;
}

function commandAt({ node, part, text, call, words, values }: Found): Growing | null {
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
    program: first.text,
    isMethod: node.type === 'invokation_expression',
    args: words.slice(at + 1),
    wrappers,
    redirects: redirectsOf(node, text, values),
    heredoc: heredocOf(node, text),
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

/** The most groups and loops around a command whose redirects count for it. */
const mostGroups = 12;

/** Its own redirects, and those of groups around it: `{ echo a; echo b; } >> file`. */
function redirectsOf(node: SyntaxNode, text: string, values: ShellValues): ShellRedirect[] {
  const holders = [node];
  let inner: SyntaxNode | null = node;
  for (let outer = node.parent, count = 0; outer !== null && count < mostGroups; count += 1) {
    if (outer.type === 'redirected_statement' && inner.field === 'body') holders.push(outer);
    if (/^(?:function_definition|command_substitution|command)$/.test(outer.type)) break;
    // The grammar puts `a || b > file` around both, but only the last one writes.
    if (outer.type === 'list' && outer.children.at(-1) !== inner) break;
    inner = outer;
    outer = outer.parent;
  }
  return holders
    .flatMap((holder) => holder.children)
    .filter(({ type }) => /redirect/.test(type) && type !== 'redirected_statement')
    .map((redirect) => {
      const destination = childOf(redirect, 'destination') ?? redirect.children.at(-1) ?? redirect;
      const operator = text.slice(redirect.start, destination.start).trim().replace(/^\d+/, '');
      const { text: target, written } = wordOf(destination, text, values);
      return { operator, target, written };
    });
}

/** The text of `<<EOF`; null if there is none. */
function heredocOf(node: SyntaxNode, text: string): ShellCommand['heredoc'] {
  const list = node.parent?.type === 'list' && node.parent.children.at(-1) === node;
  const outer = list ? node.parent?.parent : node.parent;
  const holders = outer?.type === 'redirected_statement' ? [node, outer] : [node];
  for (const { children } of holders)
    for (const redirect of children) {
      if (redirect.type !== 'heredoc_redirect') continue;
      const body = redirect.children.find(({ type }) => type === 'heredoc_body');
      if (body !== undefined)
        return { text: text.slice(body.start, body.end), start: body.start, end: body.end };
    }
  return null;
}

/** The most calls of one function that are followed, because an attacker chooses both. */
const mostCalls = 5;

/** A function's commands get the pipe and the substitution around its call. */
function callFunction(
  caller: Growing,
  values: ShellValues,
  made: ReadonlyMap<SyntaxNode, Growing>,
  calls: Map<SyntaxNode, number>,
): void {
  if (caller.into.length === 0 && caller.within === null) return;
  const definition = values.functionNamed(caller.name, caller.part);
  const count = definition === undefined ? mostCalls : (calls.get(definition) ?? 0);
  if (definition === undefined || count >= mostCalls) return;
  calls.set(definition, count + 1);
  for (const node of nodesIn(definition)) {
    const command = made.get(node);
    if (command === undefined || command === caller) continue;
    if (command.into.length === 0) command.into.push(...caller.into);
    command.within ??= caller.within;
  }
}

/** Gives each command of a pipeline the commands after it. */
function connect(pipeline: SyntaxNode, made: ReadonlyMap<SyntaxNode, Growing>): void {
  const members = pipeline.children.flatMap((child) => membersOf(child, made, 0));
  members.forEach((command, index) => {
    if (command === null) return;
    for (const later of members.slice(index + 1)) if (later !== null) command.into.push(later);
  });
}

/**
 * The commands of one child of a pipeline: `a | b 2>/dev/null | c` is a pipeline around a redirected
 * pipeline.
 */
function membersOf(
  node: SyntaxNode,
  made: ReadonlyMap<SyntaxNode, Growing>,
  depth: number,
): (Growing | null)[] {
  const body = node.type === 'redirected_statement' ? childOf(node, 'body') : null;
  if (body !== null && depth < mostGroups) return membersOf(body, made, depth + 1);
  if (node.type === 'pipeline' && depth < mostGroups)
    return node.children.flatMap((child) => membersOf(child, made, depth + 1));
  for (const inside of nodesIn(node)) {
    const command = made.get(inside);
    if (command !== undefined) return [command];
  }
  return [null];
}
