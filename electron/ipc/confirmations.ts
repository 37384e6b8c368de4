import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Caller, confirmationText, type Subject } from '../../shared/model/confirmation.ts';

/** A dialog that was left open for longer asks again. */
export const challengeMs = 10 * 60_000;

export interface Confirmations extends Caller {
  /** Handed to the page once, when the person opened it. */
  readonly key: string;
}

/** The dialogs of one window. One is open at a time, so one challenge is. */
export function createConfirmations(
  now: () => number,
  random: () => Buffer = () => randomBytes(32),
): Confirmations {
  const key = random().toString('base64url');
  let open: { challenge: string; request: Subject['request']; until: number } | null = null;
  return {
    key,
    challenge(request) {
      open = { challenge: random().toString('base64url'), request, until: now() + challengeMs };
      return open.challenge;
    },
    confirms(subject, proof) {
      const asked = open;
      open = null;
      if (asked === null || asked.request !== subject.request || now() >= asked.until) return false;
      const expected = createHmac('sha256', Buffer.from(key, 'base64url'))
        .update(confirmationText(asked.challenge, subject))
        .digest();
      const given = Buffer.from(proof, 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
