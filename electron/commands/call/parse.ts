import { parseArgs } from 'node:util';
import { CommandError, flagsIn, type CliCommand, type CommandWord } from './command.ts';
import { flagOf, flags, isFlag, type FlagName } from './flags.ts';

/** A command line, split according to the table of flags. */
export interface SplitArguments {
  readonly given: ReadonlyMap<FlagName, readonly (string | true)[]>;
  readonly words: readonly string[];
  /** The first argument that no command accepts; null if there is none. */
  readonly mistake: string | null;
}

const options = Object.fromEntries(
  Object.keys(flags).map((name) => [
    name,
    isFlag(name) && flagOf(name).value !== undefined
      ? { type: 'string' as const }
      : { type: 'boolean' as const, ...(name === 'help' ? { short: 'h' } : {}) },
  ]),
);

/**
 * Splits a command line. Returns a mistake as a value instead of throwing, because `--json` may
 * still follow it.
 */
export function split(argv: readonly string[]): SplitArguments {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<FlagName, (string | true)[]>();
  const words: string[] = [];
  let mistake: string | null = null;
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!isFlag(name) || (rawName !== `--${name}` && rawName !== '-h')) {
      mistake ??= `unknown flag ${JSON.stringify(rawName)}`;
      continue;
    }
    const wanted = flagOf(name).value;
    if (wanted === undefined && inlineValue === true) mistake ??= `--${name} takes no value`;
    if (wanted !== undefined && (value === undefined || value === ''))
      mistake ??= `--${name} takes a value: --${name} ${wanted}`;
    // If the value looks like a flag, the caller probably forgot the value.
    if (inlineValue === false && value?.startsWith('-') === true && value !== '-')
      mistake ??= `--${name} takes a value; if it begins with -, write --${name}=${wanted}`;
    const before = given.get(name) ?? [];
    given.set(name, [...before, value ?? true]);
  }
  return { given, words, mistake };
}

/** True if the caller asked for JSON, even if the rest of the line is wrong. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv
    .slice(0, end === -1 ? undefined : end)
    .some((word) => word === '--json' || word.startsWith('--json='));
}

/**
 * Returns what a command receives from a split line. `words` are the words after its name. Throws a
 * CommandError that names the first mistake.
 */
export function given(
  name: string,
  command: CliCommand,
  line: SplitArguments,
  words: readonly string[],
): Readonly<Record<string, unknown>> {
  const wrong = (what: string): CommandError =>
    new CommandError(`${what}; see \`skillgate ${name} --help\``);
  if (line.mistake !== null) throw wrong(line.mistake);
  const folders = 'folder' in command.flags ? foldersIn(words, wrong) : [];
  const has = (flag: FlagName): boolean =>
    line.given.has(flag) || (flag === 'folder' && folders.length > 0);
  const isGiven = Object.keys(flags).filter((flag) => isFlag(flag) && has(flag)) as FlagName[];
  for (const flag of isGiven) {
    const use = command.flags[flag];
    if (use === undefined) throw wrong(`\`${name}\` doesn't take --${flag}`);
    const times = line.given.get(flag)?.length ?? 0;
    if (times > 1 && flagOf(flag).many !== true && use.many !== true)
      throw wrong(`--${flag} can be given only once`);
    if (use.with !== undefined && !has(use.with)) throw wrong(`--${flag} needs --${use.with}`);
    const other = flagsIn(use.without).find(has);
    if (other !== undefined)
      throw wrong(
        line.given.has(other)
          ? `--${flag} can't be combined with --${other}`
          : `--${flag} can't be combined with a folder (${JSON.stringify(folders[0])})`,
      );
  }
  const missing = Object.entries(command.flags).flatMap(([flag, use]) =>
    use.required === true && !line.given.has(flag as FlagName) && !flagsIn(use.unless).some(has)
      ? [`--${flag}`]
      : [],
  );
  if (missing.length > 0)
    throw wrong(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`);
  const values: Record<string, unknown> = { words: checked(command.words, words, wrong) };
  for (const [flag, use] of Object.entries(command.flags)) {
    if (!isFlag(flag)) throw new Error(`the table has no flag ${flag}`);
    const found = line.given.get(flag);
    values[flag] =
      flag === 'folder'
        ? [...((found ?? []) as string[]), ...folders]
        : valueOf(flag, found, use.many === true || flagOf(flag).many === true);
  }
  return values;
}

/**
 * The words of a command that takes folders. One that could as well be a server's label is refused:
 * a folder has a separator in it, or begins with `.` or `~`.
 */
function foldersIn(
  words: readonly string[],
  wrong: (what: string) => CommandError,
): readonly string[] {
  for (const word of words)
    if (word !== '' && !/^[.~]|[\\/]/.test(word))
      throw wrong(
        `${JSON.stringify(word)} could be a folder or a server's label, so neither was tried: ` +
          `for the folder, write ./${word} or --folder ${word}; for the server, --server ${word}`,
      );
  return words;
}

function valueOf(
  flag: FlagName,
  found: readonly (string | true)[] | undefined,
  many: boolean,
): unknown {
  if (many) return found ?? [];
  return flagOf(flag).value === undefined ? found !== undefined : found?.[0];
}

function checked(
  takes: readonly CommandWord[],
  words: readonly string[],
  wrong: (what: string) => CommandError,
): readonly string[] {
  const missing = takes.find(({ optional }, index) => optional !== true && index >= words.length);
  if (missing !== undefined) throw wrong(`${missing.name} is missing`);
  const surplus = takes.at(-1)?.many === true ? undefined : words[takes.length];
  if (surplus !== undefined) throw wrong(`unexpected argument ${JSON.stringify(surplus)}`);
  words.forEach((word, index) => {
    const named = takes[index] ?? takes.at(-1);
    if (word === '' && named?.mayBeEmpty !== true) throw wrong(`${named?.name} is empty`);
  });
  return words;
}

/** Returns a flag's value. Throws a CommandError if it's none of the allowed values. */
export function choice<const T extends string>(
  flag: string,
  words: readonly T[],
  given: string,
): T {
  const found = words.find((word) => word === given);
  if (found === undefined)
    throw new CommandError(`--${flag} takes ${words.join(', ')}; see --help`);
  return found;
}
