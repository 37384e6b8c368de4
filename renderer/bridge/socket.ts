import type { Envelope, Reply } from '../../shared/contract.ts';

/** The parts of a WebSocket that are used here. */
export interface SocketLike {
  send(data: string): void;
  addEventListener(
    type: 'open' | 'close' | 'message',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
}

/**
 * What can be said of the link to Skillgate's own process: `down`, nothing answers; `stranger`, one
 * answers that does not know this window, because it was started again since.
 */
export type LinkWord = 'up' | 'down' | 'stranger';

export interface SocketClient {
  readonly request: (name: string, input: unknown) => Promise<Reply<unknown>>;
  readonly onEvent: (listener: (envelope: Envelope) => void) => () => void;
  readonly onLink: (listener: (link: LinkWord) => void) => () => void;
}

const firstWait = 250;
const longestWait = 5_000;

const lost: Reply<never> = {
  ok: false,
  error: {
    code: 'not-connected',
    message: 'The connection to Skillgate was lost before it answered.',
  },
};

/**
 * Requests and events as JSON frames: `{id, name, input}` out, `{id, reply}` or `{seq, event}` in.
 * Reconnects with a growing pause (ms, through `after`); a request under way when the socket
 * closes is answered with `not-connected`, one made while it is opening waits for it.
 * A socket tells nobody why it did not open, so `isStranger` asks.
 */
export function connectSocket(
  open: () => SocketLike,
  after: (ms: number, run: () => void) => void,
  isStranger: () => Promise<boolean>,
): SocketClient {
  const eventListeners = new Set<(envelope: Envelope) => void>();
  const linkListeners = new Set<(link: LinkWord) => void>();
  const pending = new Map<number, (reply: Reply<unknown>) => void>();
  let unsent: string[] = [];
  let socket: SocketLike | null = null;
  let ready = false;
  let wasUp = false;
  let ids = 0;
  let wait = firstWait;

  const tell = (link: LinkWord) => {
    for (const listener of linkListeners) listener(link);
  };
  const connect = () => {
    let opened = false;
    const current = open();
    socket = current;
    current.addEventListener('open', () => {
      ready = true;
      opened = true;
      wait = firstWait;
      for (const frame of unsent) current.send(frame);
      unsent = [];
      if (wasUp) tell('up');
      wasUp = true;
    });
    current.addEventListener('message', (event) => receive(event.data));
    current.addEventListener('close', () => {
      ready = false;
      unsent = [];
      const answers = [...pending.values()];
      pending.clear();
      for (const answer of answers) answer(lost);
      if (opened) tell('down');
      else
        void isStranger().then((stranger) => {
          if (!ready) tell(stranger ? 'stranger' : 'down');
        });
      wasUp = true;
      after(wait, connect);
      wait = Math.min(longestWait, wait * 2);
    });
  };

  const receive = (data: unknown) => {
    const frame = JSON.parse(String(data)) as {
      id?: number;
      reply?: Reply<unknown>;
      seq?: number;
      event?: Envelope['event'];
    };
    if (frame.id !== undefined && frame.reply !== undefined) {
      pending.get(frame.id)?.(frame.reply);
      pending.delete(frame.id);
    } else if (frame.seq !== undefined && frame.event !== undefined) {
      for (const listener of eventListeners) listener({ seq: frame.seq, event: frame.event });
    }
  };

  const listen =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return () => void set.delete(listener);
    };

  connect();
  return {
    request: (name, input) =>
      new Promise((resolve) => {
        const id = ++ids;
        pending.set(id, resolve);
        const frame = JSON.stringify({ id, name, input });
        if (ready && socket) socket.send(frame);
        else unsent.push(frame);
      }),
    onEvent: listen(eventListeners),
    onLink: listen(linkListeners),
  };
}
