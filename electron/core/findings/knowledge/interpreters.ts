import type { ShellCommand } from '../reading/commands.ts';

const shells = new Set('sh bash zsh dash ksh ash fish csh tcsh pwsh powershell cmd'.split(' '));
const languages =
  /^(?:python[\d.]*|pypy\d?|node|nodejs|deno|bun|ruby|perl|php|lua|tclsh|osascript|groovy|rscript)$/;
const evaluators = new Set(['eval', 'source', '.', 'iex', 'invoke-expression']);

export const isShell = (name: string): boolean => shells.has(name);

export const isInterpreter = (name: string): boolean => shells.has(name) || languages.test(name);

/** Commands that run their argument: `eval "$(…)"`, `source <(…)`, `bash -c "$(…)"`, `iex (…)`. */
export function runsArgument(command: ShellCommand): boolean {
  if (evaluators.has(command.name)) return true;
  if (codeOf(command)?.match(/^["']?(?:\$\(|`)/)) return true;
  return isInterpreter(command.name) && !isFilter(command);
}

/** Interpreters that get a program through a pipe, not data for a program in their arguments. */
export function runsInput(command: ShellCommand): boolean {
  if (command.name === 'iex' || command.name === 'invoke-expression') return true;
  // `python3 -c 'exec(sys.stdin.read())'`, `make -f -`, `crontab -`, `$0` and `"$SHELL"`.
  if (isInterpreter(command.name) && readsCode.test(codeOf(command) ?? '')) return true;
  if (/^(?:\$0|\$\{?(?:shell|bash)\}?|"\$shell"|"\$0")$/.test(command.name)) return true;
  const words = command.args.map(({ text }) => text).join(' ');
  if (command.name === 'make') return /(?:^|\s)-f\s?(?:-|\/dev\/stdin)(?:\s|$)/.test(words);
  if (/^(?:crontab|at|batch)$/.test(command.name))
    return command.name === 'crontab' ? words === '-' : !/-f/.test(words);
  if (command.wrappers.includes('xargs') && isInterpreter(command.name))
    return /(?:^|\s)-c$|\{\}|%/.test(words);
  if (!isInterpreter(command.name) || isFilter(command)) return false;
  const own = command.args.findIndex(({ text }) => !text.startsWith('-') || text === '-');
  const first = command.args[own]?.text;
  if (first === undefined || first === '-' || first === '/dev/stdin') return true;
  // `bash -s -- y`, `sh -s stable`: the words after -s are arguments of the program.
  return command.args.slice(0, own).some(({ text }) => /^-[a-z]*s$/.test(text) || text === '--');
}

/** A one-line program that runs what it reads. */
const readsCode =
  /\b(?:exec|eval)\b[\s\S]*\b(?:stdin|STDIN|input\(|fs\.readFileSync\(0)|^\s*eval\b/;

/** The program in an argument: `python3 -c 'CODE'`. */
function codeOf({ name, args }: ShellCommand): string | null {
  const flag = args.findIndex(({ text }) => /^(?:-[a-z]*[ce]|--eval|-r)$/.test(text));
  return flag === -1 || !isInterpreter(name) ? null : (args[flag + 1]?.text ?? null);
}

/** `python -m json.tool`, `node -e '…'`, `perl -ne`: the program is in the arguments. */
const isFilter = ({ name, args }: ShellCommand): boolean =>
  !shells.has(name) &&
  args.some(({ text }) => /^-(?:[a-z]*[cemnp][a-z]*|-eval|-print)$/i.test(text) && text !== '-');
