import { isRecord, own } from '../../json.ts';
import type { LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';
import { quotedBody, withVariables } from './curl.ts';

/** How a server's process starts, as configured now. */
export interface PipeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** What an older server has to hear before it answers anything else. */
const handshake = [
  '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"pipe","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
] as const;

/** Some servers exit at the end of their input, whatever they still have to answer. */
const waitSeconds = 2;

/**
 * The request as one line for `sh` that starts the server, sends it and shows the answer, with
 * every secret as a variable that the person must set. Null if the request isn't kept in full, went
 * over HTTP, or can't be written this way. The attacker writes URIs into requests, so everything
 * stands in single quotes, in JSON escapes or as a variable.
 */
export function asPipe(
  log: LogStore,
  { http, request, method, secrets }: LogEntry,
  { command, args, cwd, env }: PipeCommand,
): string | null {
  const body = log.textOf(request);
  if (http !== null || body === null) return null;
  const isGreeting = method === 'initialize' || method === 'server/discover';
  const bodies = isGreeting || isModern(body) ? [body] : [...handshake, body];
  const lines = bodies.map((text) => quotedBody(text, secrets));
  const words = [command, ...args].map((word) => shellWord(word, secrets));
  const folder = cwd === undefined ? [] : [shellWord(cwd, secrets)];
  const names = Object.keys(env);
  if (
    [...lines, ...words, ...folder].includes(null) ||
    !names.every((name) => /^[A-Z_]\w*$/i.test(name))
  )
    return null;
  const enter = folder.map((at) => `cd ${at} && `).join('');
  const variables = names.map((name) => `${name}="$${name}" `).join('');
  return (
    `${enter}{ printf '%s\\n' ${lines.join(' ')}; ` +
    `sleep ${waitSeconds}; } | ${variables}${words.join(' ')}`
  );
}

/** A request of a revision whose requests each name it needs no handshake. */
function isModern(body: string): boolean {
  try {
    const message: unknown = JSON.parse(body);
    const params = isRecord(message) ? own(message, 'params') : undefined;
    const meta = isRecord(params) ? own(params, '_meta') : undefined;
    return isRecord(meta) && Object.hasOwn(meta, 'io.modelcontextprotocol/protocolVersion');
  } catch {
    return false;
  }
}

/** A word in single quotes; null if it has a control character, which a terminal may act on. */
function shellWord(word: string, secrets: readonly string[]): string | null {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(word)) return null;
  const spelled = withVariables(
    word,
    secrets,
    (part) => part.replaceAll("'", String.raw`'\''`),
    (name) => `'"$${name}"'`,
  );
  return /^[\w./:@%+,=-]+$/.test(spelled) ? spelled : `'${spelled}'`;
}
