import { InsufficientScopeError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { parseUrl } from '../../shared/url.ts';
import { directNetwork, type OutboundNetwork } from '../network/outbound.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import { throughProxy, type HttpRefusal } from './connect-failure.ts';
import { attempt, giveUp, ready, type ConnectTarget } from './connect-target.ts';
import type { HandshakeResult } from './handshake.ts';
import { failureOf, signInMessage } from './remote-failure.ts';
import { EndpointError, RemoteTransport } from './remote-transport.ts';
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

/**
 * A session that is refused asks within the bounds of signing in, whatever becomes of its calls.
 */
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
  const { bounds } = target;
  const open = transportsTo(url.value, config, { target, signing, network });
  const isImplied = config.type === 'http' && config.isTypeImplied === true;
  const isRemembered = isImplied && target.implied.isSse;
  const type = isRemembered ? 'sse' : config.type;
  let transport = open(type);
  // The older HTTP+SSE transport exists only in the older era.
  const first = type === 'sse' ? 'legacy' : 'auto';
  let isFallback = isRemembered;
  let done = await attempt(target, transport, first);
  const early = isTimeout(done);
  const isOlder = transport.unreachable === null && mayBeOlder(transport.refusal);
  if (type === 'http' && isUnanswered(done) && isOlder) {
    await transport.close();
    transport = after(transport, open(type));
    done = await attempt(target, transport, 'legacy');
  }
  // Both questions came too early for a server that is slow: by now it may be up.
  if (type === 'http' && isUnanswered(done) && early) {
    await transport.close();
    transport = after(transport, open(type));
    done = await attempt(
      { ...target, bounds: { ...bounds, probeMs: bounds.connectMs } },
      transport,
      first,
    );
  }
  if (type === 'http' && !done.ok && refusesPost(transport.refusal)) {
    const older = open('sse');
    const opened = await streamOpened(older, target);
    // A stream whose endpoint is elsewhere is one, and says more than the refusal.
    if (isImplied && (opened.ok || opened.error instanceof EndpointError)) {
      await transport.close();
      transport = older;
      isFallback = true;
      done = opened.ok
        ? await attempt(target, transport, 'legacy')
        : { ok: false, why: 'refused', error: opened.error, isHello: false };
    } else await older.close();
    if (!isImplied && opened.ok) {
      await transport.close();
      return err(failureOf('needs-sse', needsSseText(transport.refusal)));
    }
  }
  if (isImplied) target.implied.learn(isFallback && done.ok);
  if (isRemembered && !done.ok && transport.refusal?.method === 'GET') {
    // What the address spoke before is not what it speaks now.
    await transport.close();
    const implied = { ...target.implied, isSse: false };
    return connectRemote({ ...target, implied }, config, signing, given);
  }
  if (done.ok) {
    const session = ready(target, transport, done);
    return session.ok && isFallback ? ok({ ...session.value, fallback: 'sse' }) : session;
  }
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

/** Opens transports to one address, each with tokens of its own. */
function transportsTo(
  url: URL,
  config: RemoteConfig,
  {
    target,
    signing,
    network,
  }: {
    readonly target: ConnectTarget;
    readonly signing: RequestSigning | null;
    readonly network: OutboundNetwork;
  },
): (type: RemoteConfig['type']) => RemoteTransport {
  const { bounds, recorder, relays, now, onQuirk, shown } = target;
  return (type) => {
    const opened = new RemoteTransport({
      ...{ type, url, headers: config.headers, bounds, network, recorder, relays, now },
      ...{ onQuirk, shown },
      tokens: signing?.tokens() ?? null,
      offer: async () => (await signing?.authorizer.offer(config, never)) ?? null,
    });
    target.onTransport(opened);
    return opened;
  };
}

/** The first question was refused, and not by what the server says of itself. */
const isUnanswered = (done: HandshakeResult): boolean =>
  !done.ok && done.why === 'refused' && !done.isHello;

/**
 * Statuses at which the specification has a client try HTTP+SSE (Streamable HTTP, "Backwards
 * Compatibility"). A server that asks somebody to sign in isn't among them.
 */
const refusesPost = (refusal: HttpRefusal | null): boolean =>
  refusal !== null && [400, 404, 405].includes(refusal.status) && refusal.method === 'POST';

/** Whether GET gets an event stream that begins with an endpoint, in the time that a probe has. */
async function streamOpened(
  transport: RemoteTransport,
  { bounds, now, startedAt, signal, recorder }: ConnectTarget,
): Promise<Result<void, unknown>> {
  const ms = Math.min(bounds.probeMs, bounds.connectMs - (now() - startedAt));
  recorder.text('note', 'The address refuses Streamable HTTP: trying HTTP+SSE.');
  return new Promise((resolve) => {
    const finish = (opened: Result<void, unknown>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUpOnIt);
      resolve(opened);
    };
    const giveUpOnIt = (): void => finish(err('no endpoint'));
    const timer = setTimeout(giveUpOnIt, Math.max(1, ms));
    if (signal.aborted) return giveUpOnIt();
    signal.addEventListener('abort', giveUpOnIt, { once: true });
    transport.start().then(
      () => finish(ok(undefined)),
      (error: unknown) => finish(err(error)),
    );
  });
}

const needsSseText = (refusal: HttpRefusal | null): string =>
  `The address refuses Streamable HTTP (HTTP ${refusal?.status ?? 0}) ` +
  'and answers GET with an event stream, as the older HTTP+SSE transport does.';

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

/**
 * A server that fails at the newer handshake may speak the older; one that asks to wait is not
 * asked.
 */
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
      'The address contains a user name or a password, which isn’t sent. ' +
        'Use an Authorization header instead.',
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
