import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { webCapability } from '../core/dialects/dialect.ts';
import { limits } from '../core/limits.ts';
import { visible } from '../core/text.ts';
import type { CallOptions, ServerConnector, ServerSession } from '../engine/ports/session.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { fetchBounded, type FetchBounds } from './fetch.ts';
import { parseUrl } from '../../shared/url.ts';

/** What of the protocol log a session over plain HTTP writes to. */
interface WebLog {
  recorder(
    server: string,
    secrets: readonly string[],
  ): {
    sent(
      message: Readonly<Record<string, unknown>>,
      raw: string,
      mark: { readonly probe?: boolean | undefined },
    ): number;
    received(
      message: Readonly<Record<string, unknown>>,
      raw: string,
      answered: {
        readonly method: string;
        readonly detail: string;
        readonly sentAt: number;
        readonly row: number;
      },
    ): void;
  };
}

export interface WebConnectorOptions {
  readonly log: WebLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly bounds?: Partial<FetchBounds>;
  /** How requests leave this machine; directly when left out. */
  readonly network?: OutboundNetwork;
}

const defaultBounds: FetchBounds = {
  responseBytes: limits.responseBytes,
  requestMs: limits.requestMs,
  redirects: 5,
};

/** Connects what is configured as `well-known` to a site, and everything else as `others` does. */
export function withWeb(others: ServerConnector, options: WebConnectorOptions): ServerConnector {
  return {
    connect: (label, config, signal) =>
      config.type === 'well-known'
        ? Promise.resolve(openSite(label, config.url, options))
        : others.connect(label, config, signal),
    stderr: (label) => others.stderr(label),
    stderrLost: (label) => others.stderrLost?.(label) ?? 0,
    maskedNames: (label) => others.maskedNames?.(label) ?? [],
    stderrMark: (label) => others.stderrMark?.(label) ?? 0,
    stderrSince: (label, mark) => others.stderrSince?.(label, mark) ?? [],
    given: (label) => others.given?.(label) ?? null,
    quirks: (label) => others.quirks?.(label) ?? [],
    waiting: (label) => others.waiting?.(label) ?? null,
    stray: (label) => others.stray?.(label) ?? null,
  };
}

/** A site as a session: one method, GET. Nothing is asked before the listing is. */
function openSite(
  label: string,
  address: string,
  options: WebConnectorOptions,
): Result<ServerSession, ConnectionFailure> {
  const configured = usableAddress(address);
  if (configured === null)
    return err({
      reason: 'config',
      message: 'The address must be a complete https:// URL without user info.',
      stderr: [],
    });
  const bounds = { ...defaultBounds, ...options.bounds };
  const recorder = options.log.recorder(label, []);
  let nextId = 1;
  let closed = false;
  const call: ServerSession['call'] = async (method, params, callOptions: CallOptions = {}) => {
    const { url } = params;
    if (closed) return err({ reason: 'cancelled', message: 'The connection is closed.' });
    if (method !== 'GET' || typeof url !== 'string')
      return err({
        reason: 'error-response',
        code: -32601,
        message: 'A site doesn’t have this method.',
      });
    const id = nextId;
    nextId += 1;
    const sentAt = options.now();
    const request = { jsonrpc: '2.0', id, method, params: { uri: url } };
    const row = recorder.sent(request, JSON.stringify(request), { probe: callOptions.probe });
    const answer = await fetchBounded(
      url,
      configured,
      {
        ...bounds,
        requestMs: Math.min(bounds.requestMs, callOptions.timeoutMs ?? bounds.requestMs),
      },
      callOptions.signal,
      options.network,
    );
    const message = { jsonrpc: '2.0', id, ...asMessage(answer) };
    const detail = visible(url, 200);
    recorder.received(message, JSON.stringify(message), { method, detail, sentAt, row });
    if (!answer.ok) return answer;
    const { bytes, mimeType } = answer.value;
    return ok({
      contents: [
        {
          uri: url,
          finalUri: answer.value.url,
          mimeType,
          blob: Buffer.from(bytes).toString('base64'),
        },
      ],
    });
  };
  return ok({
    protocolVersion: 'Agent Skills Discovery',
    serverName: '',
    serverVersion: '',
    instructions: '',
    capabilities: { [webCapability]: {} },
    call,
    relay: null,
    hello: {},
    onNotification: () => {},
    onClosed: () => {},
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  });
}

/** The address of a site; null where it isn't one. */
function usableAddress(address: string): URL | null {
  const url = parseUrl(address);
  return url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === ''
    ? url
    : null;
}

/** An answer as a response of the protocol would have it, for the log. */
function asMessage(answer: Awaited<ReturnType<typeof fetchBounded>>) {
  if (answer.ok) {
    const { url, mimeType, bytes } = answer.value;
    return { result: { url, mimeType, bytes: bytes.byteLength } };
  }
  const { error } = answer;
  return {
    error: {
      code: error.reason === 'error-response' ? error.code : 0,
      message: error.message,
    },
  };
}
