import { err, ok, type Result } from '../../../../shared/result.ts';
import { parseJsonc } from '../jsonc.ts';
import type { ShellWord } from './shell-words.ts';

/** A server that a line adds, as a configuration entry, plus what isn't imported. */
export interface LineServer {
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
export const isClaudeLine = (words: readonly ShellWord[]): boolean =>
  /^(?:claude|.*[\\/]claude(?:\.exe|\.cmd)?)$/.test(words[0]?.text ?? '') &&
  words[1]?.text === 'mcp';

/** Reads a line for Claude Code's own command with all its options. The error is one sentence. */
export function claudeLine(words: readonly ShellWord[]): Result<LineServer, string> {
  const verb = words[2]?.text;
  if (verb !== 'add' && verb !== 'add-json')
    return err(`claude mcp ${verb ?? ''} doesn’t add a server. Import reads Claude’s own files.`);
  const read = optionsOf(words.slice(3));
  if (!read.ok) return read;
  const { options, rest } = read.value;
  const [label, ...target] = rest.map(({ text }) => text);
  if (label === undefined || target.length === 0)
    return err(
      `claude mcp ${verb} needs a name and ${verb === 'add' ? 'a command or an address' : 'JSON'}.`,
    );
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
export const unfilledText = ({ text, unfilled }: ShellWord): string =>
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
