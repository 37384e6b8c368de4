import { parseUrl } from '../../../../shared/url.ts';
import { masked, maskSecrets } from '../../import/mask.ts';
import { jsonTokens } from '../../json-text.ts';
import { isJson } from '../body.ts';
import type { LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';

/** Headers that curl sets itself, or that belong to one connection. */
const notCopied: ReadonlySet<string> = new Set(['content-length', 'host', 'connection']);
/** Whose values are always given by name. */
const named: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'mcp-session-id',
]);

/**
 * Between straight double marks nothing of these is more than itself in sh, fish and PowerShell; cmd takes
 * a line of its own for no part of the command, whatever it makes of two `%`.
 */
const plainValue = /^[\w .,:;/=+*()@?[\]{}~#&<>|%'-]*$/;
/** Between single ones, of which there is none in it. */
const quotableValue = /^[\w .,:;/=+*()@?[\]{}~#"!$`-]*$/;
/** An option of curl's begins otherwise, and so does the name of a file that it would read. */
const headerName = /^[a-z][\w.-]*$/i;

/**
 * The request as a `curl` command for a shell, with every secret as a variable that whoever pastes it
 * must set. Null where it did not go over HTTP, is not kept whole, or cannot be written so. An opened
 * log is somebody else's, and nobody knows into which shell this is pasted: nothing of it is read by one
 * as more than text, an option of curl's, a file's name or a variable.
 */
export function asCurl(log: LogStore, { http, request, secrets }: LogEntry): string | null {
  const body = log.textOf(request);
  if (http === null || body === null || !/^[A-Z]+$/.test(http.method)) return null;
  const url = parseUrl(http.url);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const headers = http.requestHeaders
    .filter(([name]) => !notCopied.has(name.toLowerCase()))
    .map(([name, value]) => header(name, value, secrets));
  const data = body === '' ? [] : [dataOf(body, secrets)];
  const address = unexpanded(addressOf(http.url, secrets));
  const parts = [...headers, ...data];
  return address === null || parts.includes(null)
    ? null
    : [`curl ${address.options}-sS -X ${http.method} ${address.text}`, ...parts].join(' \\\n  ');
}

function header(name: string, value: string, secrets: readonly string[]): string | null {
  if (!headerName.test(name)) return null;
  const isSecret = named.has(name.toLowerCase()) || maskSecrets(value, secrets) !== value;
  if (isSecret) {
    const scheme = /^(?:Basic|Bearer|Token|ApiKey) /i.exec(value)?.[0] ?? '';
    return `-H "${name}: ${scheme}$${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}"`;
  }
  if (plainValue.test(value)) return `-H "${name}: ${value}"`;
  return quotableValue.test(value) ? `-H '${name}: ${value}'` : null;
}

/** As an address may be spelled with nothing in it that a shell reads between double marks. */
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

/** Far fewer than the lists that curl takes in one address, of which each escape becomes one. */
const mostEscapes = 40;

/**
 * An address in which no two `%` have the name of a variable between them. The attacker writes
 * `%DB_PASSWORD%` into a path, of which cmd, also between marks, sends the value. A list of one sign is
 * that sign to curl, and `}` begins no name.
 */
function unexpanded(address: string): { readonly options: string; readonly text: string } | null {
  const escapes = address.split('%').length - 1;
  if (escapes < 2) return { options: '-g ', text: address };
  if (escapes > mostEscapes) return null;
  // What curl takes for an address of IPv6 and not for a range.
  const host = /^"https?:\/\/\[[\da-f:.]+\](?=[:/?#"])/i.exec(address)?.[0] ?? '';
  const rest = address.slice(host.length).replaceAll(/[[\]]/g, String.raw`\$&`);
  return { options: '', text: host + rest.replaceAll('%', '{%}') };
}

/**
 * A JSON body between single marks: of each text in it, everything that any shell might read is written
 * as JSON's own escape, which has neither a mark in it nor two backslashes. Null for what is no JSON.
 */
function dataOf(body: string, secrets: readonly string[]): string | null {
  if (!isJson(body)) return null;
  const parts: string[] = [];
  for (const { kind, text } of jsonTokens(body))
    parts.push(
      kind === 'string'
        ? `"${withVariables(JSON.parse(text) as string, secrets, escaped, (name) => `'"$${name}"'`)}"`
        : text,
    );
  return `--data-raw '${parts.join('')}'`;
}

const escaped = (part: string): string =>
  part.replaceAll(/[^\w .,:;/=+*()@?[\]{}~#-]/g, (unit) =>
    unit === '\n' ? '\\n' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A text with each secret in it as a variable, and the rest as `spell` has it. */
function withVariables(
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
  // What was masked before it came here is none of these secrets.
  return text
    .split(masked)
    .map((part) => without(part, 0))
    .join(spell(masked));
}
