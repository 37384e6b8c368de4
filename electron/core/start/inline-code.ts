import { loadsCode } from './loader-variables.ts';
import { containers, isRunner, placesOf, type ArgumentContext } from './program.ts';

/** Most programs that know the option read what follows as code, or as its name. */
export const takesCode =
  /^(?:-[a-z]*[cepr]|--(?:eval|print|exec|execute|command|call|run|require|import|loader|script)|[-/](?:c|k|command|encodedcommand|file))$/i;
/** What follows is code itself. */
const beforeCode =
  /^(?:-[a-z]*[cep]|--(?:eval|print|exec|execute|command|call|run)|[-/](?:c|k|command|encodedcommand))$/i;
/** Signs that a text of code takes a word or variable from elsewhere. */
const signs = /[$`|]|\w\(|%\w+%|!\w+!|&&|;\s|\bdata:/;
/** The most that a path, package or setting after such an option contains in other programs. */
const plainPattern =
  /^(?:@[a-z\d~][\w.~-]*\/)?[\p{L}\p{N}_.,~:/\\=+-]*(?:@(?:[\d.^~]|latest$|next$)[\w.-]*)?$/u;
/** What an interpreter's option looks like with code joined to it. */
const glued = /[@*+"'\s(){}[\]<>;!?^#]/;
/** Programs whose option for code takes any word. */
const interpreters = new Set(
  [
    'sh bash zsh dash ksh mksh pdksh rksh rbash ash ' +
      'csh tcsh fish yash nu xonsh elvish busybox toybox',
    'pwsh powershell cmd node nodejs tsx ts-node python ' +
      'pythonw py pyw pypy ipython ruby irb perl php',
    'hhvm lua luajit tclsh wish guile racket awk gawk ' +
      'mawk nawk jq osascript julia r rscript octave',
    'elixir erl groovy scala clojure clj gdb lldb vi vim nvim emacs env',
  ].flatMap((names) => names.split(' ')),
);
const header = /^[\w-]+:[^|`(]*$/;

/**
 * The first argument with inline code: 0 if a variable has it, infinity if there is none. Code may
 * run any argument or variable, under names that it assembles, so next to it no option or variable
 * name proves anything.
 */
export function inlineCodeAt(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): number {
  if (Object.entries(env).some(([name, value]) => loadsCode(name) && signs.test(value))) return 0;
  const places = placesOf(command, args);
  const found = args.findIndex((arg, at) => {
    const place = places[at];
    return place !== undefined && isCode(arg, args[at - 1] ?? '', place);
  });
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

function isCode(arg: string, before: string, { tool, isNamed }: ArgumentContext): boolean {
  // The sender fills in `${NAME}` in a header.
  if (/^(?:-H|--(?:\w+-)*headers?)$/.test(before) && header.test(arg)) return false;
  if (signs.test(arg)) return true;
  if (isNamed) return beforeCode.test(before) && !plainPattern.test(arg);
  if (containers.has(tool)) return false;
  if (!interpreters.has(tool)) return beforeCode.test(before) && !plainPattern.test(arg);
  if (arg.startsWith('-')) return glued.test(arg);
  const isSplit = tool === 'env' && /^-\w*S$|^--split-string$/.test(before);
  // `cmd /c npx` names a program like any command.
  return (isSplit || beforeCode.test(before)) && !isRunner(arg);
}

const wordsIn = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

/**
 * Returns a check whether any text of the command mentions a variable, apart from the one that sets
 * it. `docker run -e NAME` only passes a variable on, a header isn't code, and an option may have a
 * variable's name: `--token`.
 */
export function namedBy(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): (name: string) => boolean {
  const handed = args.filter((arg, at) => {
    const before = args[at - 1] ?? '';
    const isHandedOn = /^(?:-e|--env)$/.test(before) && /^\w+$/.test(arg);
    return !isHandedOn && !(/^(?:-H|--header)$/.test(before) && header.test(arg));
  });
  const said = handed.map((arg) => arg.replace(/^(?:--?[\w-]+=?)?(?:[A-Za-z_]\w*=)?/, ''));
  const words = new Set(said.flatMap(wordsIn));
  const insensitive = new Set(
    [...said, ...Object.values(env)]
      .flatMap((text) => text.match(/%\w+%|!\w+!|env[:.]\w+/gi) ?? [])
      .map((text) =>
        text
          .replace(/^env[:.]/i, '')
          .replaceAll(/\W/g, '')
          .toUpperCase(),
      ),
  );
  const inValues = new Map<string, number>();
  for (const value of Object.values(env))
    for (const word of new Set(wordsIn(value))) inValues.set(word, (inValues.get(word) ?? 0) + 1);
  return (name) => {
    const own = new Set(wordsIn(Object.hasOwn(env, name) ? (env[name] ?? '') : ''));
    return (
      insensitive.has(name.toUpperCase()) ||
      wordsIn(name).every(
        (word) => words.has(word) || (inValues.get(word) ?? 0) > (own.has(word) ? 1 : 0),
      )
    );
  };
}
