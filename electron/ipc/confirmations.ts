import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type RequestCaller,
  confirmationText,
  type ConfirmationSubject,
} from '../../shared/model/confirmation.ts';

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
