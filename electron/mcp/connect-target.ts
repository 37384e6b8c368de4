import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import type { ConnectionBounds } from './pipe-budget.ts';
import { handshake, VersionError, type HandshakeResult, type HandshakeMode } from './handshake.ts';
import type { RemoteTransport } from './remote-transport.ts';
import { createSession } from './session.ts';
import type { StdioTransport } from './stdio-transport.ts';
import type { WatchedOptions, WatchedTransport } from './watched-transport.ts';

/** Everything that one attempt to connect needs. */
export interface ConnectTarget extends WatchedOptions {
  /** A server's words, bounded, masked and written out. */
  readonly shown: (text: string) => string;
  /** The same of a text whose beginning may be gone. */
  readonly shownCut: (text: string) => string;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch; the bound on connecting counts from here. */
  readonly startedAt: number;
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  readonly bounds: ConnectionBounds;
  /** Told of each transport that is tried. */
  readonly onTransport: (transport: WatchedTransport) => void;
  /** What is known since its last connection of an address whose type nobody wrote. */
  readonly implied: ImpliedTransport;
}

/** The transport that an address without a type speaks, remembered while the program runs. */
export interface ImpliedTransport {
  readonly isSse: boolean;
  learn(isSse: boolean): void;
}

type Transport = StdioTransport | RemoteTransport;

/** One handshake over one transport, within what is left of the time to connect. */
export function attempt(
  target: ConnectTarget,
  transport: Transport,
  mode: HandshakeMode,
): Promise<HandshakeResult> {
  const { bounds, now, startedAt, clientInfo, capabilities, signal } = target;
  const ms = Math.max(1, bounds.connectMs - (now() - startedAt));
  return handshake(transport, {
    mode,
    clientInfo,
    capabilities,
    probeMs: Math.min(bounds.probeMs, ms),
    ms,
    signal,
  });
}

export function ready(
  { clientInfo, capabilities, bounds, shown }: ConnectTarget,
  transport: Transport,
  { client }: Extract<HandshakeResult, { ok: true }>,
): Result<ServerSession, ConnectionFailure> {
  const { requestMs } = bounds;
  return ok(createSession({ client, transport, clientInfo, capabilities, requestMs, shown }));
}

/** Why a handshake ended without a session; `failure` adds what the transport knows. */
export function giveUp(
  { shown, bounds }: ConnectTarget,
  transport: Transport,
  done: Exclude<HandshakeResult, { ok: true }>,
  failure: (reason: ConnectionFailure['reason'], message: string) => ConnectionFailure,
): ConnectionFailure {
  if (done.why === 'aborted') return failure('closed', 'Canceled.');
  if (done.why === 'refused')
    return failure(
      done.error instanceof VersionError ? 'version' : 'protocol',
      shown(done.error instanceof Error ? done.error.message : String(done.error)),
    );
  const { message, cause } = transport.late(null, bounds.connectMs);
  return failure(cause?.reason ?? 'timeout', message);
}
