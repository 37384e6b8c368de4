import { gunzip } from 'node:zlib';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { deepestNesting, isNestedDeeper } from '../../json-text.ts';
import { limits } from '../../limits.ts';
import { visible } from '../../text.ts';
import { LogStore } from '../log-store.ts';
import { openingHar, type OpenedLogFile, type LogOpening } from './har-reader.ts';
import { headLineSchema, mostExported, rowLineSchema, type HeadLine } from './ndjson.ts';
import { grouped } from '../../../../shared/size-text.ts';
import { isRecord, own } from '../../json.ts';
import type { LogEntry } from '../entry.ts';
import { quotedBody, withVariables } from './curl.ts';

export type { OpenedLogFile };

const noLog = 'Line 1: this is neither a log exported by Skillgate nor a HAR file.';

const mostLine = 3 * 1024 * 1024;

/**
 * Reads an exported log, NDJSON or HAR. Someone else made the file, perhaps to harm whoever opens
 * it: every field is checked, and anything invalid becomes a message. Its content is shown and
 * never sent.
 */
export function* openingLog(text: string, id: string): LogOpening {
  if (text.length > mostExported) return err('The file is larger than 64 MiB.');
  if (text.trim() === '') return err('The file is empty.');
  const [first = ''] = linesOf(text);
  const head = headLineSchema.safeParse(first.length > mostLine ? undefined : jsonOf(first));
  if (head.success) return yield* openingLines(text, id, head.data);
  const whole = jsonOf(text);
  return whole === undefined ? err(noLog) : yield* openingHar(whole, id, noLog);
}

function* openingLines(text: string, id: string, { at, version }: HeadLine): LogOpening {
  const store = new LogStore(id, limits.logRows, limits.logBytes * 2);
  let number = 0;
  for (const line of linesOf(text)) {
    yield null;
    number += 1;
    if (number === 1) continue;
    const wrong = (what: string): Result<OpenedLogFile, string> => err(`Line ${number}: ${what}`);
    if (line.length > mostLine) return wrong('it’s longer than 3 MiB.');
    if (number > limits.logRows + 1)
      return wrong(`a log has ${grouped(limits.logRows)} rows at most.`);
    const value = jsonOf(line);
    if (value === undefined) return wrong('this is not valid JSON.');
    if (isNestedDeeper(value, deepestNesting)) return wrong('it’s nested too deeply.');
    const row = rowLineSchema.safeParse(value);
    if (!row.success) {
      const where = visible((row.error.issues[0]?.path ?? []).map(String).join('.'), 60);
      return wrong(`${where === '' ? 'the row' : where} isn’t valid in an exported log.`);
    }
    store.restore(row.data);
  }
  return ok({ store, head: { by: 'Skillgate', at, version }, leftOut: null });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Without a list of all lines: a file of line endings alone would create millions of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    if (end > from) yield text.slice(from, end);
    from = end + 1;
  }
}

/**
 * Decodes a file from the base64 of its gzip; null if it's invalid or unpacks to more than a log
 * may hold, because its sender chooses the unpacked size.
 */
export const unpackedLog = (packed: string): Promise<string | null> =>
  new Promise((resolve) => {
    gunzip(Buffer.from(packed, 'base64'), { maxOutputLength: mostExported }, (error, bytes) =>
      resolve(error === null ? new TextDecoder().decode(bytes) : null),
    );
  });

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
