import { Client } from '@modelcontextprotocol/client';
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { WatchedTransport } from './watched-transport.ts';

/**
 * `auto` asks for the 2026-07-28 revision first (`server/discover`); `legacy` goes straight to
 * `initialize`.
 */
export type Mode = 'auto' | 'legacy';

export interface HandshakeOptions {
  readonly mode: Mode;
  readonly clientInfo: Implementation;
  /** What the client offers; a gateway offers what its host does. */
  readonly capabilities: ClientCapabilities;
  readonly probeMs: number;
  /** Give up after this long. */
  readonly ms: number;
  /** Give up after this long when the server has not sent a single message. */
  readonly silentMs: number;
  readonly signal: AbortSignal;
}

export type Handshake =
  | { readonly ok: true; readonly client: Client }
  | { readonly ok: false; readonly why: 'timeout' | 'silent' | 'aborted' }
  | { readonly ok: false; readonly why: 'refused'; readonly error: unknown };

/**
 * Opens the protocol on a fresh transport with the SDK's client, which negotiates the
 * revision. Skillgate itself offers no capabilities: no sampling, roots or elicitation. The
 * transport stays open when this gives up.
 */
export function handshake(
  transport: WatchedTransport,
  options: HandshakeOptions,
): Promise<Handshake> {
  const client = new Client(options.clientInfo, {
    capabilities: options.capabilities,
    versionNegotiation:
      options.mode === 'auto'
        ? { mode: 'auto', probe: { timeoutMs: options.probeMs, maxRetries: 0 } }
        : { mode: 'legacy' },
    inputRequired: { autoFulfill: false },
  });
  return new Promise((resolve) => {
    const finish = (outcome: Handshake): void => {
      clearTimeout(timer);
      clearTimeout(silence);
      options.signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onAbort = (): void => finish({ ok: false, why: 'aborted' });
    const timer = setTimeout(() => finish({ ok: false, why: 'timeout' }), options.ms);
    const silence = setTimeout(() => {
      if (!transport.heard) finish({ ok: false, why: 'silent' });
    }, options.silentMs);
    if (options.signal.aborted) return onAbort();
    options.signal.addEventListener('abort', onAbort, { once: true });
    client.connect(transport, { timeout: options.ms }).then(
      () => finish({ ok: true, client }),
      (error: unknown) => finish({ ok: false, why: 'refused', error }),
    );
  });
}
