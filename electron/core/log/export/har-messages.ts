import { isRecord } from '../../json.ts';
import { deepestNesting, isNestedDeeper } from '../../json-depth.ts';

/** A JSON-RPC 2.0 message with its text as received. */
export interface RpcMessage {
  readonly value: Readonly<Record<string, unknown>>;
  readonly raw: string;
}

/** The messages in an HTTP body: JSON, a batch of older revisions, or the events of a stream. */
export function messagesIn(body: string): RpcMessage[] {
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
