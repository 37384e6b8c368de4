/**
 * A person's confirmation in a dialog, for actions that control of the channel to the main side
 * must not be enough for: starting a program, trusting a key, changing another program's file, or
 * admitting another window, which gets its own key. The main side sends each dialog a new
 * challenge; the confirmation carries a proof made from it and from a key that the page received
 * once, when the person opened it, and that is never sent again. Without the key, an attacker on
 * the channel can request a challenge but not answer it; a proof works once and for this action
 * only.
 */
export type ConfirmationSubject =
  | { readonly request: 'allowStart'; readonly server: string; readonly fingerprint: string }
  | { readonly request: 'trustKey'; readonly bundleId: string }
  /** Also for undoing it, which would make apps bypass Skillgate again. */
  | { readonly request: 'applyHost'; readonly changeId: string }
  | { readonly request: 'ticket' };

/** The text signed with HMAC-SHA-256; the proof is the result in hexadecimal digits. */
export function confirmationText(challenge: string, subject: ConfirmationSubject): string {
  switch (subject.request) {
    case 'allowStart':
      return JSON.stringify([challenge, subject.request, subject.server, subject.fingerprint]);
    case 'trustKey':
      return JSON.stringify([challenge, subject.request, subject.bundleId]);
    case 'applyHost':
      return JSON.stringify([challenge, subject.request, subject.changeId]);
    case 'ticket':
      return JSON.stringify([challenge, subject.request]);
  }
}

/** The window behind a request, as far as its dialogs are concerned. */
export interface RequestCaller {
  /** A challenge for the current question; it replaces the previous one of its kind. */
  challenge(subject: ConfirmationSubject['request']): string;
  /**
   * Whether the proof answers the last challenge of its kind. Right or wrong, this uses up the
   * challenge.
   */
  confirms(subject: ConfirmationSubject, proof: string): boolean;
}
