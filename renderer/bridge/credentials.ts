import type { WindowClaim } from '../../shared/model/socket.ts';

/** The credentials that this window presents to connect. */
export interface WindowCredentials {
  /** The next credential to present; null if there's none. */
  next(): Promise<WindowClaim | null>;
  /** Drops a credential that was rejected or that another socket already used. */
  refused(what: 'ticket' | 'secret'): void;
  /** `key` comes with the first secret and lasts as long as the secrets do. */
  keep(secret: string, key?: string): void;
  /** The key that this window's dialogs confirm with; null if the window isn't connected. */
  key(): string | null;
  /** Called when the person arrives with a new ticket. */
  onTicket(listener: () => void): void;
}

/** Other windows of the same origin. A connected window gets a ticket for one that isn't. */
export interface OtherWindows {
  /** A ticket from another window, or null when none answers. */
  ask(): Promise<string | null>;
  /** Answers other windows from now on with what `ticket` returns. */
  serve(ticket: () => Promise<string | null>): void;
}

const place = 'skillgate-secret';
const keyPlace = 'skillgate-key';
const answerMs = 1_000;

const ticketOf = (fragment: string): string | undefined => /^#ticket=([\w-]+)$/.exec(fragment)?.[1];

/** True if a fragment is a ticket, not an address in the app. */
export const isTicket = (fragment: string): boolean => ticketOf(fragment) !== undefined;

/**
 * The ticket is in the address's fragment, which a browser never sends, and is removed at once. The
 * secret is stored for this window and origin only; other ports on this machine are other origins,
 * and a reload finds it again.
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

/** Session storage, or memory if the browser stores nothing; then a reload needs a new ticket. */
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

/** Uses a BroadcastChannel, which reaches only windows of the same origin. */
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
