/**
 * A person's yes in a dialog, for what must never happen by the channel to the main side alone:
 * starting a program, trusting a key, changing another program's file, letting another window in,
 * which gets a key of its own. The main side gives each dialog a fresh challenge with what it
 * shows; the yes carries a proof made from it and a key that the page was given once, when the
 * person opened it, and that never travels again. Whoever got hold of the channel without the
 * key can ask for a challenge and cannot answer it; a proof is good once, and for this alone.
 */
export type ConfirmationSubject =
  | { readonly request: 'allowStart'; readonly server: string; readonly fingerprint: string }
  | { readonly request: 'trustKey'; readonly bundleId: string }
  /** Undoing it, too: whoever could would have hosts go round Skillgate again. */
  | { readonly request: 'applyHost'; readonly changeId: string }
  | { readonly request: 'ticket' };

/** What is signed with HMAC-SHA-256; the proof is the result in hexadecimal digits. */
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

/** The window that a request comes from, as far as its dialogs go. */
export interface RequestCaller {
  /** A challenge for what is asked now; the one before it, of the same kind, counts no more. */
  challenge(subject: ConfirmationSubject['request']): string;
  /** Whether the proof answers the last challenge of its kind. Right or wrong, that was its use. */
  confirms(subject: ConfirmationSubject, proof: string): boolean;
}
