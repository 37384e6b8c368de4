import { claudeLine, isClaudeLine, unfilledText, type LineServer } from './claude-line.ts';
import { parseJsonc } from '../jsonc.ts';
import { isRawEntry } from '../server-entry.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { type ShellLine, type ShellWord, shellLines } from './shell-words.ts';
import { isSurelyWindows, shellOf, type ShellKind } from './shells.ts';

/** The server in a pasted line, or why there is none. `where` is the start of the line. */
export interface ReadLine {
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
  return certainLines(text.replace(/^\uFEFF/, ''))
    .filter(({ words, left }) => words.length > 0 || left.some((part) => !part.startsWith('#')))
    .map((line) => ({
      where: [...line.words.map(({ text: word }) => word), ...line.left].slice(0, 4).join(' '),
      server: serverOf(line),
    }));
}

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
      'This reads like a sentence. ' +
        'Paste the command that starts a server, its address, or its JSON.',
    );
  if (prepares.has(command.text))
    return err(`${command.text} isn’t imported: it prepares a shell and doesn’t start a server.`);
  if (shellsOwn.has(command.text)) return err(`${command.text} is a shell keyword, not a program.`);
  if (/^-|^\w+(?:\[.*\])?\+?=/.test(command.text))
    return err(`${command.text} doesn’t look like a program.`);
  const hole = [command, ...args].find(({ unfilled }) => unfilled.length > 0);
  if (hole !== undefined) return err(unfilledText(hole));
  if (/^https?:\/\//i.test(command.text))
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
