import { InsufficientScopeError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, type Result } from '../../shared/result.ts';
import { parseUrl } from '../../shared/url.ts';
import { directNetwork, type OutboundNetwork } from '../network/outbound.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import { throughProxy } from './connect-failure.ts';
import { attempt, giveUp, ready, type ConnectTarget } from './connect-target.ts';
import type { HandshakeResult } from './handshake.ts';
import type { HttpRefusal } from './refusal.ts';
import { signInMessage } from './remote-failure.ts';
import { RemoteTransport } from './remote-transport.ts';
import type { RequestAuthorizer } from './sign-in/authorizer.ts';
import type { TokenSource } from './sign-in/tokens.ts';

export type RemoteConfig = Extract<ServerConfig, { type: 'http' | 'sse' | 'well-known' }> & {
  readonly type: 'http' | 'sse';
};

/** How a connection is signed, and who says how to sign in where it is refused. */
export interface RequestSigning {
  readonly authorizer: RequestAuthorizer;
  /** A new one for each transport, which closes it. */
  readonly tokens: () => TokenSource;
}

/** A session that is refused asks within the bounds of signing in, whatever becomes of its calls. */
const never = new AbortController().signal;

/** Connects to an address over HTTP, Streamable or with SSE. */
export async function connectRemote(
  target: ConnectTarget,
  config: RemoteConfig,
  signing: RequestSigning | null,
  given: OutboundNetwork | null,
): Promise<Result<ServerSession, ConnectionFailure>> {
  const network = given ?? directNetwork;
  const url = usableAddress(config, target.shown);
  if (!url.ok) return err({ reason: 'config', message: url.error, stderr: [] });
  const { bounds, recorder, now, onQuirk, shown } = target;
  const open = (): RemoteTransport =>
    new RemoteTransport({
      type: config.type,
      url: url.value,
      headers: config.headers,
      tokens: signing?.tokens() ?? null,
      offer: async () => (await signing?.authorizer.offer(config, never)) ?? null,
      bounds,
      network,
      recorder,
      now,
      onQuirk,
      shown,
    });
  let transport = open();
  // The older HTTP+SSE transport exists only in the older era.
  const first = config.type === 'sse' ? 'legacy' : 'auto';
  let done = await attempt(target, transport, first);
  const early = isTimeout(done);
  if (
    !done.ok &&
    done.why === 'refused' &&
    !done.isHello &&
    config.type === 'http' &&
    transport.unreachable === null &&
    mayBeOlder(transport.refusal)
  ) {
    await transport.close();
    transport = after(transport, open());
    done = await attempt(target, transport, 'legacy');
  }
  // Both questions came too early for a server that is slow: by now it may be up.
  if (!done.ok && done.why === 'refused' && !done.isHello && config.type === 'http' && early) {
    await transport.close();
    transport = after(transport, open());
    done = await attempt(
      { ...target, bounds: { ...bounds, probeMs: bounds.connectMs } },
      transport,
      first,
    );
  }
  if (done.ok) return ready(target, transport, done);
  const failure = withProxy(
    done.why === 'refused'
      ? transport.connectFailure(done.error)
      : giveUp(target, transport, done, (reason, message) => ({ reason, message, stderr: [] })),
    network.proxyOf(url.value),
  );
  await transport.close();
  if (signing === null || !isAsking(failure)) return err(failure);
  const error = done.why === 'refused' ? done.error : null;
  return err(await asking(failure, signing, transport, target, config, error));
}

/** What the proxy did may look like the server's doing, so every failure names it. */
const withProxy = (failure: ConnectionFailure, proxy: string | null): ConnectionFailure =>
  proxy === null || failure.reason === 'proxy' || failure.message.includes(proxy)
    ? failure
    : { ...failure, message: `${failure.message} ${throughProxy(proxy)}` };

/** The refusal with what the server says of signing in, where it says anything. */
async function asking(
  failure: ConnectionFailure,
  { authorizer }: RequestSigning,
  { tokens }: RemoteTransport,
  { signal }: ConnectTarget,
  config: RemoteConfig,
  error: unknown,
): Promise<ConnectionFailure> {
  if (error instanceof InsufficientScopeError) {
    await tokens?.lacks(error.requiredScope);
    return failure;
  }
  const signIn = await authorizer.offer(config, signal);
  return signIn === null
    ? failure
    : { ...failure, reason: 'unauthorized', message: signInMessage(tokens), signIn };
}

/** With what an earlier try of the same connection has heard. */
function after(earlier: RemoteTransport, transport: RemoteTransport): RemoteTransport {
  for (const version of earlier.versions) transport.versions.add(version);
  return transport;
}

/** A server that fails at the newer handshake may speak the older; one that asks to wait is not asked. */
const mayBeOlder = (refusal: HttpRefusal | null): boolean =>
  refusal === null || (refusal.status >= 500 && refusal.retryAfterMs == null);

/** Signing in may fix it: ask the server what it says about that. */
const isAsking = ({ reason }: ConnectionFailure): boolean =>
  reason === 'unauthorized' || reason === 'forbidden';

/** The server had not answered the first question when it was given up. */
const isTimeout = (done: HandshakeResult): boolean =>
  !done.ok &&
  done.why === 'refused' &&
  done.error instanceof SdkError &&
  done.error.code === SdkErrorCode.RequestTimeout;

/** The address to use, or in one line why nothing is sent to it. */
function usableAddress(
  { url: text, headers }: RemoteConfig,
  shown: ConnectTarget['shown'],
): Result<URL, string> {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return err(`The address ${shown(text)} isn’t an http or https address.`);
  if (url.username !== '' || url.password !== '')
    return err(
      'The address contains a user name or a password, which isn’t sent. Use an Authorization header instead.',
    );
  const bad = badHeader(headers);
  if (bad !== null)
    return err(`The header ${shown(bad)} has a name or a value that HTTP doesn’t allow.`);
  return { ok: true, value: url };
}

function badHeader(headers: Readonly<Record<string, string>>): string | null {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      checked.append(name, value);
    } catch {
      return name;
    }
  }
  return null;
}
