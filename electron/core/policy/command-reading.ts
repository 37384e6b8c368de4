import { packageName, type PackageName, type PackageSource } from './package-name.ts';
import { plainPath } from './uri-forms.ts';

/** A program that a command line starts, by name alone. */
export interface ProgramReading {
  readonly program: string;
  readonly args: readonly string[];
}

/** A package that a runner in a command line downloads and starts. */
export interface PackageReading extends PackageName {
  readonly args: readonly string[];
}

export interface CommandReading {
  readonly programs: readonly ProgramReading[];
  readonly packages: readonly PackageReading[];
  /** Too long to read to the end, so it may start anything. */
  readonly isEndless: boolean;
}

/**
 * Everything that a command line may start, for deny rules: the attacker writes the configuration
 * and reaches the same program through a path, a wrapper, another runner or a version. Reads too
 * much rather than too little. `isPattern`: the words are a rule's, in which a wildcard is a
 * package only in last place.
 */
export function readCommand(
  command: string,
  args: readonly string[],
  isPattern = false,
): CommandReading {
  const found: Found = { programs: [], packages: [], left: mostWords };
  readWords(found, [command, ...args], isPattern, 0);
  return { ...found, isEndless: found.left < 0 };
}

interface Found {
  readonly programs: ProgramReading[];
  readonly packages: PackageReading[];
  /** How many more words may be read. */
  left: number;
}

/** Nested wrappers: deeper than anyone writes, and not read to the end. */
const mostDepth = 8;
/** Total words read, including scripts inside scripts, which the attacker nests without end. */
const mostWords = 5_000;

function readWords(
  found: Found,
  words: readonly string[],
  isPattern: boolean,
  depth: number,
): void {
  found.left = depth > mostDepth ? -1 : found.left - words.length;
  if (found.left < 0) return;
  const [command = '', ...args] = words;
  const program = programName(command);
  found.programs.push({ program, args });
  for (const word of words) found.packages.push(...installedPackages(word));
  if (wrappers.has(program)) {
    // Only the wrapper knows which words are option values, so each may be the program.
    for (const [at, word] of args.entries())
      if (!word.startsWith('-'))
        found.programs.push({ program: programName(word), args: args.slice(at + 1) });
    readScripts(found, args, isPattern, depth);
  }
  // A runner may be anywhere after an unknown program.
  for (const [at, word] of words.entries()) {
    const isShell = shells.has(programName(word));
    const runner = runnerAt(words, at);
    readLoaded(found, words, at);
    if (!isShell && runner === null) continue;
    found.left -= words.length - at;
    if (found.left < 0) return;
    if (isShell) readScripts(found, words.slice(at + 1), isPattern, depth);
    if (isShell && words.slice(at + 1).some((one) => encoded.test(one))) found.left = -1;
    if (runner === null) continue;
    const rest = words.slice(runner.end);
    found.programs.push({ program: runner.name, args: rest });
    readNamed(found, runner.source, words.slice(at + 1, runner.end));
    readPackages(found, runner.source, rest, isPattern);
    if (/^(?:create|init|innit)$/.test(words[runner.end - 1] ?? '')) readCreated(found, rest);
    if (runner.source !== 'image') readScripts(found, rest, isPattern, depth);
  }
}

const wrappers: ReadonlySet<string> = new Set(
  `env sudo doas su runuser gosu nohup nice ionice timeout gtimeout time stdbuf setsid setpriv
   taskset chrt numactl prlimit unshare nsenter chroot bwrap firejail systemd-run flock watch script
   xargs parallel strace ltrace rlwrap unbuffer tini dumb-init xvfb-run cross-env dotenv dotenvx exec
   command start arch caffeinate`.split(/\s+/),
);
const shells: ReadonlySet<string> = new Set(
  'sh bash zsh dash ash ksh fish cmd powershell pwsh busybox'.split(' '),
);
/** Scripts that PowerShell decodes aren't read here: `-e`, `-enc`, `-EncodedCommand`. */
const encoded = /^-(?:e|ec|en|enc\w*)$/i;

/** A name without folder and extension, in lower case. Also accepts a pattern. */
export function programName(word: string): string {
  const name = plainPath(word.trim()).split('/').at(-1) ?? '';
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}

/** The option that precedes a script: `-c`, `-lce`, `/c`, `/d/s/c`, `-Command`, `--call`. */
const scriptOption = /^(?:-\w*c\w*|(?:\/\w)*\/[ck]|--call|--command)$/i;
/** The same with the script in one word: `--call=npx x`, `/cnpx x`. */
const withScript = /^(?:--(?:call|command|split-string)=|-S(?=.)|\/[ck](?=[^/]))(.+)$/is;

/** The scripts, or the words of one, that a shell or wrapper receives (`cmd /c npx x`). */
function readScripts(
  found: Found,
  args: readonly string[],
  isPattern: boolean,
  depth: number,
): void {
  const at = args.findIndex((word) => scriptOption.test(word));
  const scripts = at === -1 ? [] : [args.slice(at + 1).join(' ')];
  for (const [index, word] of args.entries()) {
    const script = withScript.exec(word)?.[1];
    if (script !== undefined) scripts.push([script, ...args.slice(index + 1)].join(' '));
    else if (/[\s;&|<>()`$]/.test(word)) scripts.push(word);
  }
  for (const line of scripts.flatMap((script) => commandsOf(script))) {
    const words = line.split(/\s+/).flatMap((word) => {
      const plain = word.replaceAll(/["'^\\]/g, '');
      return plain === '' || /^\w+=/.test(plain) ? [] : [plain];
    });
    if (words.length > 0) readWords(found, words, isPattern, depth + 1);
  }
}

/**
 * Splits a script wherever a shell starts another command or a redirect. `${IFS}` counts as a
 * space.
 */
const commandsOf = (script: string): string[] =>
  script.replaceAll(/\$(?:IFS\b|\{IFS\})/g, ' ').split(/[;&|()`\n<>]+|\$\(/);

interface Runner {
  /** One name for runners that are the same. */
  readonly name: string;
  readonly source: PackageSource;
  /** Index of the first word after it. */
  readonly end: number;
}

const alone: Readonly<Record<string, readonly [string, PackageSource]>> = {
  npx: ['npx', 'npm'],
  pnpx: ['pnpx', 'npm'],
  bunx: ['bunx', 'npm'],
  uvx: ['uvx', 'pypi'],
};
/** With a verb, which may follow options. */
const withVerb: Readonly<Record<string, readonly [RegExp, string, PackageSource]>> = {
  npm: [/^(?:exec?|x|create|init|innit)$/, 'npx', 'npm'],
  pnpm: [/^(?:dlx|exec|create)$/, 'pnpx', 'npm'],
  yarn: [/^(?:dlx|exec|run|create)$/, 'yarn', 'npm'],
  bun: [/^(?:x|run|create)$/, 'bunx', 'npm'],
  uv: [/^run$/, 'uvx', 'pypi'],
  pipx: [/^run$/, 'pipx', 'pypi'],
  docker: [/^(?:run|create)$/, 'docker', 'image'],
  podman: [/^(?:run|create)$/, 'podman', 'image'],
  'podman-remote': [/^(?:run|create)$/, 'podman', 'image'],
  finch: [/^(?:run|create)$/, 'finch', 'image'],
  nerdctl: [/^(?:run|create)$/, 'nerdctl', 'image'],
};

function runnerAt(words: readonly string[], at: number): Runner | null {
  const program = programName(words[at] ?? '')
    .replace(/@.*$/s, '')
    // What npm's own programs start.
    .replace(/^(npm|npx)-cli\.js$/, '$1');
  if (Object.hasOwn(alone, program)) {
    const [name = '', source = 'npm'] = alone[program] ?? [];
    return { name, source, end: at + 1 };
  }
  if (/^(?:pythonw?|pypy|pyw?)[\d.]*$/.test(program)) {
    // `-m x`, `-Im x`; the joined form (`-mx`) is read with the packages.
    const module = words.findIndex((word, index) => index > at && /^-[a-z]*m/i.test(word));
    if (module === -1) return null;
    const isJoined = !/m$/i.test(words[module] ?? '');
    return { name: program, source: 'pypi', end: isJoined ? module : module + 1 };
  }
  if (!Object.hasOwn(withVerb, program)) return null;
  const [verb = /^$/, name = '', source = 'npm'] = withVerb[program] ?? [];
  const end = words.findIndex((word, index) => index > at && verb.test(word));
  return end === -1 ? null : { name, source, end: end + 1 };
}

/** Options that name a package. */
const naming = /^(?:-p|--package|--from|--with|--spec)$/;
/** Node options that load a package. */
const loading = /^(?:-r|--require|--import|--loader|--experimental-loader)$/;
/** Options that take no value. */
const switches =
  /^(?:-y|--yes|-q|--quiet|--bun|--isolated|--offline|-it?|-ti?|-d|--rm|--init|--interactive|--tty|--detach|--privileged|--read-only|--|--no-[\w-]+|--prefer-[\w-]+)$/;

/**
 * The packages among a runner's words. A word after an option may be its value or the package: each
 * counts as one, until a word that can't be an option's value.
 */
function readPackages(
  found: Found,
  source: PackageSource,
  words: readonly string[],
  isPattern: boolean,
): void {
  let before = '';
  for (const [at, word] of words.entries()) {
    const [, option = word, joined] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
    const args = words.slice(at + 1);
    if (word.startsWith('-')) {
      if (joined !== undefined && naming.test(option)) addNamed(found, source, joined);
      // Python's module joined to its option: `-mx`.
      const module = source === 'pypi' && /^-[a-z]*m(.+)$/i.exec(word)?.[1];
      if (typeof module === 'string') addPackage(found, source, module, args);
      before = word;
      continue;
    }
    const isOpen = isPattern && /^[*?]+$/.test(word) && args.length > 0;
    if (!isOpen) addPackage(found, source, word, args);
    const isCertain =
      !isOpen && (!before.startsWith('-') || before.includes('=') || switches.test(before));
    if (isCertain) return;
    before = '';
    // If another word follows, this one was the option's value and the package is still to come.
  }
}

/** Packages that options name before a runner's verb: `pnpm --package=x dlx y`. */
function readNamed(found: Found, source: PackageSource, words: readonly string[]): void {
  for (const [at, word] of words.entries()) {
    const [, option = word, joined = words[at + 1]] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
    if (naming.test(option) && joined !== undefined) addNamed(found, source, joined);
  }
}

/** One or more packages, separated by commas. */
function addNamed(found: Found, source: PackageSource, names: string): void {
  if (source === 'image') return;
  for (const name of names.split(','))
    found.packages.push({ ...packageName(source, name), args: [] });
}

/** `npm create x` downloads `create-x`, and `npm create @a/x` downloads `@a/create-x`. */
function readCreated(found: Found, words: readonly string[]): void {
  const word = words.find((one) => !one.startsWith('-'));
  if (word === undefined) return;
  const name = word.startsWith('@') ? word.replace('/', '/create-') : `create-${word}`;
  addPackage(found, 'npm', name, []);
}

/** A package that Node loads before its script: `node -r x`. */
function readLoaded(found: Found, words: readonly string[], at: number): void {
  const [, option = words[at] ?? '', joined = words[at + 1]] =
    /^(-[^=]*)=(.*)$/s.exec(words[at] ?? '') ?? [];
  if (loading.test(option) && joined !== undefined) addNamed(found, 'npm', joined);
}

function addPackage(
  found: Found,
  source: PackageSource,
  word: string,
  args: readonly string[],
): void {
  const named = packageName(source, word);
  found.packages.push({ ...named, args });
  // A module within a Python package.
  const [top = ''] = word.split('.');
  if (source === 'pypi' && top !== '' && top !== word && !/[=<>~!@[]/.test(word))
    found.packages.push({ ...packageName(source, top), args });
  if (source !== 'image') found.programs.push({ program: named.name, args });
}

/** From a path into `node_modules`, and from `npm:x`, as in deno and others. */
function installedPackages(word: string): readonly PackageReading[] {
  const path = plainPath(word);
  const installed = [...path.matchAll(/(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)/g)].map(
    ([, name = '']) => name,
  );
  const linked = /(?:^|\/)\.bin\/([^/]+)$/.exec(path)?.[1];
  const specifier = /^npm:\/?((?:@[^/]+\/)?[^/]+)/s.exec(word)?.[1];
  return [
    ...installed,
    ...(linked === undefined ? [] : [programName(linked)]),
    ...(specifier === undefined ? [] : [specifier]),
  ].map((name) => ({ ...packageName('npm', name), args: [] }));
}
