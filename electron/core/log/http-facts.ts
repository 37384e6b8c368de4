import type { HttpFacts } from '../../../shared/model/log.ts';
import { masked, maskSecrets } from '../import/mask.ts';
import { visible } from '../text.ts';
import type { LogEntry, HttpSeen } from './entry.ts';

/** Their values are never shown, whether they come from the configuration or the server. */
const credentials: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]);
/** Whoever has it can act in this session; its beginning is enough to tell sessions apart. */
const session = 'mcp-session-id';
const sessionShown = 8;
const valueChars = 2_000;
/** A server decides how many headers it sends. */
export const mostHeaders = 100;

/** The HTTP details for the screen and for files: secrets masked, the session shortened. */
export function httpFactsOf(entry: Pick<LogEntry, 'secrets' | 'at'>, seen: HttpSeen): HttpFacts {
  const { secrets } = entry;
  const text = (value: string): string => visible(maskSecrets(value, secrets), valueChars);
  const header = ([name, value]: readonly [string, string]): [string, string] => [
    text(name),
    headerValue(name, value, text),
  ];
  return {
    url: text(seen.url),
    method: seen.method,
    requestHeaders: seen.requestHeaders.slice(0, mostHeaders).map(header),
    status: seen.status,
    statusText: text(seen.statusText),
    responseHeaders: seen.responseHeaders.slice(0, mostHeaders).map(header),
    firstByteMs: seen.firstByteAt === null ? null : Math.max(0, seen.firstByteAt - entry.at),
  };
}

function headerValue(name: string, value: string, text: (value: string) => string): string {
  const lower = name.toLowerCase();
  if (credentials.has(lower)) return masked;
  if (lower === session && value.length > sessionShown)
    return `${text(value.slice(0, sessionShown))}…`;
  return text(value);
}
