import type { WindowClaim } from '../../shared/model/socket.ts';

/** What this window can show to be let in. */
export interface WindowCredentials {
  /** The next thing to show, or null when there is none: nobody let this window in. */
  next(): Promise<WindowClaim | null>;
  /** This one was not accepted, or another socket has used it: it is not shown again. */
  refused(what: 'ticket' | 'secret'): void;
  /** `key` comes with the first secret, and lasts as long as they do. */
  keep(secret: string, key?: string): void;
  /** What this window's dialogs confirm with, or null in one that was not let in. */
  key(): string | null;
  /** The person came with another ticket. */
  onTicket(listener: () => void): void;
}

/** Other windows of the same origin: one that is let in asks for a ticket for one that is not. */
export interface OtherWindows {
  /** A ticket from another window, or null when none answers. */
  ask(): Promise<string | null>;
  /** Answers others from now on, with what `ticket` gives. */
  serve(ticket: () => Promise<string | null>): void;
}

const place = 'skillgate-secret';
const keyPlace = 'skillgate-key';
const answerMs = 1_000;

const ticketOf = (fragment: string): string | undefined => /^#ticket=([\w-]+)$/.exec(fragment)?.[1];

/** Whether a fragment lets a window in, rather than names a place in it. */
export const isTicket = (fragment: string): boolean => ticketOf(fragment) !== undefined;

/**
 * A ticket stands in the fragment of the address, which is sent to nobody, and is taken out of it
 * at once. The secret is kept for this window and origin alone: other ports of this machine are
 * other origins, and a reload finds it again.
 */
export function pageCredentials(
  page: Pick<Window, 'location' | 'history' | 'addEventListener'>,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  neighbours: OtherWindows,
): WindowCredentials {
  let ticket: string | null = null;
  const takeTicket = (): boolean => {
    const found = ticketOf(page.location.hash);
    if (found === undefined) return false;
    ticket = found;
    page.history.replaceState(null, '', '/');
    return true;
  };
  takeTicket();
  return {
    async next() {
      if (ticket !== null) return { ticket };
      const secret = storage.getItem(place);
      if (secret !== null) return { secret };
      const given = await neighbours.ask();
      return given === null ? null : { ticket: given };
    },
    refused(what) {
      if (what === 'secret') storage.removeItem(place);
      else ticket = null;
    },
    keep(secret, key) {
      ticket = null;
      storage.setItem(place, secret);
      if (key !== undefined) storage.setItem(keyPlace, key);
    },
    key: () => storage.getItem(keyPlace),
    onTicket(listener) {
      page.addEventListener('hashchange', () => {
        if (takeTicket()) listener();
      });
    },
  };
}

/** Session storage, or memory where the browser keeps nothing: a reload then needs a ticket. */
export function sessionStore(page: Window): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    page.sessionStorage.setItem(`${place}-test`, '');
    page.sessionStorage.removeItem(`${place}-test`);
    return page.sessionStorage;
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    };
  }
}

/** Over a BroadcastChannel, which reaches windows of this very origin only. */
export function neighbourWindows(channel: BroadcastChannel): OtherWindows {
  const heard = (listener: (message: Readonly<Record<string, unknown>>) => void) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null) listener({ ...data });
    });
  };
  const waiting = new Map<string, (ticket: string) => void>();
  heard(({ for: asker, ticket }) => {
    if (typeof asker === 'string' && typeof ticket === 'string') waiting.get(asker)?.(ticket);
  });
  return {
    ask: () =>
      new Promise((resolve) => {
        const asker = crypto.randomUUID();
        const answer = (ticket: string | null): void => {
          clearTimeout(timer);
          waiting.delete(asker);
          resolve(ticket);
        };
        const timer = setTimeout(() => answer(null), answerMs);
        waiting.set(asker, answer);
        channel.postMessage({ wanted: asker });
      }),
    serve(ticketFor) {
      heard(({ wanted }) => {
        if (typeof wanted !== 'string') return;
        void ticketFor().then((ticket) => {
          if (ticket !== null) channel.postMessage({ for: wanted, ticket });
        });
      });
    },
  };
}
