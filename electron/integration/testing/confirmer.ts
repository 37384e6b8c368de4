import { createHmac } from 'node:crypto';
import { confirmationText, type ConfirmationSubject } from '../../../shared/model/confirmation.ts';

export type Confirm = (challenge: string, subject: ConfirmationSubject) => string;

/** What a dialog of the page does with the page's key. */
export const confirmer =
  (key: string): Confirm =>
  (challenge, subject) =>
    createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(confirmationText(challenge, subject))
      .digest('hex');
