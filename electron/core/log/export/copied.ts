import { parseUrl } from '../../../../shared/url.ts';
import { escapedInvisible } from '../../escaped-invisible.ts';
import { masked, maskSecrets } from '../../import/mask.ts';
import { parsedJson } from '../../json-depth.ts';
import type { Entry } from '../entry.ts';
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

/** A row with its bodies as indented JSON, secrets masked. */
export function asJson(log: LogStore, entry: Entry): string {
  const { request, response } = log.texts(entry.id);
  const value = (text: string | null): unknown => {
    if (text === null) return null;
    try {
      return parsedJson(text);
    } catch {
      // No JSON, or nested too deeply to be written again.
      return text;
    }
  };
  if (entry.kind !== 'exchange') return request ?? '';
  return JSON.stringify({ request: value(request), response: value(response) }, null, 2);
}

/**
 * The request as a `curl` command for a shell, with every secret as a variable that whoever pastes it
 * must set. Null where it did not go over HTTP, or is not kept. An opened log is somebody else's: what
 * it calls an address must not be an option of curl's, and nothing of it is read by the shell.
 */
export function asCurl(log: LogStore, { http, request, secrets }: Entry): string | null {
  const body = log.textOf(request);
  if (http === null || body === null) return null;
  if (!/^https?:$/.test(parseUrl(http.url)?.protocol ?? '')) return null;
  const headers = http.requestHeaders
    .filter(([name]) => !notCopied.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${header(name, value, secrets)}`);
  return [
    `curl -sS -X ${word(http.method)} ${quoted(http.url, secrets)}`,
    ...headers,
    `--data-raw ${quoted(body, secrets)}`,
  ].join(' \\\n  ');
}

/** The request as the line that went over the pipe; secrets masked. Null where it is not kept. */
export function asLine(log: LogStore, { request, secrets }: Entry): string | null {
  const body = log.textOf(request);
  return body === null ? null : escapedInvisible(maskSecrets(body, secrets)).replaceAll('\n', ' ');
}

function header(name: string, value: string, secrets: readonly string[]): string {
  const lower = name.toLowerCase();
  const isSecret = named.has(lower) || maskSecrets(value, secrets) !== value;
  if (!isSecret) return quoted(`${name}: ${value}`, []);
  const variable = `"$${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}"`;
  const scheme = /^(Basic|Bearer|Token|ApiKey) /i.exec(value)?.[1];
  return `${quoted(`${name}: ${scheme === undefined ? '' : `${scheme} `}`, [])}${variable}`;
}

const word = (text: string): string => (/^[A-Z]+$/.test(text) ? text : quoted(text, []));

/**
 * A text in single quotes, in which a shell reads nothing; each secret stands outside them as
 * `"$SECRET_1"`.
 */
function quoted(text: string, secrets: readonly string[]): string {
  const single = (part: string): string =>
    part === '' ? '' : `'${escapedInvisible(part).replaceAll("'", `'\\''`)}'`;
  let parts: readonly string[] = [text];
  secrets.forEach((secret, index) => {
    parts = parts.flatMap((part, at) => {
      // Every second part is a variable already.
      if (at % 2 === 1) return [part];
      const pieces = maskSecrets(part, [secret]).split(masked);
      return pieces.flatMap((piece, place) =>
        place === 0 ? [piece] : [`"$SECRET_${index + 1}"`, piece],
      );
    });
  });
  return parts.map((part, at) => (at % 2 === 1 ? part : single(part))).join('') || "''";
}
