import { isRecord, own } from '../../core/json.ts';

/** One side of a JSON-RPC message as it came over a wire: nothing in it is trusted. */
export type JsonObject = Readonly<Record<string, unknown>>;
export type RpcId = string | number;

export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
}
export interface RpcNotification {
  readonly method: string;
  readonly params: JsonObject;
}
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
export type RpcAnswer = { readonly result: JsonObject } | { readonly error: RpcError };

export type IncomingMessage =
  | ({ readonly kind: 'request' } & RpcRequest)
  | ({ readonly kind: 'notification' } & RpcNotification)
  | { readonly kind: 'answer'; readonly id: RpcId; readonly answer: RpcAnswer }
  | { readonly kind: 'nonsense'; readonly id: RpcId | null };

export const codes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** `resources/read` of the older era, for a resource that is not there. */
  noResource: -32_002,
} as const;

/** Takes a JSON value apart; whatever is no JSON-RPC 2.0 message is nonsense. */
export function incoming(value: unknown): IncomingMessage {
  if (!isRecord(value) || own(value, 'jsonrpc') !== '2.0') return { kind: 'nonsense', id: null };
  const id = own(value, 'id');
  const method = own(value, 'method');
  const params = own(value, 'params');
  const given = params === undefined ? {} : params;
  if (typeof method === 'string') {
    if (id === undefined)
      return isRecord(given)
        ? { kind: 'notification', method, params: given }
        : { kind: 'nonsense', id: null };
    if (!isId(id)) return { kind: 'nonsense', id: null };
    return isRecord(given)
      ? { kind: 'request', id, method, params: given }
      : { kind: 'nonsense', id };
  }
  if (!isId(id)) return { kind: 'nonsense', id: null };
  const error = own(value, 'error');
  if (isRecord(error)) return { kind: 'answer', id, answer: { error: rpcError(error) } };
  const result = own(value, 'result');
  return isRecord(result)
    ? { kind: 'answer', id, answer: { result } }
    : { kind: 'nonsense', id: null };
}

function rpcError(error: JsonObject): RpcError {
  const { code, message, data } = error;
  return {
    code: typeof code === 'number' ? code : codes.internal,
    message: typeof message === 'string' ? message : '',
    ...(data === undefined ? {} : { data }),
  };
}

export const isId = (id: unknown): id is RpcId => typeof id === 'string' || typeof id === 'number';

export const failed = (code: number, message: string, data?: unknown): RpcAnswer => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

export const text = (from: JsonObject, key: string): string | null => {
  const value = own(from, key);
  return typeof value === 'string' ? value : null;
};

export const record = (from: JsonObject, key: string): JsonObject => {
  const value = own(from, key);
  return isRecord(value) ? value : {};
};

export const list = (from: JsonObject, key: string): readonly unknown[] => {
  const value = own(from, key);
  return Array.isArray(value) ? value : [];
};
