import { Client } from '@modelcontextprotocol/client';
import type {
  ClientCapabilities,
  DiscoverResult,
  Implementation,
} from '@modelcontextprotocol/client';
import { CallDeadlines } from './deadlines.ts';
import { greet } from './greeting.ts';
import { forSdk, HelloError } from './hello.ts';
import type { WatchedTransport } from './watched-transport.ts';

/**
 * `auto` asks for the 2026-07-28 revision first (`server/discover`); `legacy` goes straight to
 * `initialize`.
 */
export type HandshakeMode = 'auto' | 'legacy';

export interface HandshakeOptions {
  readonly mode: HandshakeMode;
  readonly clientInfo: Implementation;
  /** What the client offers; a gateway offers what its host does. */
  readonly capabilities: ClientCapabilities;
  readonly probeMs: number;
  /** Give up after this long. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

export type HandshakeResult =
  | { readonly ok: true; readonly client: Client }
  | { readonly ok: false; readonly why: 'timeout' | 'aborted' }
  | {
      readonly ok: false;
      readonly why: 'refused';
      readonly error: unknown;
      /** It has said who it is, in a way that nobody can use: asking otherwise gives nothing else. */
      readonly isHello: boolean;
    };

/** The SDK's own timeouts come so much later (ms). */
const marginMs = 5_000;

/** The two have no protocol version in common. */
export class VersionError extends Error {}

/**
 * Opens the protocol on a fresh transport with the SDK's client, which negotiates the
 * revision. Skillgate itself offers no capabilities: no sampling, roots or elicitation. The
 * transport stays open when this gives up.
 */
export function handshake(
  transport: WatchedTransport,
  options: HandshakeOptions,
): Promise<HandshakeResult> {
  const { signal, ms, probeMs } = options;
  // Our own deadline decides, which reads first what has come.
  const timeoutMs = probeMs < ms ? probeMs : ms + marginMs;
  const client = new Client(options.clientInfo, {
    capabilities: options.capabilities,
    versionNegotiation:
      options.mode === 'auto'
        ? { mode: 'auto', probe: { timeoutMs, maxRetries: 0 } }
        : { mode: 'legacy' },
    inputRequired: { autoFulfill: false },
  });
  transport.forSdk = forSdk;
  return new Promise((resolve) => {
    const finish = (outcome: HandshakeResult): void => {
      deadlines.remove(0);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onAbort = (): void => finish({ ok: false, why: 'aborted' });
    const deadlines = new CallDeadlines();
    deadlines.add(0, ms, () => finish({ ok: false, why: 'timeout' }));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    connected(client, transport, options).then(
      () => finish({ ok: true, client }),
      (refused: unknown) => {
        const error = transport.unusableHello ?? refused;
        finish({ ok: false, why: 'refused', error, isHello: error instanceof HelloError });
      },
    );
  });
}

/** Over HTTP the SDK negotiates; over a pipe, where silence is no answer, `greet` does. */
async function connected(
  client: Client,
  transport: WatchedTransport,
  { mode, clientInfo, capabilities, probeMs, ms }: HandshakeOptions,
): Promise<void> {
  const timeout = ms + marginMs;
  if (!transport.isPipe) return client.connect(transport, { timeout });
  const greeting = await greet(transport, { mode, clientInfo, capabilities, silenceMs: probeMs });
  if (greeting.era === null)
    throw greeting.isVersion ? new VersionError(greeting.message) : new Error(greeting.message);
  transport.hello = greeting.hello;
  if (greeting.era === 'modern') {
    const discover = forSdk('server/discover', greeting.hello) as unknown as DiscoverResult;
    return client.connect(transport, { prior: { kind: 'modern', discover } });
  }
  transport.initialised = forSdk('initialize', greeting.hello);
  return client.connect(transport, { prior: { kind: 'legacy' }, timeout });
}
