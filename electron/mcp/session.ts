import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { Client, ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { Result } from '../../shared/result.ts';
import { err } from '../../shared/result.ts';
import type { CallFailure, CallOptions, ServerSession } from '../engine/ports/session.ts';
import { CallDeadlines } from './deadlines.ts';
import { isObject } from './recorder.ts';
import { createRelay, enveloped } from './relay.ts';
import { closedBy, type RequestEnvelope, type WatchedTransport } from './watched-transport.ts';

export interface ServerSessionOptions {
  readonly client: Client;
  readonly transport: WatchedTransport;
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly requestMs: number;
  /** Masks secrets and control characters of a text that is going to be shown. */
  readonly shown: (text: string) => string;
}

/**
 * A session on a connection whose handshake is done. Facts are the server's own words, unparsed.
 */
export function createSession(options: ServerSessionOptions): ServerSession {
  const { client, transport } = options;
  const hello = transport.hello ?? {};
  const info = isObject(hello['serverInfo']) ? hello['serverInfo'] : client.getServerVersion();
  const protocolVersion = client.getNegotiatedProtocolVersion() ?? '';
  const envelope =
    client.getProtocolEra() === 'modern' ? envelopeOf(protocolVersion, options) : null;
  const deadlines = new CallDeadlines();
  let closing: Promise<void> | null = null;
  let onClosed: ((failure: ConnectionFailure) => void) | null = null;
  let onNotification: ((method: string, params: unknown) => void) | null = null;

  transport.onended = (failure) => {
    if (closing === null) onClosed?.(failure);
  };
  client.fallbackNotificationHandler = (notification) => {
    onNotification?.(notification.method, notification.params);
    return Promise.resolve();
  };

  return {
    protocolVersion,
    serverName: text(info?.['name']),
    serverVersion: text(info?.['version']),
    instructions: text(hello['instructions']),
    capabilities: isObject(hello['capabilities']) ? hello['capabilities'] : {},
    hello,
    relay: createRelay(transport, envelope),
    call: (method, params, callOptions) =>
      call(options, deadlines, envelope, params, method, callOptions),
    onNotification: (listener) => {
      onNotification = listener;
    },
    onClosed: (listener) => {
      onClosed = listener;
      if (transport.failure !== null && closing === null) listener(transport.failure);
    },
    onNoise: (listener) => {
      transport.onnoise = listener;
      if (transport.noise !== null) listener(transport.noise);
    },
    close: () => {
      closing ??= transport.close();
      return closing;
    },
  };
}

/** What every request of the 2026-07-28 revision carries (base protocol, `_meta` envelope). */
function envelopeOf(
  protocolVersion: string,
  { clientInfo, capabilities }: ServerSessionOptions,
): RequestEnvelope {
  const value = {
    [PROTOCOL_VERSION_META_KEY]: protocolVersion,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
  return { value, json: JSON.stringify(value) };
}

/**
 * One listener per signal, however many calls share it: a check of ten thousand files gives all
 * of them the same signal, and adding a listener costs more than the rest of a call.
 */
class Aborts {
  readonly #waiting = new WeakMap<AbortSignal, Set<() => void>>();

  add(signal: AbortSignal, run: () => void): void {
    const known = this.#waiting.get(signal);
    if (known !== undefined) {
      known.add(run);
      return;
    }
    const runs = new Set([run]);
    this.#waiting.set(signal, runs);
    signal.addEventListener('abort', () => runs.forEach((each) => each()), { once: true });
  }

  remove(signal: AbortSignal, run: () => void): void {
    this.#waiting.get(signal)?.delete(run);
  }
}

const aborts = new Aborts();

function call(
  session: ServerSessionOptions,
  deadlines: CallDeadlines,
  envelope: RequestEnvelope | null,
  params: Readonly<Record<string, unknown>>,
  method: string,
  options: CallOptions = {},
): Promise<Result<unknown, CallFailure>> {
  const { transport, shown } = session;
  const { signal, byHand, probe, check } = options;
  if (signal?.aborted === true)
    return Promise.resolve(err({ reason: 'cancelled', message: 'Canceled.' }));
  if (transport.failure !== null) return Promise.resolve(err(closedBy(transport.failure)));
  return new Promise((resolve) => {
    const post = transport.hasPerRequestStream ? new AbortController() : null;
    const ms = options.timeoutMs ?? session.requestMs;
    const id = transport.calls.open((answer) => {
      deadlines.remove(id);
      if (signal !== undefined) aborts.remove(signal, onAbort);
      resolve(
        answer.ok || answer.error.reason !== 'error-response'
          ? answer
          : err({ ...answer.error, message: shown(answer.error.message) }),
      );
    });
    const giveUp = (failure: CallFailure): void => {
      transport.calls.fail(id, failure);
      transport.cancel(id, failure.message);
      post?.abort();
    };
    const onAbort = (): void => giveUp({ reason: 'cancelled', message: 'Canceled.' });
    deadlines.add(id, ms, () => giveUp({ reason: 'timeout', ...transport.late(id, ms) }));
    if (signal !== undefined) aborts.add(signal, onAbort);
    // A person may have written what the revision wants there: its own stands over that.
    const own = byHand === undefined ? envelope : null;
    transport.ask(
      id,
      method,
      byHand === undefined ? params : enveloped(params, envelope),
      own,
      post === null ? undefined : { requestSignal: post.signal },
      { probe, byHand: byHand !== undefined, check: check !== undefined },
    );
    const row = transport.rowOf(id);
    if (row !== undefined) (byHand ?? check)?.(row);
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
