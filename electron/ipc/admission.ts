import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestCaller } from '../../shared/model/confirmation.ts';
import type { WindowClaim } from '../../shared/model/socket.ts';
import { createConfirmations, type WindowConfirmations } from './confirmations.ts';

/** One window that was let in. */
export interface WindowPass {
  /** Lets the same window in again after a reload; another one each time it is used. */
  readonly secret: string;
  /** The key of its dialogs, to a window that came with a ticket; it is never sent again. */
  readonly key: string | null;
  readonly caller: RequestCaller;
  /** The page holds the new secret: the one that it came with is worth nothing from now on. */
  kept(): void;
  /** Told once, when another socket shows this window's secret: there is one socket a window. */
  onReplaced(listener: () => void): void;
}

/**
 * Who may use the port. The attackers are other pages and other users of this machine: they
 * can reach the port, and read command lines, but no file and no memory of this person. A ticket
 * is what a person carries from Skillgate to the browser: 256 random bits, good once and for
 * 60 seconds. It is traded for a secret of one window, which lives as long as this process.
 */
export interface WindowAdmission {
  issueTicket(): string;
  /** Null for whatever is not known, used, expired or out of date. */
  admit(claim: WindowClaim): WindowPass | null;
}

export const ticketMs = 60_000;
const mostTickets = 16;
/** Windows that can come back; the one that was not used for longest is forgotten. */
const mostWindows = 64;

/** Only digests are kept, so that comparing tells nothing by its time. */
interface Window {
  readonly secrets: Buffer[];
  readonly confirmations: WindowConfirmations;
  replaced: () => void;
}

export function createAdmission(
  now: () => number,
  random: () => Buffer = () => randomBytes(32),
): WindowAdmission {
  let tickets: { readonly digest: Buffer; readonly until: number }[] = [];
  let windows: Window[] = [];

  const trade = (ticket: string): Window | null => {
    const given = digestOf(ticket);
    const held = tickets.find(({ digest }) => timingSafeEqual(digest, given));
    if (held === undefined) return null;
    tickets = tickets.filter((one) => one !== held);
    return now() < held.until
      ? { secrets: [], confirmations: createConfirmations(now, random), replaced: () => {} }
      : null;
  };
  const recognise = (secret: string): Window | null => {
    const given = digestOf(secret);
    for (const window of windows) {
      const place = window.secrets.findIndex((digest) => timingSafeEqual(digest, given));
      // The page shows the newer one: its word that it was kept was lost on the way.
      if (place >= 0) window.secrets.splice(0, place);
      if (place >= 0) return window;
    }
    return null;
  };

  return {
    issueTicket() {
      const ticket = random().toString('base64url');
      const live = tickets.filter(({ until }) => now() < until);
      tickets = [...live, { digest: digestOf(ticket), until: now() + ticketMs }];
      tickets = tickets.slice(-mostTickets);
      return ticket;
    },
    admit(claim) {
      const window = 'ticket' in claim ? trade(claim.ticket) : recognise(claim.secret);
      if (window === null) return null;
      window.replaced();
      window.replaced = () => {};
      windows = [...windows.filter((one) => one !== window), window].slice(-mostWindows);
      const secret = random().toString('base64url');
      const fresh = digestOf(secret);
      // Until the page says that it has the new one, an answer that was lost must lock nobody out.
      window.secrets.splice(1, 1, fresh);
      return {
        secret,
        key: 'ticket' in claim ? window.confirmations.key : null,
        caller: window.confirmations,
        kept() {
          const place = window.secrets.indexOf(fresh);
          if (place > 0) window.secrets.splice(0, place);
        },
        onReplaced(listener) {
          window.replaced = listener;
        },
      };
    },
  };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
