import { parseUrl } from '../../../../shared/url.ts';
import { masked, maskSecrets } from '../../import/mask.ts';
import { jsonTokens, indentedJson } from '../../json-text.ts';
import { isJson } from '../bodies.ts';
import type { LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';
import { escapedInvisible } from '../../text.ts';

/** Headers that curl sets itself, or that belong to one connection. */
const notCopied: ReadonlySet<string> = new Set(['content-length', 'host', 'connection']);
/** Headers whose values are always written as variables. */
const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'mcp-session-id',
]);

/**
 * Between double quotes these characters are all literal in sh, fish and PowerShell. cmd doesn't
 * treat a separate line as part of the command, whatever it does with two `%`.
 */
const plainValue = /^[\w .,:;/=+*()@?[\]{}~#&<>|%'-]*$/;
/** For single quotes, without a single quote inside. */
const quotableValue = /^[\w .,:;/=+*()@?[\]{}~#"!$`-]*$/;
/** curl options, and names of files that it reads, start differently. */
const headerName = /^[a-z][\w.-]*$/i;

/**
 * The request as a `curl` command with every secret as a variable that the person must set. Null if
 * it didn't go over HTTP, isn't kept in full, or can't be written this way. An opened log comes
 * from someone else and the target shell is unknown: nothing in it may act as shell syntax, a curl
 * option, a file name or a variable.
 */
export function asCurl(log: LogStore, { http, request, secrets }: LogEntry): string | null {
  const body = log.textOf(request);
  if (http === null || body === null || !/^[A-Z]+$/.test(http.method)) return null;
  const url = parseUrl(http.url);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const headers = http.requestHeaders
    .filter(([name]) => !notCopied.has(name.toLowerCase()))
    .map(([name, value]) => header(name, value, secrets));
  const quoted = body === '' ? '' : quotedBody(body, secrets);
  const data = quoted === '' ? [] : [quoted === null ? null : `--data-raw ${quoted}`];
  const address = unexpanded(addressOf(http.url, secrets));
  const parts = [...headers, ...data];
  return address === null || parts.includes(null)
    ? null
    : [`curl ${address.options}-sS -X ${http.method} ${address.text}`, ...parts].join(' \\\n  ');
}

function header(name: string, value: string, secrets: readonly string[]): string | null {
  if (!headerName.test(name)) return null;
  const isSecret = secretHeaders.has(name.toLowerCase()) || maskSecrets(value, secrets) !== value;
  if (isSecret) {
    const scheme = /^(?:Basic|Bearer|Token|ApiKey) /i.exec(value)?.[0] ?? '';
    return `-H "${name}: ${scheme}$${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}"`;
  }
  if (plainValue.test(value)) return `-H "${name}: ${value}"`;
  return quotableValue.test(value) ? `-H '${name}: ${value}'` : null;
}

/** Spells an address with nothing that a shell interprets between double quotes. */
function addressOf(address: string, secrets: readonly string[]): string {
  const spell = (part: string): string =>
    part
      .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
      .replaceAll(/\p{Cs}/gu, '\uFFFD')
      .replaceAll(/[^\w\-.~:/?#[\]@&()*+,;=%]/gu, (sign) => {
        const spelled = encodeURIComponent(sign);
        return spelled === sign ? `%${sign.charCodeAt(0).toString(16)}` : spelled;
      });
  return `"${withVariables(address, secrets, spell, (name) => `""$${name}""`)}"`;
}

/** Far fewer than the number of lists curl accepts in one address; each escape becomes one list. */
const mostEscapes = 40;

/**
 * An address in which no two `%` enclose a variable name. The attacker writes `%DB_PASSWORD%` into
 * a path, and cmd would send its value even inside quotes. curl reads a one-character list as that
 * character, and no variable name starts with `}`.
 */
function unexpanded(address: string): { readonly options: string; readonly text: string } | null {
  const escapes = address.split('%').length - 1;
  if (escapes < 2) return { options: '-g ', text: address };
  if (escapes > mostEscapes) return null;
  // What curl reads as an IPv6 address and not as a range.
  const host = /^"https?:\/\/\[[\da-f:.]+\](?=[:/?#"])/i.exec(address)?.[0] ?? '';
  const rest = address.slice(host.length).replaceAll(/[[\]]/g, String.raw`\$&`);
  return { options: '', text: host + rest.replaceAll('%', '{%}') };
}

/**
 * A JSON body in single quotes: every character of a text that some shell might interpret is
 * written as a JSON escape, which contains neither a quote nor two backslashes. Null if it isn't
 * JSON.
 */
export function quotedBody(body: string, secrets: readonly string[]): string | null {
  if (!isJson(body)) return null;
  const parts: string[] = [];
  for (const { kind, text } of jsonTokens(body))
    parts.push(
      kind === 'string'
        ? `"${withVariables(JSON.parse(text) as string, secrets, escaped, (name) => `'"$${name}"'`)}"`
        : text,
    );
  return `'${parts.join('')}'`;
}

const escaped = (part: string): string =>
  part.replaceAll(/[^\w .,:;/=+*()@?[\]{}~#-]/g, (unit) =>
    unit === '\n' ? '\\n' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A text with each secret replaced by a variable and the rest written by `spell`. */
export function withVariables(
  text: string,
  secrets: readonly string[],
  spell: (part: string) => string,
  variable: (name: string) => string,
): string {
  const without = (part: string, at: number): string => {
    const secret = secrets[at];
    if (secret === undefined) return spell(part);
    return maskSecrets(part, [secret])
      .split(masked)
      .map((piece) => without(piece, at + 1))
      .join(variable(`SECRET_${at + 1}`));
  };
  // Anything masked earlier isn't one of these secrets.
  return text
    .split(masked)
    .map((part) => without(part, 0))
    .join(spell(masked));
}

/** A row with its bodies as indented JSON, token by token as received; secrets masked. */
export function asJson(log: LogStore, entry: LogEntry): string {
  if (entry.kind !== 'exchange') return log.texts(entry.id).request ?? '';
  const value = (kept: LogEntry['request']): string => {
    const text = log.textOf(kept);
    if (text === null) return 'null';
    const shown = maskSecrets(isJson(text) ? indentedJson(text) : text, entry.secrets);
    // A cut body, or one that isn't JSON once masked, is a text.
    return escapedInvisible(isJson(shown) ? shown : JSON.stringify(shown));
  };
  return indentedJson(`{"request":${value(entry.request)},"response":${value(entry.response)}}`);
}

/** The request as the line that was piped; secrets masked. Null if it wasn't kept. */
export function asLine(log: LogStore, { request, secrets }: LogEntry): string | null {
  const body = log.textOf(request);
  return body === null ? null : escapedInvisible(maskSecrets(body, secrets)).replaceAll('\n', ' ');
}

export type ExportMask = (text: string) => string;

/**
 * Masks what leaves the machine: the secrets of every server in the log, in every row. Two servers
 * may share a secret, and one may repeat what it heard about another.
 */
export function maskingOf(log: LogStore): {
  readonly mask: ExportMask;
  /**
   * The row with all these secrets as its own, so that its texts are masked before they're
   * shortened.
   */
  readonly masked: (entry: LogEntry) => LogEntry;
} {
  const lists = new Set<readonly string[]>();
  for (const { secrets } of log.entries()) lists.add(secrets);
  const all = [...new Set([...lists].flat())].sort((a, b) => b.length - a.length);
  return {
    mask: (text) => (all.length === 0 ? text : maskSecrets(text, all)),
    masked: (entry) => ({ ...entry, secrets: all }),
  };
}
