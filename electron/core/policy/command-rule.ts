import {
  programName,
  readCommand,
  type CommandReading,
  type PackageReading,
} from './command-reading.ts';
import {
  parseGlob,
  type GlobPattern,
  matchesBroadly,
  matchesExactly,
  type PolicyPattern,
} from './pattern.ts';
import { mayBeOneVersion, type PackageSource } from './package-name.ts';
import { plainPath } from './uri-forms.ts';

/** A rule's command line: exactly as written, and its meaning when it denies. */
export interface CommandRule {
  readonly command: PolicyPattern;
  /** Any if null. */
  readonly args: readonly PolicyPattern[] | null;
  /** The program's name without its folder; null if that would match every program. */
  readonly program: GlobPattern | null;
  readonly packages: readonly PackagePattern[];
}

interface PackagePattern {
  readonly source: PackageSource;
  readonly name: GlobPattern;
  /** Any if null. */
  readonly version: GlobPattern | null;
  /** Any if the rule has nothing after the package. */
  readonly args: readonly GlobPattern[];
}

export function commandRule(
  command: PolicyPattern,
  args: readonly PolicyPattern[] | null,
): CommandRule {
  const name = programName(command.text);
  const isAnyIn = /[\\/]/.test(command.text) && /^[*?]*$/.test(name);
  const { packages } = readCommand(
    command.text,
    (args ?? []).map(({ text }) => text),
    true,
  );
  return {
    command,
    args,
    program: isAnyIn ? null : broadGlob(name),
    packages: packages.flatMap(packagePattern),
  };
}

function packagePattern({ source, name, version, args }: PackageReading): PackagePattern[] {
  const glob = broadGlob(name);
  const words = args.map(broadGlob);
  if (glob === null || words.includes(null)) return [];
  return [
    {
      source,
      name: glob,
      version: version === null ? null : broadGlob(version),
      args: words.filter((word) => word !== null),
    },
  ];
}

function broadGlob(text: string): GlobPattern | null {
  const made = parseGlob(text, true);
  return made.ok ? made.value : null;
}

interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** Whether an allow rule covers a command line: word by word, each in its place. */
export const allowsCommand = (rule: CommandRule, { command, args }: CommandLine): boolean =>
  matchesExactly(rule.command, command) &&
  (rule.args === null || inPlace(rule.args, args, matchesExactly));

/**
 * Whether a deny rule covers a command line: as written, by the program's name in any folder, or by
 * a package that any runner downloads in any version.
 */
export function deniesCommand(rule: CommandRule, line: CommandLine): boolean {
  const isArgs = (args: readonly string[]): boolean =>
    rule.args === null || inPlace(rule.args, args, matchesWord);
  const isCommand = matchesBroadly(rule.command, line.command, (path) => [path, plainPath(path)]);
  if (isCommand && isArgs(line.args)) return true;
  const { programs, packages, isEndless } = readingOf(line);
  return (
    isEndless ||
    programs.some(({ program, args }) => rule.program?.matches(program) === true && isArgs(args)) ||
    packages.some((named) => rule.packages.some((pattern) => isPackage(pattern, named)))
  );
}

const matchesWord = (pattern: PolicyPattern, text: string): boolean =>
  matchesBroadly(pattern, text, (word) => [word]);

function isPackage(
  pattern: PackagePattern,
  { source, name, version, args }: PackageReading,
): boolean {
  return (
    pattern.source === source &&
    pattern.name.matches(name) &&
    // A package without a version, or with a range or tag, may turn out to be the denied one.
    (pattern.version === null ||
      version === null ||
      pattern.version.matches(version) ||
      (!/[*?]/.test(pattern.version.pattern) &&
        mayBeOneVersion(source, pattern.version.pattern, version))) &&
    (pattern.args.length === 0 || inPlace(pattern.args, args, (glob, word) => glob.matches(word)))
  );
}

const inPlace = <P>(
  patterns: readonly P[],
  words: readonly string[],
  match: (pattern: P, word: string) => boolean,
): boolean =>
  patterns.length === words.length &&
  patterns.every((pattern, at) => match(pattern, words[at] ?? ''));

const readings = new WeakMap<CommandLine, CommandReading>();

/** Called once per skill of a server. */
function readingOf(line: CommandLine): CommandReading {
  let reading = readings.get(line);
  if (reading === undefined) readings.set(line, (reading = readCommand(line.command, line.args)));
  return reading;
}
