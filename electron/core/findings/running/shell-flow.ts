import { isDownload } from '../knowledge/downloads.ts';
import { isInterpreter, runsArgument, runsInput } from '../knowledge/interpreters.ts';
import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/code-part.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow, type ExpressionTest } from '../reading/flow.ts';
import { nodesIn } from '../reading/tree.ts';

/** Output of a download that a shell keeps in a variable and then runs. */
export interface KeptRun {
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
