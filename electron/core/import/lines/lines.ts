import { claudeLine, isClaudeLine, unfilledText, type LineServer } from './claude-line.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { shellLines, shellOf, type Line } from './shell-words.ts';

/** A server of a pasted line, or why it has none. `where` is the start of the line. */
export interface ReadLine {
  readonly where: string;
  readonly server: Result<LineServer, string>;
}

/** What starts a JSON, TOML or YAML document rather than a line for a shell. */
const document =
  /^(?:[[{]|"(?:[^"\\]|\\.)*"\s*:|\/\/|\/\*|(?:extensions|mcpServers|servers|mcp_servers)[ \t]*:|#[^\n]*\n\s*\[)/;

/** True of an address or a line for a shell. */
export const isLines = (text: string): boolean => {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  return start !== '' && !document.test(start) && !/^[ \t]*\[[ \t]*"?mcp_servers/m.test(start);
};

/** `$ `, `> `, `PS C:\> ` and `C:\> ` as a page or a terminal prints them before what one types. */
const prompt = /^[ \t]*(?:\$[ \t]+|>[ \t]+|%[ \t]+|PS [^\n>]*>[ \t]*|[A-Z]:\\[^\n>]*>[ \t]*)/gim;

/** Commands that only prepare the shell: alone they are no server. */
const prepares = new Set(['cd', 'export', 'set', 'source', '.', 'alias', 'unset', 'pushd']);

/**
 * Addresses, lines for a shell and lines for Claude Code's own command, one server each. Nothing is
 * run or filled in; what of a line is no server's is named.
 */
export function readLines(text: string): readonly ReadLine[] {
  const address = text.trim();
  if (/^https?:\/\/\S+$/i.test(address))
    return [{ where: '', server: ok({ label: '', entry: { url: address }, left: [] }) }];
  const clean = text.replace(/^\uFEFF/, '').replaceAll(prompt, '');
  const lines = shellLines(clean, shellOf(text));
  if (!lines.ok) return [{ where: '', server: err(lines.error) }];
  return lines.value
    .filter(({ words }) => words.length > 0)
    .map((line) => ({
      where: line.words
        .slice(0, 4)
        .map((word) => word.text)
        .join(' '),
      server: serverOf(line),
    }));
}

function serverOf({ words, left }: Line): Result<LineServer, string> {
  const outside = left.filter((part) => !part.startsWith('#'));
  const own = isClaudeLine(words) ? claudeLine(words) : commandOf(words);
  if (own.ok) return ok({ ...own.value, left: [...own.value.left, ...outside] });
  return outside.length === 0
    ? own
    : err(`${own.error} Nor is ${outside.join(', ')}: paste what starts the server alone.`);
}

function commandOf(words: Line['words']): Result<LineServer, string> {
  const env: Record<string, string> = {};
  const left: string[] = [];
  const start = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  for (const { text, unfilled } of words.slice(0, start === -1 ? undefined : start)) {
    if (unfilled.length > 0) left.push(`${text}: put the value under Edit`);
    else
      Object.defineProperty(env, text.slice(0, text.indexOf('=')), {
        value: text.slice(text.indexOf('=') + 1),
        enumerable: true,
      });
  }
  const [command, ...args] = start === -1 ? [] : words.slice(start);
  if (command === undefined) return err('It sets variables and starts nothing.');
  if (prepares.has(command.text))
    return err(`${command.text} is not taken over: it prepares a shell and starts no server.`);
  const hole = [command, ...args].find(({ unfilled }) => unfilled.length > 0);
  if (hole !== undefined) return err(unfilledText(hole));
  if (/^https?:\/\//i.test(command.text))
    return args.length === 0
      ? ok({ label: '', entry: { url: command.text }, left })
      : err('An address has no arguments.');
  const entry = { command: command.text, args: args.map(({ text }) => text), env };
  return ok({ label: '', entry, left });
}
