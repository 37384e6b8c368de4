import { confirmationText, type ConfirmationSubject } from '../../shared/model/confirmation.ts';

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
