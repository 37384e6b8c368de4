import { parseJsonc } from '../jsonc.ts';
import { isRawEntry } from '../server-entry.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { quoteName } from '../../../../shared/quote-text.ts';
import { addressAsCommand } from '../../../../shared/url.ts';
import { type ShellLine, type ShellWord, shellLines } from './shell-words.ts';
import { isSurelyWindows, shellOf, type ShellKind } from './shells.ts';

/** The server in a pasted line, or why there is none. `where` is the start of the line. */
interface ReadLine {
  readonly where: string;
  readonly server: Result<LineServer, string>;
}

/** Starts of a JSON, TOML or YAML document rather than a shell line. */
const document =
  /^(?:[[{]|"(?:[^"\\]|\\.)*"\s*:|\/\/|\/\*|(?:extensions|mcpServers|servers|mcp_servers)[ \t]*:|#[^\n]*\n\s*\[)/;

/** True for an address or a shell line. */
export const isLines = (text: string): boolean => {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  return start !== '' && !document.test(start) && !/^[ \t]*\[[ \t]*"?mcp_servers/m.test(start);
};

/** Commands that only prepare the shell: without more they aren't servers. */
const prepares = new Set(['cd', 'export', 'set', 'source', '.', 'alias', 'unset', 'pushd']);
/** Shell keywords: this line alone doesn't show what they start, or whether they do. */
const shellsOwn = new Set(
  `! { } [[ ]] if then else elif fi for while until do done case esac function select time coproc
  $ % exec eval command builtin trap exit return call start rem goto`.split(/\s+/),
);

/**
 * Addresses, shell lines and lines for Claude Code's own command, one server each. Nothing is run
 * or filled in; parts of a line that don't belong to a server are reported.
 */
export function readLines(text: string): readonly ReadLine[] {
  const address = text.trim();
  if (/^https?:\/\/\S+$/i.test(address))
    return [{ where: '', server: ok({ label: '', entry: { url: address }, left: [] }) }];
  if (address.length > longest)
    return [{ where: `${address.slice(0, 40)}…`, server: err(tooLong) }];
  return certainLines(text.replace(/^\uFEFF/, ''))
    .filter(({ words, left }) => words.length > 0 || left.some((part) => !part.startsWith('#')))
    .map((line) => ({
      where: startOf([...line.words.map(({ text: word }) => word), ...line.left]),
      server: serverOf(line),
    }));
}

/** In UTF-16 units. The attacker wrote what a person pastes: each word is read at every letter. */
const longest = 64 * 1_024;
const tooLong = 'It has more than 65,536 characters. No program takes a longer command.';
const wordsShown = 6;

/** The first words of a line; an ellipsis says that there are more. */
const startOf = (words: readonly string[]): string =>
  words.slice(0, wordsShown).join(' ') + (words.length > wordsShown ? ' …' : '');

function serverOf({ words, left, problem }: ShellLine): Result<LineServer, string> {
  if (problem !== null) return err(problem);
  if (words.length === 0) return err('It starts with shell syntax and names no program.');
  const outside = left.filter((part) => !part.startsWith('#'));
  const own = isClaudeLine(words)
    ? claudeLine(words)
    : isCodeLine(words)
      ? codeLine(words)
      : commandOf(words);
  if (own.ok) return ok({ ...own.value, left: [...own.value.left, ...outside] });
  return outside.length === 0
    ? own
    : err(
        `${own.error} ${outside.join(', ')} isn’t part of a server’s command either. ` +
          'Paste only the command that starts it.',
      );
}

/** True of `code --add-mcp '{…}'`. */
const isCodeLine = (words: ShellLine['words']): boolean =>
  /^(?:.*[\\/])?code(?:-insiders)?(?:\.cmd|\.exe)?$/.test(words[0]?.text ?? '') &&
  words[1]?.text === '--add-mcp';

function codeLine(words: ShellLine['words']): Result<LineServer, string> {
  const [, , written, ...more] = words;
  if (written === undefined || more.length > 0)
    return err('code --add-mcp needs its JSON in one word. Put it in quotes.');
  if (written.unfilled.length > 0) return err(unfilledText(written));
  const json = parseJsonc(written.text);
  if (!json.ok) return err(`Its JSON: ${json.error}.`);
  if (!isRawEntry(json.value)) return err('Its JSON is not an object.');
  const { name, ...entry } = json.value;
  return ok({ label: typeof name === 'string' ? name : '', entry, left: [] });
}

/** Words that begin a sentence and no program. */
const startsSentence =
  /^(?:hello|hi|hey|please|the|this|that|how|what|why|where|can|could|i|you|we|my|an?)[,.!?]?$/i;

/** `A=1` at the start of a line; a quote in the name would make it a command. */
const isSet = ({ text, bare }: ShellWord): boolean =>
  /^[A-Za-z_]\w*=/.test(text) && text.indexOf('=') < bare;

function commandOf(words: ShellLine['words']): Result<LineServer, string> {
  const env = new Map<string, string>();
  const left: string[] = [];
  const start = words.findIndex((word) => !isSet(word));
  for (const { text, unfilled } of words.slice(0, start === -1 ? undefined : start)) {
    const name = text.slice(0, text.indexOf('='));
    if (unfilled.length > 0) left.push(`${text}: enter the value under Edit`);
    else {
      if (env.has(name)) left.push(`the first value of ${name}: it’s set again later`);
      env.set(name, text.slice(name.length + 1));
    }
  }
  const [command, ...args] = start === -1 ? [] : words.slice(start);
  if (command === undefined) return err('It only sets variables and doesn’t start anything.');
  if (startsSentence.test(command.text))
    return err(
      (args.length === 0
        ? `${quoteName(command.text)} isn’t a server’s command or address. `
        : 'This reads like a sentence. ') +
        'Paste the command that starts a server, its address, or its JSON.',
    );
  if (prepares.has(command.text))
    return err(`${command.text} isn’t imported: it prepares a shell and doesn’t start a server.`);
  if (shellsOwn.has(command.text)) return err(`${command.text} is a shell keyword, not a program.`);
  if (/^-|^\w+(?:\[.*\])?\+?=/.test(command.text))
    return err(`${command.text} doesn’t look like a program.`);
  const isHttp = /^https?:\/\//i.test(command.text);
  // A shell fills in the `?` of an address, so this comes first.
  const address = isHttp ? null : addressAsCommand(command.text, { isAlone: args.length === 0 });
  if (address !== null) return err(address);
  const hole = [command, ...args].find(({ unfilled }) => unfilled.length > 0);
  if (hole !== undefined) return err(unfilledText(hole));
  if (isHttp)
    return args.length === 0
      ? ok({ label: '', entry: { url: command.text }, left })
      : err('An address takes no arguments.');
  const entry = {
    command: command.text,
    args: args.map(({ text }) => text),
    env: Object.fromEntries(env),
  };
  return ok({ label: '', entry, left });
}

/**
 * The lines of a text for its shell. The attacker's page has a person paste something that one
 * shell reads as the person does and another doesn't: a single Windows sign, even in quotes or a
 * comment, decides for the whole text. If that alone decides, any line that a POSIX shell would
 * read differently is a problem.
 */
export function certainLines(text: string): readonly ShellLine[] {
  const shell = shellOf(text);
  // Only a POSIX shell and PowerShell recognize comment lines.
  const source = shell === 'cmd' ? text.replaceAll(/^[ \t]*#.*$/gm, '') : text;
  const lines = shellLines(source, shell);
  if (shell === 'posix' || isSurelyWindows(text)) return lines;
  const others = shellLines(source, 'posix');
  return lines.map((line, at) => {
    const other = others[at];
    // If they split the text into different lines, the same position needn't hold the same line.
    const reads = lines.length === others.length ? readsAlike : isSame;
    const isAlike = line.problem !== null || (other !== undefined && reads(line, other));
    return isAlike ? line : { ...line, left: [], problem: otherwise(shell) };
  });
}

const otherwise = (shell: ShellKind): string =>
  `A Unix shell reads this line differently than ${shell === 'cmd' ? 'cmd' : 'PowerShell'}. ` +
  'Paste it with the Windows prompt or as JSON.';

/** A Windows path whose backslashes a POSIX shell would remove, which nobody intends. */
const drive = /(?:^|=)[A-Za-z]:\\[\w.]/;
const path = /^(?:[^\\]|\\[\w.])+$/;

const isSame = (line: ShellLine, other: ShellLine): boolean =>
  other.problem === null &&
  line.left.join() === other.left.join() &&
  JSON.stringify(line.words) === JSON.stringify(other.words);

function readsAlike(line: ShellLine, other: ShellLine): boolean {
  const isHole = ({ words }: ShellLine): boolean =>
    words.some(({ unfilled }) => unfilled.length > 0);
  if (other.problem !== null || isHole(line) || isHole(other)) return true;
  const words = line.words.map(({ text }) => text);
  if (drive.test(words[0] ?? '')) return true;
  const isOfWindows = words.some((word) => drive.test(word));
  return (
    words.length === other.words.length &&
    line.left.join() === other.left.join() &&
    words.every((word, at) => {
      const read = other.words[at]?.text;
      return (
        read === word || (isOfWindows && path.test(word) && read === word.replaceAll('\\', ''))
      );
    })
  );
}

/** A server that a line adds, as a configuration entry, plus what isn't imported. */
interface LineServer {
  readonly label: string;
  readonly entry: unknown;
  readonly left: readonly string[];
}

const names = {
  '-s': 'scope',
  '--scope': 'scope',
  '-t': 'transport',
  '--transport': 'transport',
  '-e': 'env',
  '--env': 'env',
  '-H': 'header',
  '--header': 'header',
  '--client-id': 'client-id',
  '--callback-port': 'callback-port',
  '--client-secret': 'client-secret',
} as const;
type Option = (typeof names)[keyof typeof names];
const optionOf = (word: string): Option | undefined =>
  Object.hasOwn(names, word) ? names[word as keyof typeof names] : undefined;

/** True of `claude mcp add …`, `claude mcp add-json …`. */
const isClaudeLine = (words: readonly ShellWord[]): boolean =>
  /^(?:claude|.*[\\/]claude(?:\.exe|\.cmd)?)$/.test(words[0]?.text ?? '') &&
  words[1]?.text === 'mcp';

/** Reads a line for Claude Code's own command with all its options. The error is one sentence. */
function claudeLine(words: readonly ShellWord[]): Result<LineServer, string> {
  const verb = words[2]?.text;
  if (verb !== 'add' && verb !== 'add-json')
    return err(
      `${['claude mcp', verb].filter(Boolean).join(' ')} doesn’t add a server. ` +
        'Import reads Claude’s own files.',
    );
  const read = optionsOf(words.slice(3));
  if (!read.ok) return read;
  const { options, rest } = read.value;
  const [label, ...target] = rest.map(({ text }) => text);
  if (label === undefined || target.length === 0) {
    const transport = options.findLast(({ option }) => option === 'transport')?.word.text;
    const what = transport === 'stdio' ? 'a command' : 'an address';
    const either = transport === undefined ? 'a command or an address' : what;
    const needed = verb === 'add' ? either : 'JSON';
    return err(
      label === undefined
        ? `claude mcp ${verb} needs a name and ${needed}.`
        : `claude mcp ${verb} needs ${needed} after the name ${quoteName(label)}.`,
    );
  }
  const left = leftOf(options);
  const hole = rest.find(({ unfilled }) => unfilled.length > 0);
  if (hole !== undefined) return err(unfilledText(hole));
  if (verb === 'add-json') {
    if (target.length > 1) return err('Its JSON is split into several words. Put it in quotes.');
    const json = parseJsonc(target[0] ?? '');
    return json.ok ? ok({ label, entry: json.value, left }) : err(`Its JSON: ${json.error}.`);
  }
  return withTarget(label, target, options, left);
}

/** Replaces an argument that only a shell could complete. */
const unfilledText = ({ text, unfilled }: ShellWord): string =>
  `${text} has ${unfilled.join(', ')}, which only a shell can fill in. Enter the value itself.`;

interface Given {
  readonly option: Option;
  readonly word: ShellWord;
}

function optionsOf(
  words: readonly ShellWord[],
): Result<{ readonly options: readonly Given[]; readonly rest: readonly ShellWord[] }, string> {
  const options: Given[] = [];
  const rest: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.text === '--') return ok({ options, rest: [...rest, ...words.slice(at + 1)] });
    const [name = '', ...joined] = word.text.split('=');
    const option = optionOf(word.text) ?? (name.startsWith('--') ? optionOf(name) : undefined);
    if (option === undefined) {
      // From the command on, every option belongs to it.
      if (word.text.startsWith('-') && rest.length < 2)
        return err(`${word.text} isn’t an option of claude mcp add that Skillgate knows.`);
      rest.push(word);
      continue;
    }
    if (option === 'client-secret') {
      options.push({ option, word });
      continue;
    }
    const inline = name !== word.text && optionOf(word.text) === undefined;
    const value = inline ? { ...word, text: joined.join('=') } : words[at + 1];
    if (value === undefined) return err(`${word.text} has no value.`);
    options.push({ option, word: value });
    if (!inline) at += 1;
    // -e and -H take several values; no name or command looks like one of them.
    const more = option === 'env' ? /^[A-Za-z_]\w*=/ : option === 'header' ? /^[\w-]+:\s/ : null;
    for (let next = words[at + 1]; more?.test(next?.text ?? '') === true; next = words[at + 1]) {
      if (next !== undefined) options.push({ option, word: next });
      at += 1;
    }
  }
  return ok({ options, rest });
}

/** Options that Skillgate doesn't support or can't evaluate. */
function leftOf(options: readonly Given[]): string[] {
  return options.flatMap(({ option, word }) => {
    if (option === 'scope') return [`--scope ${word.text}: Skillgate has one list of servers`];
    if (option === 'client-secret') return ['--client-secret: sign in when the server asks'];
    if (option === 'client-id' || option === 'callback-port')
      return [`--${option} ${word.text}: Skillgate doesn’t use it to sign in`];
    if ((option === 'env' || option === 'header') && word.unfilled.length > 0)
      return [
        `--${option} ${word.text}: ` +
          `${word.unfilled.join(', ')} is filled in by a shell; enter the value under Edit`,
      ];
    return [];
  });
}

function withTarget(
  label: string,
  [command = '', ...args]: readonly string[],
  options: readonly Given[],
  left: readonly string[],
): Result<LineServer, string> {
  const given = options.findLast(({ option }) => option === 'transport')?.word.text;
  const address = /^https?:\/\//i.test(command);
  const type = given ?? (address ? 'http' : 'stdio');
  const instead =
    type === 'stdio' ? addressAsCommand(command, { isAlone: args.length === 0 }) : null;
  if (instead !== null) return err(instead);
  const env = new Map<string, string>();
  const headers = new Map<string, string>();
  const again: string[] = [];
  for (const { option, word } of options) {
    if (word.unfilled.length > 0) continue;
    const sign = option === 'env' ? '=' : ':';
    const at = word.text.indexOf(sign);
    if (option !== 'env' && option !== 'header') continue;
    if (at < 1) return err(`--${option} ${word.text} is not NAME${sign}value.`);
    const into = option === 'env' ? env : headers;
    const name = word.text.slice(0, at).trim();
    if (into.has(name)) again.push(`the first --${option} ${name}: it’s set again later`);
    into.set(name, word.text.slice(at + 1).trim());
  }
  if (type === 'stdio')
    return headers.size > 0
      ? err('A command takes no headers; --header is for an address.')
      : ok({
          label,
          entry: { type, command, args, env: Object.fromEntries(env) },
          left: [...left, ...again],
        });
  const surplus = args.map((arg) => `${arg}: an address takes no arguments`);
  const unused = [...env.keys()].map(
    (name) => `--env ${name}: an address takes no environment variables`,
  );
  return ok({
    label,
    entry: { type, url: command, headers: Object.fromEntries(headers) },
    left: [...left, ...again, ...surplus, ...unused],
  });
}
