import { createHash, randomBytes, timingSafeEqual, createHmac } from 'node:crypto';
import {
  type RequestCaller,
  confirmationText,
  type ConfirmationSubject,
} from '../../shared/model/confirmation.ts';
import type { WindowClaim } from '../../shared/model/socket.ts';

/** One admitted window. */
export interface WindowPass {
  /** Admits the same window again after a reload; changes with each use. */
  readonly secret: string;
  /** The key of its dialogs, to a window that came with a ticket; it is never sent again. */
  readonly key: string | null;
  readonly caller: RequestCaller;
  /** The page has stored the new secret, so the previous one is no longer valid. */
  kept(): void;
  /** Called once when another socket presents this window's secret: each window has one socket. */
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
  /** Null if unknown, used or expired. */
  admit(claim: WindowClaim): WindowPass | null;
}

export const ticketMs = 60_000;
const mostTickets = 16;
/** Windows that can return; the least recently used one is forgotten. */
const mostWindows = 64;

/** Keeps only digests, so that comparing leaks nothing through timing. */
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
      // The page shows the newer secret: its acknowledgment was lost on the way.
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
      // Keep both until the page confirms the new one, so that a lost answer locks nobody out.
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

/** A dialog left open longer asks again. */
export const challengeMs = 10 * 60_000;

export interface WindowConfirmations extends RequestCaller {
  /** Given to the page once, when the person opens the dialog. */
  readonly key: string;
}

/**
 * Challenges of one kind. A page that shows what would start requests one, and so does the dialog
 * beside it.
 */
export const mostOpen = 8;

interface Open {
  readonly challenge: string;
  readonly until: number;
}

/**
 * The dialogs of one window. Each challenge confirms once, and a wrong answer invalidates every
 * challenge of its kind.
 */
export function createConfirmations(
  now: () => number,
  random: () => Buffer = () => randomBytes(32),
): WindowConfirmations {
  const key = random().toString('base64url');
  const open = new Map<ConfirmationSubject['request'], readonly Open[]>();
  return {
    key,
    challenge(request) {
      const challenge = random().toString('base64url');
      const before = (open.get(request) ?? []).slice(1 - mostOpen);
      open.set(request, [...before, { challenge, until: now() + challengeMs }]);
      return challenge;
    },
    confirms(subject, proof) {
      const asked = open.get(subject.request) ?? [];
      open.delete(subject.request);
      const given = Buffer.from(proof, 'hex');
      const answered = asked.find(({ challenge }) => {
        const expected = createHmac('sha256', Buffer.from(key, 'base64url'))
          .update(confirmationText(challenge, subject))
          .digest();
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (answered === undefined) return false;
      const others = asked.filter((one) => one !== answered);
      open.set(subject.request, others);
      return now() < answered.until;
    },
  };
}
