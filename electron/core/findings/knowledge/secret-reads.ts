import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { secretFiles, secretFileWords } from './secret-files.ts';

const namedPattern = pattern(secretFileWords, secretFiles);
/** Public keys and lists of hosts are shared all the time. */
const isPublic = (text: string): boolean =>
  /\.pub\b|known_hosts|authorized_keys|\.example\b|\.ssh[/\\]config\b|\.aws[/\\]config\b|\.ssh[/\\]?$/.test(
    text,
  );

const readers = new Set(
  'cat tac head tail less more bat grep egrep rg ag awk sed base64 base32 xxd od hexdump strings cp tar zip gzip 7z scp rsync sftp curl wget nc ncat openssl jq cut sort tee dd source . find xargs python python3 node sqlite3 get-content gc type copy-item copy compress-archive security gpg2john ssh2john install ln pbcopy xclip clip'.split(
    ' ',
  ),
);
const readingCalls =
  /(?:^|\.)(?:open|read|readFile|readFileSync|readlines?|read_text|read_bytes|load|copy|copy2|copyfile|copytree|copyFileSync|cpSync|createReadStream|make_archive|glob|rglob|iglob|listdir|readdirSync|readdir|walk|connect|add|extractall|Path|expanduser|join|resolve|upload_file|parse|foreach|binread)$/;

export interface SecretRead {
  readonly start: number;
  readonly end: number;
  /** The shell command that reads it. */
  readonly command: ShellCommand | null;
}

/** Reads of key files in code: commands and calls with the name of one as an argument. */
export function secretReads(document: RuleDocument): SecretRead[] {
  const { text, commands, calls } = document;
  const found: SecretRead[] = commands
    .filter(isKeychainQuery)
    .map((command) => ({ start: command.start, end: command.end, command }));
  if (!namedPattern.test(text)) return found;
  for (const command of commands) {
    const given = [...command.args.map((word) => word.text), ...inputs(command)];
    if (readers.has(command.name) && given.some(isSecretFile) && !isAboutKeys(command))
      found.push({ start: command.start, end: command.end, command });
  }
  for (const { callee, args, start, end } of calls)
    if (
      readingCalls.test(callee) &&
      args.some(({ literal, node }) => isSecretFile(literal ?? pathIn(text, node)))
    )
      found.push({ start, end, command: null });
  return found.sort((a, b) => a.start - b.start);
}

/** The literal part of a path such as `home + "/.x"` or `join(home, ".x", "y")`. */
const pathIn = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string =>
  text.slice(start, Math.min(end, start + 400)).replaceAll(/["'`]\s*[,/+]\s*["'`]/g, '/');

export function isSecretFile(word: string): boolean {
  if (word.length > 2_000 || isPublic(word)) return false;
  for (const _ of namedPattern.all(word)) return true;
  return false;
}

const inputs = ({ redirects }: ShellCommand): string[] =>
  redirects.filter(({ operator }) => operator === '<').map(({ target }) => target);

/** `cp key.pem ~/.ssh/`, `curl -o ~/.ssh/x`, `cat >> ~/.ssh/config`: these write. */
const isAboutKeys = ({ name, args }: ShellCommand): boolean =>
  (name === 'cp' || name === 'mv' || name === 'install') &&
  args.length > 1 &&
  /\.(?:ssh|gnupg|aws|kube|docker|config)\b/.test(args.at(-1)?.text ?? '');

const isKeychainQuery = ({ name, args }: ShellCommand): boolean =>
  (name === 'security' &&
    args.some(({ text }) =>
      /^(?:find-(?:generic|internet)-password|dump-keychain|export)$/.test(text),
    )) ||
  (name === 'secret-tool' && args[0]?.text === 'search');
