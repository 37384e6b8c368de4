import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Caller, confirmationText, type Subject } from '../../shared/model/confirmation.ts';

/** A dialog that was left open for longer asks again. */
export const challengeMs = 10 * 60_000;

export interface Confirmations extends Caller {
  /** Handed to the page once, when the person opened it. */
  readonly key: string;
}

/** The dialogs of one window. One of a kind is open at a time, so one challenge of a kind is. */
export function createConfirmations(
  now: () => number,
  random: () => Buffer = () => randomBytes(32),
): Confirmations {
  const key = random().toString('base64url');
  const open = new Map<Subject['request'], { challenge: string; until: number }>();
  return {
    key,
    challenge(request) {
      const challenge = random().toString('base64url');
      open.set(request, { challenge, until: now() + challengeMs });
      return challenge;
    },
    confirms(subject, proof) {
      const asked = open.get(subject.request);
      open.delete(subject.request);
      if (asked === undefined || now() >= asked.until) return false;
      const expected = createHmac('sha256', Buffer.from(key, 'base64url'))
        .update(confirmationText(asked.challenge, subject))
        .digest();
      const given = Buffer.from(proof, 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
