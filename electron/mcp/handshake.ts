import {
  Client,
  type ClientCapabilities,
  type DiscoverResult,
  type Implementation,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import { CallDeadlines } from './deadlines.ts';
import { forSdk, HelloError, versionsText } from './hello.ts';
import type { WatchedTransport } from './watched-transport.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { rawAnswer } from './calls.ts';
import type { CallFailure, RawAnswer } from '../engine/ports/session.ts';
import type { WireMessage } from './recorder.ts';
import { modern, textsIn, versionsIn } from './versions.ts';

/**
 * `auto` asks for the 2026-07-28 revision first (`server/discover`), which some older servers don't
 * survive; `legacy` goes straight to `initialize`.
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
      /**
       * It has said who it is, in a way that nobody can use: asking otherwise gives nothing else.
       */
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
  options: HandshakeOptions,
): Promise<void> {
  const timeout = options.ms + marginMs;
  if (!transport.isPipe) return client.connect(transport, { timeout });
  const greeting = await greet(transport, options);
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

/** What a server answered first, as it came, or why nobody can go on with it. */
type ServerGreeting =
  | { readonly era: 'modern' | 'legacy'; readonly hello: WireMessage }
  | { readonly era: null; readonly message: string; readonly isVersion: boolean };

/**
 * Finds out which era a server over a pipe speaks. Silence proves nothing: a package runner may
 * need most of a minute before anything reads the pipe. After `probeMs` both questions are on
 * their way, and the first usable answer decides; a late one is used as well. Never ends on its own
 * while there is no answer.
 */
function greet(
  transport: WatchedTransport,
  { mode, clientInfo, capabilities, probeMs }: HandshakeOptions,
): Promise<ServerGreeting> {
  return new Promise((resolve) => {
    const open = new Set<number>();
    const versions = new Set<string>();
    let initialising = false;
    let finished = false;
    const finish = (greeting: ServerGreeting): void => {
      if (finished) return;
      finished = true;
      clearTimeout(silence);
      for (const id of open) {
        transport.calls.fail(id, { reason: 'cancelled', message: 'Another response came first.' });
      }
      resolve(greeting);
    };
    const ask = (
      method: string,
      params: WireMessage,
      taken: (answer: Result<RawAnswer, CallFailure>) => void,
    ): void => {
      const id = transport.calls.open((answer) => {
        open.delete(id);
        if (!finished) taken(answer as Result<RawAnswer, CallFailure>);
      }, rawAnswer);
      open.add(id);
      transport.ask(id, method, params, null);
    };
    const refuse = (why: string): void => {
      // The other question may still be answered.
      if (open.size > 0) return;
      const spoken = versionsText(versions);
      finish({ era: null, message: spoken ?? why, isVersion: spoken !== null });
    };
    const initialise = (): void => {
      if (initialising || finished) return;
      initialising = true;
      const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo };
      ask('initialize', params, (answer) => {
        const hello = legacyHello(answer, versions);
        if (hello.ok) finish({ era: 'legacy', hello: hello.value });
        else refuse(hello.error);
      });
    };
    const discover = (): void => {
      const _meta = {
        [PROTOCOL_VERSION_META_KEY]: modern,
        [CLIENT_INFO_META_KEY]: clientInfo,
        [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      };
      ask('server/discover', { _meta }, (answer) => {
        const hello = modernHello(answer, versions);
        if (hello !== null) return finish({ era: 'modern', hello });
        if (initialising) return refuse('server/discover: The response isn’t valid.');
        initialise();
      });
    };
    const silence = setTimeout(initialise, probeMs);
    transport.start().then(
      () => (mode === 'legacy' ? initialise() : discover()),
      (error: unknown) =>
        finish({
          era: null,
          message: error instanceof Error ? error.message : String(error),
          isVersion: false,
        }),
    );
  });
}

/** A usable answer to `initialize`, or why it isn't one; `versions` gets those that it names. */
function legacyHello(
  answer: Result<RawAnswer, CallFailure>,
  versions: Set<string>,
): Result<WireMessage, string> {
  if (!answer.ok) return err(`initialize: ${answer.error.message}`);
  if ('error' in answer.value) {
    for (const version of versionsIn(answer.value.error.data)) versions.add(version);
    return err(`initialize: ${answer.value.error.message}`);
  }
  const { result } = answer.value;
  const version = result['protocolVersion'];
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(version as string)) return ok(result);
  if (typeof version !== 'string') return err('initialize: The answer has no protocol version.');
  versions.add(version);
  return err('');
}

/** A usable answer to `server/discover`, or null; `versions` gets those that it names. */
function modernHello(
  answer: Result<RawAnswer, CallFailure>,
  versions: Set<string>,
): WireMessage | null {
  if (!answer.ok) return null;
  if ('error' in answer.value) {
    for (const version of versionsIn(answer.value.error.data)) versions.add(version);
    return null;
  }
  const { result } = answer.value;
  const offered = textsIn(result['supportedVersions']);
  if (offered.includes(modern)) return result;
  for (const version of offered) versions.add(version);
  return null;
}
