import { isRecord } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { CallFailure, ServerSession } from '../ports/session.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { PlanContext, DialectRecognition } from '../../core/dialects/dialect.ts';
import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import type { CatalogueServer } from '../catalogue/server.ts';

/** From this revision on, `subscriptions/listen` replaces `resources/subscribe`. */
const onStreams = '2026-07-28';

/** The server confirms a `subscriptions/listen`: from here on it reports changes. */
export const nowListening = 'notifications/subscriptions/acknowledged';

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
  readonly onAnew: () => void;
  /** The lists whose changes are wanted; of resources where it is left out. */
  readonly lists?: readonly string[];
}

/**
 * The `subscriptions/listen` of one server of the 2026-07-28 revision, which says nothing of its
 * changes unasked. One stream at a time; one that ends is opened again, each time later. The
 * server decides how often it ends: one that ends at once `limits.retries` times in a row, or that
 * refuses, is left alone for this session. One that is busy may say for how long (HTTP 429, 503).
 */
export class ChangeListener {
  readonly #parts: ListeningParts;
  #session: ServerSession | null = null;
  #uris: readonly string[] = [];
  #stream: AbortController | null = null;
  #cancel = (): void => {};
  #ended = 0;
  #opened = Promise.resolve();
  /** Ends the wait for the server's confirmation; null where nothing waits. */
  #stopWaiting: (() => void) | null = null;
  /** The wait ran out, so a listing may have missed a change. */
  #isLate = false;

  constructor(parts: ListeningParts) {
    this.#parts = parts;
  }

  /**
   * Resolves once the server reports changes, refuses to, or has taken `openingMs`. A listing that
   * begins after that misses no change that the server reports.
   */
  get opened(): Promise<void> {
    return this.#opened;
  }

  /** The server has confirmed the stream (`nowListening`). */
  acknowledged(): void {
    this.#stopWaiting?.();
    if (!this.#isLate) return;
    this.#isLate = false;
    this.#parts.onAnew();
  }

  /** Listens on this session, to its lists and to these addresses. */
  want(session: ServerSession, uris: readonly string[]): void {
    const known = new Set(this.#uris);
    if (this.#session === session && uris.every((uri) => known.has(uri))) return;
    const isLate = this.#isLate && this.#session === session;
    this.end();
    this.#isLate = isLate;
    this.#session = session;
    this.#uris = [...uris];
    this.#ended = 0;
    this.#open(session, false);
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

  #open(session: ServerSession, anew: boolean): void {
    const { relay } = session;
    if (relay === null) return;
    const stream = new AbortController();
    this.#stream = stream;
    this.#wait();
    const { clock, onAnew, lists = ['resourcesListChanged'] } = this.#parts;
    const since = clock.now();
    const notifications = {
      ...Object.fromEntries(lists.map((list) => [list, true])),
      ...(this.#uris.length > 0 ? { resourceSubscriptions: this.#uris } : {}),
    };
    void relay.request('subscriptions/listen', { notifications }, stream.signal).then((answer) => {
      if (stream.signal.aborted || this.#session !== session) return;
      this.#stopWaiting?.();
      const isRefused = answer.ok && 'error' in answer.value;
      const isGone = !answer.ok && answer.error.reason === 'closed';
      const isLasting =
        !answer.ok && answer.error.reason === 'bad-response' && answer.error.lasting === true;
      if (isRefused || isGone || isLasting) return;
      if (clock.now() - since >= longestWait) this.#ended = 0;
      if (this.#ended >= limits.retries) return;
      const asked = answer.ok ? 0 : askedWait(answer.error);
      const wait = Math.max(Math.min(firstWait * 2 ** this.#ended, longestWait), asked);
      this.#ended += 1;
      this.#cancel = clock.after(wait, () => this.#open(session, true));
    });
    if (anew) onAnew();
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
