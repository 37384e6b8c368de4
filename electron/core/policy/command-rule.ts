import {
  programName,
  readCommand,
  type CommandReading,
  type PackageReading,
} from './command-reading.ts';
import { parseGlob, type GlobPattern } from './glob.ts';
import { mayBeOneVersion, type PackageSource } from './package-name.ts';
import { plainPath, patternForms, wholePattern } from './uri-forms.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

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

/** A pattern in both readings: exact for allowing, in every spelling for denying. */
export interface PolicyPattern {
  /** As written. */
  readonly text: string;
  readonly exact: GlobPattern;
  readonly broad: readonly GlobPattern[];
}

/** The pattern of a command-line word: case-insensitive when denying. */
export const wordPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, text, [text]);

/** The pattern of a skill's URI: when denying, however the same place is written. */
export const uriPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, text, patternForms(text));

/** The pattern of a server's parsed address, which always has a path. */
export const addressPattern = (text: string): Result<PolicyPattern, string> =>
  compile(text, wholePattern(text), patternForms(text));

function compile(
  text: string,
  exactly: string,
  spellings: readonly string[],
): Result<PolicyPattern, string> {
  const written = parseGlob(text);
  if (!written.ok) return written;
  // Adding the path's slash may exceed the maximum length of a pattern.
  const exact = parseGlob(exactly);
  const broad: GlobPattern[] = [];
  for (const spelling of spellings) {
    const made = parseGlob(spelling, true);
    if (made.ok) broad.push(made.value);
  }
  if (broad.length === 0) return err('a pattern has no spelling');
  return ok({ text, exact: exact.ok ? exact.value : written.value, broad });
}

/** The server controls the matched text. Nobody reads texts longer than this. */
const longestText = 8_192;

export const matchesExactly = ({ exact }: PolicyPattern, text: string): boolean =>
  text.length <= longestText && exact.matches(text);

/**
 * Whether a deny rule covers a text in any spelling, the text itself first: an unreadable length
 * doesn't evade a rule.
 */
export const matchesBroadly = (
  { broad }: PolicyPattern,
  text: string,
  spellings: (text: string) => readonly string[],
): boolean =>
  text.length > longestText ||
  spellings(text).some((spelling) => broad.some((glob) => glob.matches(spelling)));
