import type { EventEnvelope, RequestReply } from '../../shared/contract.ts';
import { closeCodes } from '../../shared/model/plain.ts';
import type { WindowClaim, WindowAnswer } from '../../shared/model/socket.ts';
import type { WindowCredentials } from './credentials.ts';
import { confirmationText, type ConfirmationSubject } from '../../shared/model/confirmation.ts';

/** The WebSocket members used here. */
export interface SocketLike {
  send(data: string): void;
  addEventListener(
    type: 'open' | 'close' | 'message',
    listener: (event: { readonly data?: unknown; readonly code?: number }) => void,
  ): void;
}

/**
 * State of the connection to Skillgate's own process. `down`: nothing answers. `stranger`: it
 * answers but doesn't recognize this window.
 */
export type LinkWord = 'up' | 'down' | 'stranger';

export interface SocketClient {
  readonly request: (name: string, input: unknown) => Promise<RequestReply<unknown>>;
  readonly onEvent: (listener: (envelope: EventEnvelope) => void) => () => void;
  readonly onLink: (listener: (link: LinkWord) => void) => () => void;
  /** A ticket that connects another window; null while this one isn't connected. */
  readonly ticket: () => Promise<string | null>;
}

const firstWait = 250;
const longestWait = 5_000;

const lost: RequestReply<never> = {
  ok: false,
  error: {
    code: 'not-connected',
    message: 'Lost the connection to Skillgate before it answered.',
  },
};

/**
 * Exchanges JSON frames: `{id, name, input}` out, `{id, reply}` or `{seq, event}` in. The first
 * frame presents `credentials` and gets a new secret back. Reconnects with growing delays (ms,
 * through `after`). If the socket closes, pending requests end with `not-connected`; requests made
 * while it opens wait.
 */
export function connectSocket(
  open: () => SocketLike,
  after: (ms: number, run: () => void) => void,
  credentials: WindowCredentials,
  confirm: ConfirmDialog,
): SocketClient {
  const events = new Listeners<EventEnvelope>();
  const links = new Listeners<LinkWord>();
  const requests = new PendingRequests();
  const tickets = new Tickets((frame) => {
    admitted?.send(frame);
    return admitted !== null;
  }, confirm);
  let admitted: SocketLike | null = null;
  let connecting = false;
  let wasUp = false;
  const retries = new Retries(after);

  const giveUp = (link: LinkWord) => {
    wasUp = true;
    requests.drop();
    links.tell(link);
    requests.giveUp();
    tickets.giveUp();
  };
  const connect = () => {
    if (connecting || admitted) return;
    connecting = true;
    void credentials.next().then((claim) => {
      if (claim !== null) return show(claim);
      connecting = false;
      giveUp('stranger');
      return retries.later(connect);
    });
  };
  const show = (claim: WindowClaim) => {
    const current = open();
    current.addEventListener('open', () => current.send(JSON.stringify({ claim })));
    current.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as WindowAnswer | EventEnvelope;
      if ('secret' in frame) enter(current, frame);
      else receive(frame, { tickets, requests, events });
    });
    current.addEventListener('close', ({ code }) => {
      const refused = code === closeCodes.notAdmitted;
      const wasIn = admitted === current;
      connecting = false;
      admitted = null;
      // Whichever credential a window connected with, its secret is what lets a new socket replace
      // the old one.
      if (refused) credentials.refused(wasIn || 'secret' in claim ? 'secret' : 'ticket');
      if (refused && !wasIn) return connect();
      giveUp('down');
      return retries.later(connect);
    });
  };
  const enter = (current: SocketLike, { secret, key }: { secret: string; key?: string }) => {
    credentials.keep(secret, key);
    connecting = false;
    admitted = current;
    retries.reset();
    current.send('{"kept":true}');
    requests.sendTo(current);
    if (wasUp) links.tell('up');
    wasUp = true;
  };
  credentials.onTicket(connect);
  connect();
  return {
    request: (name, input) => requests.ask(name, input, admitted),
    onEvent: (listener) => events.add(listener),
    onLink: (listener) => links.add(listener),
    ticket: () => tickets.next(),
  };
}

function receive(
  frame: Exclude<WindowAnswer, { secret: string }> | EventEnvelope,
  {
    tickets,
    requests,
    events,
  }: { tickets: Tickets; requests: PendingRequests; events: Listeners<EventEnvelope> },
): void {
  if ('challenge' in frame) tickets.challenged?.(frame.challenge);
  else if ('ticket' in frame) tickets.ticketed?.(frame.ticket);
  else if ('reply' in frame) requests.answer(frame.id, frame.reply);
  else events.tell(frame);
}

/** Each retry waits longer than the one before. */
class Retries {
  #wait = firstWait;
  readonly #after: (ms: number, run: () => void) => void;

  constructor(after: (ms: number, run: () => void) => void) {
    this.#after = after;
  }

  later(run: () => void): void {
    this.#after(this.#wait, run);
    this.#wait = Math.min(longestWait, this.#wait * 2);
  }

  reset(): void {
    this.#wait = firstWait;
  }
}

/** Requests that wait for an answer, and frames that wait for a connection. */
class PendingRequests {
  readonly #pending = new Map<number, (reply: RequestReply<unknown>) => void>();
  #unsent: string[] = [];
  #ids = 0;

  ask(name: string, input: unknown, to: SocketLike | null): Promise<RequestReply<unknown>> {
    return new Promise((resolve) => {
      const id = ++this.#ids;
      this.#pending.set(id, resolve);
      const frame = JSON.stringify({ id, name, input });
      if (to) to.send(frame);
      else this.#unsent.push(frame);
    });
  }

  answer(id: number, reply: RequestReply<unknown>): void {
    this.#pending.get(id)?.(reply);
    this.#pending.delete(id);
  }

  sendTo(socket: SocketLike): void {
    for (const frame of this.#unsent) socket.send(frame);
    this.#unsent = [];
  }

  /** What wasn't sent never will be. */
  drop(): void {
    this.#unsent = [];
  }

  giveUp(): void {
    const answers = [...this.#pending.values()];
    this.#pending.clear();
    for (const answer of answers) answer(lost);
  }
}

class Listeners<T> {
  readonly #all = new Set<(what: T) => void>();

  add(listener: (what: T) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  tell(what: T): void {
    for (const listener of this.#all) listener(what);
  }
}

/** Tickets for other windows, one at a time: each needs its own challenge. */
class Tickets {
  challenged: ((challenge: string | null) => void) | null = null;
  ticketed: ((ticket: string | null) => void) | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Sends a frame; false if this window isn't connected. */
  readonly #send: (frame: string) => boolean;
  readonly #confirm: ConfirmDialog;

  constructor(send: (frame: string) => boolean, confirm: ConfirmDialog) {
    this.#send = send;
    this.#confirm = confirm;
  }

  next(): Promise<string | null> {
    const ticket = this.#last.then(() => this.#make());
    this.#last = ticket;
    return ticket;
  }

  giveUp(): void {
    this.challenged?.(null);
    this.ticketed?.(null);
  }

  async #make(): Promise<string | null> {
    const challenge = await new Promise<string | null>((resolve) => {
      this.challenged = resolve;
      if (!this.#send('{"wanted":"challenge"}')) resolve(null);
    });
    const proof = challenge === null ? '' : await this.#confirm(challenge, { request: 'ticket' });
    return new Promise((resolve) => {
      this.ticketed = resolve;
      if (proof === '' || !this.#send(JSON.stringify({ wanted: 'ticket', proof }))) resolve(null);
    });
  }
}

/**
 * Answers a dialog's challenge. In a page without a key the answer is empty and confirms nothing.
 */
export type ConfirmDialog = (challenge: string, subject: ConfirmationSubject) => Promise<string>;

export function confirmer(keyOf: () => Promise<string | null>): ConfirmDialog {
  return async (challenge, subject) => {
    const key = await keyOf();
    if (key === null) return '';
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const usable = await crypto.subtle.importKey(
      'raw',
      bytes,
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const text = new TextEncoder().encode(confirmationText(challenge, subject));
    const proof = new Uint8Array(await crypto.subtle.sign('HMAC', usable, text));
    return [...proof].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
