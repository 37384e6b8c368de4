import { isShell } from '../knowledge/interpreters.ts';
import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

/** A name that starts with a dot, also as a pattern: `.*`, `./.cache/x.sh`. */
const hidden = /(?:^|\/)\.(?![./]|$)[^/]*/;

/** X07. */
export const hiddenFileRun = rule({
  id: 'X07',
  family: 'running',
  severity: 'medium',
  title: 'Runs hidden files',
  why:
    'Most file lists leave out names that start with a dot. A program that finds and runs ' +
    'such files was hidden on purpose.',
  confusedWith: 'Searching hidden folders without running anything.',
  *look({ commands }) {
    for (const command of commands)
      if (findsAndRuns(command) || runsHidden(command)) yield at(command);
  },
});

function findsAndRuns({ name, args, into }: ShellCommand): boolean {
  if (name !== 'find' && name !== 'fd' && name !== 'ls') return false;
  if (!args.some(({ text }) => hidden.test(text))) return false;
  const exec = args.findIndex(({ text }) => /^-(?:exec|execdir|ok)$/.test(text));
  const run = exec === -1 ? undefined : args[exec + 1]?.text;
  if (run !== undefined && (isShell(base(run)) || run === '{}')) return true;
  return into.some(
    (next) => isShell(next.name) || (next.wrappers.includes('xargs') && isShell(next.name)),
  );
}

/** `bash .cache/x.sh`, `sh ./.hidden`, but not in folders where tools keep their own files. */
function runsHidden({ name, args }: ShellCommand): boolean {
  if (!isShell(name) && name !== 'source' && name !== '.') return false;
  const [file] = args.filter(({ text }) => !text.startsWith('-'));
  if (file === undefined || file.dynamic || args.some(({ text }) => /^-[a-z]*c$/.test(text)))
    return false;
  const last = file.text.split('/').at(-1) ?? '';
  return (
    /^\.[\w-]+\.?(?:sh|bash|py|js)?$/.test(last) &&
    !knownPattern.test(last) &&
    !file.text.startsWith('~')
  );
}

const knownPattern =
  /^\.(?:env(?:\..*|rc)?|venv|bashrc|bash_profile|profile|zshrc|zprofile|nvmrc|local)/;

const base = (word: string): string => word.slice(word.lastIndexOf('/') + 1);
