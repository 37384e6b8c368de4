import { isRecord, own } from '../../core/json.ts';
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
  readonly onAnew: () => void;
  /** The lists whose changes are wanted; of resources where it is left out. */
  readonly lists?: readonly string[];
}

/** One `subscriptions/listen` that is under way. */
interface OpenStream {
  readonly abort: AbortController;
  /** Of the request, which the server's messages on the stream name; null before it is sent. */
  id: number | null;
  /** The server has confirmed it, or had `openingMs` to do so. */
  isOpen: boolean;
  /** The narrower one, which ends once this one is open. */
  narrower: AbortController | null;
}

/**
 * The `subscriptions/listen` of one server of the 2026-07-28 revision, which says nothing of its
 * changes unasked. One stream at a time, but for the moment in which a wider one takes over; one
 * that ends is opened again, each time later. The server decides how often it ends: one that ends
 * at once `limits.retries` times in a row, or that refuses, is left alone for this session. One that
 * is busy may say for how long (HTTP 429, 503).
 */
export class ChangeListener {
  readonly #parts: ListeningParts;
  #session: ServerSession | null = null;
  #uris: readonly string[] = [];
  #stream: OpenStream | null = null;
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
  async opened(): Promise<void> {
    let waited: Promise<void>;
    do {
      waited = this.#opened;
      await waited;
    } while (waited !== this.#opened);
  }

  /** The server has confirmed a stream (`nowListening`); `id` is what it says of which. */
  acknowledged(id: unknown): void {
    const stream = this.#stream;
    if (stream === null || (typeof id === 'number' && stream.id !== null && id !== stream.id))
      return;
    this.#stopWaiting?.();
    takesOver(stream);
    if (!this.#isLate) return;
    this.#isLate = false;
    this.#parts.onAnew();
  }

  /** Listens on this session, to its lists and to these addresses. */
  want(session: ServerSession, uris: readonly string[]): void {
    const known = new Set(this.#uris);
    const isSame = this.#session === session;
    if (isSame && uris.every((uri) => known.has(uri))) return;
    const before = isSame ? this.#stream : null;
    const isLate = this.#isLate && isSame;
    if (!isSame) this.end();
    this.#cancel();
    this.#stopWaiting?.();
    this.#isLate = isLate;
    this.#session = session;
    this.#uris = [...uris];
    const hasEnded = this.#ended > 0;
    this.#ended = 0;
    if (before !== null) return this.#open(session, { isAnew: false, narrower: openOf(before) });
    this.#open(session, { isAnew: isSame && hasEnded, narrower: null });
  }

  /** The session is no longer there, or nobody wants to hear of it. */
  end(): void {
    this.#cancel();
    this.#stopWaiting?.();
    this.#isLate = false;
    if (this.#stream !== null) openOf(this.#stream)?.abort();
    this.#stream = null;
    this.#session = null;
  }

  #open(
    session: ServerSession,
    { isAnew, narrower }: { readonly isAnew: boolean; readonly narrower: AbortController | null },
  ): void {
    const { relay } = session;
    if (relay === null) return;
    const stream: OpenStream = { abort: new AbortController(), id: null, isOpen: false, narrower };
    this.#stream = stream;
    this.#wait(stream);
    const { clock, onAnew, lists = ['resourcesListChanged'] } = this.#parts;
    const since = clock.now();
    const notifications = {
      ...Object.fromEntries(lists.map((list) => [list, true])),
      ...(this.#uris.length > 0 ? { resourceSubscriptions: this.#uris } : {}),
    };
    const { signal } = stream.abort;
    const begun = (id: number): void => void (stream.id = id);
    void relay.request('subscriptions/listen', { notifications }, signal, begun).then((answer) => {
      if (signal.aborted || this.#stream !== stream) return;
      this.#stopWaiting?.();
      this.#stream = null;
      const isRefused = answer.ok && 'error' in answer.value;
      const isGone = !answer.ok && answer.error.reason === 'closed';
      const isLasting =
        !answer.ok && answer.error.reason === 'bad-response' && answer.error.lasting === true;
      // A server may admit one stream, so the one before ends and this one is tried again.
      const wasBeside = takesOver(stream);
      if (isGone || ((isRefused || isLasting) && !wasBeside)) return;
      if (clock.now() - since >= longestWait) this.#ended = 0;
      if (this.#ended >= limits.retries) return;
      const asked = answer.ok ? 0 : askedWait(answer.error);
      const wait = Math.max(Math.min(firstWait * 2 ** this.#ended, longestWait), asked);
      this.#ended += 1;
      this.#cancel = clock.after(wait, () => this.#open(session, { isAnew: true, narrower: null }));
    });
    if (isAnew) onAnew();
  }

  #wait(stream: OpenStream): void {
    this.#opened = new Promise((resolve) => {
      const cancel = this.#parts.clock.after(openingMs, () => {
        this.#stopWaiting?.();
        takesOver(stream);
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

/** From here on this stream alone reports; says whether there was another one. */
function takesOver(stream: OpenStream): boolean {
  const { narrower } = stream;
  stream.isOpen = true;
  stream.narrower = null;
  narrower?.abort();
  return narrower !== null;
}

/** The one of two streams that is open; the other one ends. */
function openOf({ isOpen, abort, narrower }: OpenStream): AbortController | null {
  if (isOpen) return abort;
  abort.abort();
  return narrower;
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
