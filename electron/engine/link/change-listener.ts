import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { Result } from '../../../shared/result.ts';
import type { CallFailure, RawAnswer, ServerSession } from '../ports/session.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { PlanContext, DialectRecognition } from '../../core/dialects/dialect.ts';
import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import type { CatalogueServer } from '../catalogue/server.ts';

/** From this revision on, `subscriptions/listen` replaces `resources/subscribe`. */
const onStreams = '2026-07-28';

/** The server confirms a `subscriptions/listen`: from here on it reports changes. */
export const nowListening = 'notifications/subscriptions/acknowledged';

/** The lists that a stream can report, by what asks for them. */
export const listChanged = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
} as const;

/** Which stream a message of the server's belongs to: the id of the request that opened it. */
export const subscriptionOf = (params: unknown): unknown => {
  const meta = isRecord(params) ? own(params, '_meta') : null;
  return isRecord(meta) ? own(meta, 'io.modelcontextprotocol/subscriptionId') : undefined;
};

/** The server has resources and reports their changes only on a stream. */
export const tellsOnStream = ({
  protocolVersion,
  capabilities,
}: Pick<ServerSession, 'protocolVersion' | 'capabilities'>): boolean =>
  protocolVersion >= onStreams && isRecord(capabilities['resources']);

/** What is waited at first before a stream that ended is opened again, and at most, in ms. */
const firstWait = 1_000;
const longestWait = 30_000;
/** The same where the server asks for it (`Retry-After`). */
const longestAsked = 15 * 60_000;

/** How long a listing waits for the server to confirm that it reports changes, in ms. */
const openingMs = 1_000;

interface ListeningParts {
  readonly clock: SystemClock;
  /** A stream opened late, or again after it had ended: changes before that weren't reported. */
  readonly onMissed: () => void;
  /** The lists whose changes are wanted; of resources where it is left out. */
  readonly lists?: readonly string[];
}

/** How a `subscriptions/listen` begins. */
interface StreamStart {
  readonly uris: readonly string[];
  /** Nothing was open for a while, so changes meanwhile weren't reported. */
  readonly afterGap: boolean;
  /** Another one ends for it. */
  readonly replaces: boolean;
}

/**
 * The `subscriptions/listen` of one server of the 2026-07-28 revision, which says nothing of its
 * changes unasked. One stream at a time, as some servers admit no more; one that ends is opened again,
 * each time later. The server decides how often it ends: one that ends at once `limits.retries`
 * times in a row, or that refuses, is left alone for this session. One that is busy may say for how
 * long (HTTP 429, 503).
 */
export class ChangeListener {
  readonly #parts: ListeningParts;
  #session: ServerSession | null = null;
  #uris: readonly string[] = [];
  #stream: AbortController | null = null;
  /** Of the request, which the server's messages on the stream name; null before it is sent. */
  #id: number | null = null;
  #cancel = (): void => {};
  #ended = 0;
  #opened = Promise.resolve();
  /** Ends the wait for the server's confirmation; null where nothing waits. */
  #stopWaiting: (() => void) | null = null;
  /** The wait ran out, so a listing may have missed a change; no other one waits for this server. */
  #isLate = false;

  constructor(parts: ListeningParts) {
    this.#parts = parts;
  }

  /**
   * Resolves once the server reports changes, refuses to, or has taken `openingMs`. A listing that
   * begins after that misses no change that the server reports.
   */
  async opened(): Promise<void> {
    const first = this.#opened;
    await first;
    // Another stream took its place meanwhile. A host may ask for one after the other.
    if (this.#opened !== first) await this.#opened;
  }

  /** The server has confirmed a stream (`nowListening`); `id` is what it says of which. */
  acknowledged(id: unknown): void {
    if (typeof id === 'number' && this.#id !== null && id !== this.#id) return;
    this.#stopWaiting?.();
    if (!this.#isLate) return;
    this.#isLate = false;
    this.#parts.onMissed();
  }

  /** Listens on this session, to its lists and to these addresses. */
  want(session: ServerSession, uris: readonly string[]): void {
    const known = new Set(this.#uris);
    const isSame = this.#session === session;
    if (isSame && uris.every((uri) => known.has(uri))) return;
    const [isLate, replaces, hasEnded] = [this.#isLate, this.#stream !== null, this.#ended > 0];
    this.end();
    this.#isLate = isSame && isLate;
    this.#session = session;
    this.#uris = [...uris];
    this.#ended = 0;
    this.#open(session, {
      uris: this.#uris,
      afterGap: isSame && !replaces && hasEnded,
      replaces: isSame && replaces,
    });
  }

  /** The session is no longer there, or nobody wants to hear of it. */
  end(): void {
    this.#cancel();
    this.#stopWaiting?.();
    this.#isLate = false;
    this.#stream?.abort();
    this.#stream = null;
    this.#session = null;
  }

  #open(session: ServerSession, { uris, afterGap, replaces }: StreamStart): void {
    const { relay } = session;
    if (relay === null) return;
    const stream = new AbortController();
    this.#stream = stream;
    this.#id = null;
    if (!this.#isLate) this.#wait();
    const { clock, onMissed, lists = ['resourcesListChanged'] } = this.#parts;
    const since = clock.now();
    const notifications = {
      ...Object.fromEntries(lists.map((list) => [list, true])),
      ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
    };
    const begun = (id: number): void => {
      if (this.#stream === stream) this.#id = id;
    };
    const again = (given: readonly string[], wait: number): void => {
      const start = { uris: given, afterGap: true, replaces: false };
      this.#cancel = clock.after(wait, () => this.#open(session, start));
    };
    const asked = relay.request('subscriptions/listen', { notifications }, stream.signal, begun);
    void asked.then((answer) => {
      if (stream.signal.aborted || this.#session !== session) return;
      this.#stopWaiting?.();
      this.#stream = null;
      if (!answer.ok && answer.error.reason === 'closed') return;
      if (isRefusal(answer)) {
        // It may not have seen yet that the one before has ended, or not know one of the addresses.
        if (replaces) again(uris, firstWait);
        else if (uris.length > 0) again([], firstWait);
        return;
      }
      if (clock.now() - since >= longestWait) this.#ended = 0;
      if (this.#ended >= limits.retries) return;
      const asks = answer.ok ? 0 : askedWait(answer.error);
      again(uris, Math.max(Math.min(firstWait * 2 ** this.#ended, longestWait), asks));
      this.#ended += 1;
    });
    if (afterGap) onMissed();
  }

  #wait(): void {
    this.#opened = new Promise((resolve) => {
      const cancel = this.#parts.clock.after(openingMs, () => {
        this.#stopWaiting?.();
        this.#isLate = true;
      });
      this.#stopWaiting = () => {
        cancel();
        this.#stopWaiting = null;
        resolve();
      };
    });
  }
}

/** The server says no, in a way that waiting doesn't change. */
const isRefusal = (answer: Result<RawAnswer, CallFailure>): boolean =>
  answer.ok
    ? 'error' in answer.value
    : answer.error.reason === 'bad-response' && answer.error.lasting === true;

/** What the server asks to be left alone for, in ms. */
const askedWait = (failure: CallFailure): number =>
  failure.reason === 'not-now' ? Math.min(failure.cause?.retryAfterMs ?? 0, longestAsked) : 0;

/** What a dialect's plan may look at of the server; `more` is what one listing knows besides. */
export function contextOf(
  dialects: DialectRegistry,
  server: CatalogueServer,
  more: Partial<Pick<PlanContext, 'inventory' | 'alone' | 'claimed' | 'refused'>> = {},
): PlanContext {
  const { label, facts, inventory } = server;
  const isDeclared = ({ by }: DialectRecognition): boolean => by === 'declaration';
  return {
    server: label,
    protocolVersion: facts?.protocolVersion ?? '',
    dialects: dialects.all,
    declared: dialects.all.flatMap((dialect) =>
      isDeclared(dialect.recognise(declarationOf(server))) ? [dialect.id] : [],
    ),
    inventory,
    alone: false,
    claimed: [],
    refused: new Set(),
    directoryRead: facts?.directoryRead === true,
    ...more,
  };
}

export const declarationOf = ({ capabilities, facts }: CatalogueServer) => ({
  capabilities,
  protocolVersion: facts?.protocolVersion ?? '',
});
