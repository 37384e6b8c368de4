import { isShell, isInterpreter, runsArgument, runsInput } from '../knowledge/programs.ts';
import type { CodeCall } from '../reading/calls.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { type SyntaxNode, nodesIn } from '../reading/tree.ts';
import { isDownload } from '../knowledge/downloads.ts';
import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/literals.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow, type ExpressionTest } from '../reading/flow.ts';

/** Calls that run their first argument as code, whatever it holds. */
const evaluating =
  /^(?:eval|exec|execfile|compile|builtins\.(?:eval|exec|compile)|(?:__builtins__|builtins)\.(?:__dict__\.)?(?:eval|exec)|Function|AsyncFunction|(?:globalThis|window|global|self)\.(?:eval|Function)|vm\.(?:run\w+|Script|compileFunction|SourceTextModule)|timeit\.(?:timeit|repeat)|pickle\.loads?|cPickle\.loads?|marshal\.loads?|dill\.loads?|cloudpickle\.loads?|jsonpickle\.decode|yaml\.(?:unsafe_)?load|Marshal\.load|setTimeout|setInterval|setImmediate|(?:worker_threads\.)?Worker|execScript|instance_eval|class_eval|module_eval|Kernel\.(?:eval|load)|load|loadstring|assert|create_function|parse|source|ERB\.new|runpy\.\w+|import|importlib\.import_module|Eval\.me|evaluate|RubyVM\.\w+\.\w+|unserialize|include|include_once|require_once|dofile)$|\.(?:instance_eval|class_eval|module_eval|eval|runsource|runcode|_compile|constructor|exec_module|runInThisContext|runInNewContext|runInContext)$/;
/** Calls whose first argument is a whole command, on top of those that start a process. */
const commanding =
  /^(?:os\.(?:exec\w+|spawn\w+|posix_spawn\w*|startfile)|system|popen|shell_exec|passthru|proc_open|qx|exec|Kernel\.\w+|IO\.popen|Open3\.\w+)$/;
const codeNames = /^(?:exec|eval|builtins\.(?:exec|eval)|__builtins__\.(?:exec|eval))$/;

/** The parts of a call that it runs as code, as a shell's text or as a program; empty for none. */
export function ranBy(call: CodeCall, text: string): readonly SyntaxNode[] {
  const { callee, args, part, node } = call;
  const said = ({ start, end }: SyntaxNode): string => text.slice(start, end);
  // `map(exec, [c])`, `Reflect.apply(eval, null, [c])`, `f(exec, c)`.
  if (args.some((one) => codeNames.test(said(one.node)))) return args.map((one) => one.node);
  if (evaluating.test(callee) && !isHarmless(call, text)) {
    const given = args.filter(({ name }) => name === null || name === 'stmt');
    return given
      .slice(callee === 'Function' ? -1 : 0)
      .map((one) => one.node)
      .slice(0, 2);
  }
  if (/\.(?:communicate|stdin\.(?:write|end|puts)|write|puts|send_line|sendline)$/.test(callee))
    return /stdin|communicate|sendline/.test(callee) ? args.map((one) => one.node) : [];
  const isProcess =
    startsProcess(call) || (commanding.test(callee) && part.language !== 'javascript');
  if (!isProcess) return [];
  const input = args.filter(({ name }) => name === 'input' || name === 'stdin');
  const [first, second] = args.filter(({ name }) => name === null || name === 'args');
  if (first === undefined) return [];
  const list = first.node.type === 'list' || first.node.type === 'array' ? first : second;
  const words =
    list !== undefined && /^(?:list|array)$/.test(list.node.type)
      ? list.node.children
      : args.slice(1).map((one) => one.node);
  const program = (first.list?.[0] ?? first.value ?? '').split('/').at(-1) ?? '';
  const flag = words.findIndex((word) =>
    /^["'`](?:-[a-z]*[ce]|--eval|\/c|-Command)["'`]$/i.test(said(word)),
  );
  const code = flag === -1 ? [] : words.slice(flag + 1, flag + 2);
  const fed = isShell(program) || /^(?:python|node|ruby|perl|php)/.test(program) ? input : [];
  return [
    ...code,
    ...fed.map((one) => one.node),
    ...(startsUnknown(first.value, first.list) ? [first.node] : []),
    ...(node.type === 'subshell' ? [node] : []),
  ];
}

/** A command whose first word is only known at run time is all of a text from elsewhere. */
const startsUnknown = (value: string | null, list: readonly string[] | null): boolean =>
  list === null
    ? value === null || value === '' || value.startsWith('$')
    : (list[0] ?? '$').startsWith('$');

/** Calls of the same name that run nothing. */
function isHarmless({ callee, args, part }: CodeCall, text: string): boolean {
  const given = args.map(({ node }) => text.slice(node.start, node.end)).join(' ');
  if (callee === 'exec' && part.language !== 'python') return part.language !== 'other';
  if (/^yaml\.load$/.test(callee)) return /SafeLoader|safe/i.test(given);
  if (/^set(?:Timeout|Interval|Immediate)$/.test(callee))
    return !/^[\w.]+$/.test(text.slice(args[0]?.node.start, args[0]?.node.end));
  if (callee.endsWith('Worker'))
    return !/\beval\s*:\s*true/.test(given) && !/data:|blob/i.test(given);
  if (callee === 'import') return part.language === 'python';
  if (/^(?:load|parse|source|include|assert|evaluate)$/.test(callee))
    return part.language !== 'other' && part.language !== 'ruby';
  return callee.endsWith('.eval') && part.language !== 'ruby' && !callee.startsWith('binding.');
}

/** Output of a download that a shell keeps in a variable and then runs. */
interface KeptRun {
  readonly download: ShellCommand;
  readonly run: ShellCommand;
}

const nowhere = { start: -1, end: -1 } as const;

/** `x=$(curl …)`, then `eval "$x"`, `bash <<< "$x"`, `echo "$x" | sh` or `$x`. */
export function* keptAndRun({ code, commands, text }: RuleDocument): Generator<KeptRun> {
  for (const part of code) {
    if (part.language !== 'bash' || part.tree === null) continue;
    const own = commands.filter((command) => command.part === part);
    const downloads = own.filter(isDownload);
    const [download] = downloads;
    if (download === undefined) continue;
    const read = readNames(part, own, downloads);
    const holds = follow(part, text, downloads);
    const carries: ExpressionTest = (word) =>
      holds(word) || read.some((name) => namesVariable(word.written ?? word.text ?? '', name));
    for (const run of own)
      if (run.start > download.start && !downloads.includes(run) && isRunOf(run, carries))
        yield { download, run };
  }
}

const namesVariable = (word: string, name: string): boolean =>
  new RegExp(`\\$\\{?${name}\\b`).test(word);

function isRunOf(run: ShellCommand, carries: ExpressionTest): boolean {
  const { name, args, redirects, into } = run;
  if (/^\$\{?\w+/.test(name)) return carries({ ...nowhere, text: name });
  const inputs = redirects.filter(({ operator }) => operator === '<<<');
  if (runsArgument(run)) {
    // `python tool.py "$data"` and `bash run.sh "$url"` pass it to a program of their own.
    const flag = args.findIndex(({ text }) => /^(?:-[a-z]*[ce]|--eval)$/.test(text));
    const code = isInterpreter(name) ? (flag === -1 ? [] : args.slice(flag + 1, flag + 2)) : args;
    if (code.some((word) => startsWithVariable(word.written) && carries(word))) return true;
  }
  if (runsInput(run) && inputs.some(({ written }) => carries({ ...nowhere, text: written })))
    return true;
  return (
    /^(?:echo|printf|print|cat|base64|gunzip)$/.test(name) &&
    into.some(runsInput) &&
    [...args, ...inputs.map(({ written }) => ({ ...nowhere, text: written }))].some(carries)
  );
}

const startsWithVariable = (word: string): boolean => /^["']?\$/.test(word);

/** Names that `read` or `mapfile` fill from a download: `curl … | while read -r line`. */
function readNames(
  { tree }: CodePart,
  own: readonly ShellCommand[],
  downloads: readonly ShellCommand[],
): string[] {
  const readers = own.filter(({ name }) => /^(?:read|mapfile|readarray)$/.test(name));
  if (readers.length === 0 || tree === null) return [];
  const holders = [...nodesIn(tree)].filter(({ type }) =>
    /^(?:pipeline|redirected_statement)$/.test(type),
  );
  return readers.flatMap((reader) => {
    const isFed = holders.some(
      ({ start, end }) =>
        start <= reader.start &&
        reader.end <= end &&
        downloads.some((one) => start <= one.start && one.end <= end),
    );
    if (!isFed) return [];
    const names = reader.args.filter(({ text }) => /^[A-Za-z_]\w{0,60}$/.test(text));
    return names.map(({ text }) => text);
  });
}
