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
  const eventListeners = new Set<(envelope: EventEnvelope) => void>();
  const linkListeners = new Set<(link: LinkWord) => void>();
  const pending = new Map<number, (reply: RequestReply<unknown>) => void>();
  let challenged: ((challenge: string | null) => void) | null = null;
  let ticketed: ((ticket: string | null) => void) | null = null;
  /** One at a time: each needs its own challenge. */
  let lastTicket: Promise<unknown> = Promise.resolve();
  let unsent: string[] = [];
  let admitted: SocketLike | null = null;
  let connecting = false;
  let wasUp = false;
  let ids = 0;
  let wait = firstWait;

  const tell = (link: LinkWord) => {
    for (const listener of linkListeners) listener(link);
  };
  const giveUp = (link: LinkWord) => {
    wasUp = true;
    unsent = [];
    tell(link);
    const answers = [...pending.values()];
    pending.clear();
    for (const answer of answers) answer(lost);
    challenged?.(null);
    ticketed?.(null);
  };
  const later = () => {
    after(wait, connect);
    wait = Math.min(longestWait, wait * 2);
  };
  const connect = () => {
    if (connecting || admitted) return;
    connecting = true;
    void credentials.next().then((claim) => {
      if (claim !== null) return show(claim);
      connecting = false;
      giveUp('stranger');
      return later();
    });
  };
  const show = (claim: WindowClaim) => {
    const current = open();
    current.addEventListener('open', () => current.send(JSON.stringify({ claim })));
    current.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as WindowAnswer | EventEnvelope;
      if ('secret' in frame) enter(current, frame);
      else receive(frame);
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
      return later();
    });
  };
  const enter = (current: SocketLike, { secret, key }: { secret: string; key?: string }) => {
    credentials.keep(secret, key);
    connecting = false;
    admitted = current;
    wait = firstWait;
    current.send('{"kept":true}');
    for (const frame of unsent) current.send(frame);
    unsent = [];
    if (wasUp) tell('up');
    wasUp = true;
  };
  const receive = (frame: Exclude<WindowAnswer, { secret: string }> | EventEnvelope) => {
    if ('challenge' in frame) challenged?.(frame.challenge);
    else if ('ticket' in frame) ticketed?.(frame.ticket);
    else if ('reply' in frame) {
      pending.get(frame.id)?.(frame.reply);
      pending.delete(frame.id);
    } else for (const listener of eventListeners) listener(frame);
  };

  const newTicket = async (): Promise<string | null> => {
    const challenge = await new Promise<string | null>((resolve) => {
      challenged = resolve;
      if (admitted) admitted.send('{"wanted":"challenge"}');
      else resolve(null);
    });
    const proof = challenge === null ? '' : await confirm(challenge, { request: 'ticket' });
    return new Promise((resolve) => {
      ticketed = resolve;
      if (admitted && proof !== '') admitted.send(JSON.stringify({ wanted: 'ticket', proof }));
      else resolve(null);
    });
  };

  const listen =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return () => void set.delete(listener);
    };

  credentials.onTicket(connect);
  connect();
  return {
    request: (name, input) =>
      new Promise((resolve) => {
        const id = ++ids;
        pending.set(id, resolve);
        const frame = JSON.stringify({ id, name, input });
        if (admitted) admitted.send(frame);
        else unsent.push(frame);
      }),
    onEvent: listen(eventListeners),
    onLink: listen(linkListeners),
    ticket: () => {
      const ticket = lastTicket.then(newTicket);
      lastTicket = ticket;
      return ticket;
    },
  };
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
