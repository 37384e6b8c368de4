import { err, ok, type Result } from '../../../../shared/result.ts';
import { parseUrl } from '../../../../shared/url.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { detailOf } from '../entry.ts';
import { LogStore } from '../log-store.ts';
import {
  harEntrySchema,
  harFileSchema,
  harHeadSchema,
  harRowSchema,
  type HarEntry,
} from './har.ts';
import { grouped } from '../../../../shared/size-text.ts';
import { deepestNesting, isNestedDeeper } from '../../json-text.ts';

/**
 * Reads a HAR: Skillgate's own with every row unchanged, anyone else's with the JSON-RPC in it. The
 * file's author controls its content: invalid entries, those without JSON-RPC and those over the
 * limit are counted in `leftOut`. `noHar` is the error for other files. Yields once per entry, so
 * that other work gets a turn.
 */
export function* openingHar(json: unknown, id: string, noHar: string): LogOpening {
  const file = harFileSchema.safeParse(json);
  if (!file.success) return err(noHar);
  const { creator, entries, _skillgate } = file.data.log;
  const store = new LogStore(id, limits.logRows, limits.logBytes * 2);
  const head = harHeadSchema.safeParse(_skillgate);
  let [other, first] = [0, 0];
  for (const value of entries) {
    yield null;
    const entry = harEntrySchema.safeParse(value);
    const at = entry.success ? Date.parse(entry.data.startedDateTime) : Number.NaN;
    const room = limits.logRows - store.size;
    const put =
      Number.isFinite(at) && at >= 0 && entry.success && putEntry(store, entry.data, at, room);
    if (!put) other += 1;
    else if (first === 0) first = at;
  }
  const leftOut =
    other === 0
      ? null
      : `${grouped(other)} of ${grouped(entries.length)} entries were ` +
        'left out because they hold no JSON-RPC or exceed the limit.';
  const about = head.success
    ? { by: 'Skillgate', at: head.data.at, version: head.data.version }
    : { by: creator.name, at: first, version: creator.version };
  return ok({ store, head: about, leftOut });
}

/** False if it holds nothing for the log. */
function putEntry(store: LogStore, entry: HarEntry, at: number, room: number): boolean {
  const request = entry.request.postData?.text ?? null;
  const response = contentOf(entry);
  const http = seenOf(entry, at);
  const row = harRowSchema.safeParse(entry._skillgate);
  if (row.success && room > 0) {
    const { firstByteMs, ...kept } = row.data;
    const facts = { ...http, firstByteMs };
    store.restore({ ...kept, request, response, http: facts });
    return true;
  }
  const asked = messagesIn(request ?? '');
  const said = messagesIn(response ?? '');
  if (asked.length + said.length === 0 || asked.length + said.length > room) return false;
  const server = parseUrl(entry.request.url)?.host ?? '';
  const ids = new Map<unknown, number>();
  for (const message of asked) {
    const begun = store.begin({ server, secrets: [], at, direction: 'sent', ...rowOf(message) });
    store.http(begun, http);
    if (isRequest(message)) ids.set(message.value['id'], begun);
  }
  const ended = at + entry.time;
  for (const message of said) {
    const answered = ids.get(message.value['id']);
    if (answered !== undefined && message.value['method'] === undefined) {
      store.end(answered, { at: ended, ...endOf(message), raw: message.raw });
      ids.delete(message.value['id']);
    } else {
      const direction = 'received';
      const begun = store.begin({ server, secrets: [], at: ended, direction, ...rowOf(message) });
      store.http(begun, http);
    }
  }
  for (const unanswered of ids.values())
    store.end(unanswered, {
      at: ended,
      status: 'lost',
      message: 'The file has no response to it.',
    });
  return true;
}

const isRequest = ({ value }: RpcMessage): boolean =>
  typeof value['method'] === 'string' && value['id'] !== undefined;

function rowOf(message: RpcMessage) {
  const { value, raw } = message;
  const kind =
    typeof value['method'] !== 'string'
      ? ('answer' as const)
      : isRequest(message)
        ? ('exchange' as const)
        : ('notification' as const);
  const rpcId = value['id'] === undefined ? '' : String(value['id']).slice(0, 200);
  return {
    ...{ kind, rpcId, raw, target: detailOf(value) },
    method: typeof value['method'] === 'string' ? value['method'] : '',
    status: kind === 'exchange' ? ('waiting' as const) : ('none' as const),
  };
}

function endOf({ value }: RpcMessage) {
  const error = own(value, 'error');
  if (error === undefined) return { status: 'ok' as const };
  const { code, message } = isRecord(error) ? error : {};
  return {
    status: 'error' as const,
    code: typeof code === 'number' ? code : null,
    message: typeof message === 'string' ? message : '',
  };
}

function seenOf({ request, response, timings }: HarEntry, at: number) {
  return {
    url: request.url,
    method: request.method,
    requestHeaders: request.headers,
    status: response === undefined || response.status <= 0 ? null : response.status,
    statusText: response?.statusText ?? '',
    responseHeaders: response?.headers ?? [],
    firstByteAt: timings === undefined ? null : at + timings.wait,
  };
}

function contentOf({ response }: HarEntry): string | null {
  const { text, encoding } = response?.content ?? {};
  if (text === undefined) return null;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** A JSON-RPC 2.0 message with its text as received. */
interface RpcMessage {
  readonly value: Readonly<Record<string, unknown>>;
  readonly raw: string;
}

/** The messages in an HTTP body: JSON, a batch of older revisions, or the events of a stream. */
function messagesIn(body: string): RpcMessage[] {
  const whole = parsed(body);
  if (whole !== undefined) return fromJson(whole, body);
  if (!/^(?:data|event|id|retry|:)/m.test(body.slice(0, 10_000))) return [];
  return body
    .split(/\r?\n\r?\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\r|\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .flatMap((data) => fromJson(parsed(data), data));
}

function fromJson(value: unknown, raw: string): RpcMessage[] {
  if (Array.isArray(value))
    return value.filter(isMessage).map((one) => ({ value: one, raw: JSON.stringify(one) }));
  return isMessage(value) ? [{ value, raw }] : [];
}

const isMessage = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && value['jsonrpc'] === '2.0' && !isNestedDeeper(value, deepestNesting);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A file that was opened. */
export interface OpenedLogFile {
  readonly store: LogStore;
  /** The program that wrote the file, and when: milliseconds since the epoch, 0 if unknown. */
  readonly head: { readonly by: string; readonly at: number; readonly version: string };
  /** What the log doesn't contain of the file; null if nothing is missing. */
  readonly leftOut: string | null;
}

/** The remaining work, step by step: a file may take seconds. */
export type LogOpening = Generator<null, Result<OpenedLogFile, string>>;
