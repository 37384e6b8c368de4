import type { Explanation } from '../../../shared/model/verdict.ts';
import type { Exchange, Transcript } from './transcript.ts';

/** One thing that breaks a rule. */
export interface Fault {
  /** What it is about: a URI, a path or a method. The server may have written it. */
  readonly subject: string;
  readonly said: string;
  /** The exchange that shows it, and the part of its answer where it stands. */
  readonly from?: Exchange | null | undefined;
  readonly part?: unknown;
  /** The skill whose file `subject` is, where its bytes are not what the entry says. */
  readonly skill?: string | undefined;
  /** What made it so, where that is certain. */
  readonly explanation?: Explanation | null;
}

/** What a check finds. */
export type Look =
  | { readonly kind: 'looked'; readonly faults: readonly Fault[]; readonly from?: Exchange | null }
  /** It says nothing of the server; `why` is the reason. */
  | { readonly kind: 'skipped'; readonly why: string }
  /** Worth knowing, and nothing to mend. */
  | { readonly kind: 'info'; readonly why: string; readonly from?: Exchange | null };

/** One rule. */
export interface Check {
  /** The official suite's, or `skillgate/…`. */
  readonly id: string;
  /** Heading of the specification. */
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  /** The rule, in a sentence. */
  readonly words: string;
  /** The smallest change that mends a server which breaks it. */
  readonly mend: string;
  look(seen: Transcript): Look;
}

export const looked = (faults: readonly Fault[], from?: Exchange | null): Look => ({
  kind: 'looked',
  faults,
  ...(from === undefined ? {} : { from }),
});
export const skipped = (why: string): Look => ({ kind: 'skipped', why });

/** Why an exchange gave no result, in words for people. */
export function failureOf(exchange: Exchange | null | undefined): string {
  if (exchange === null || exchange === undefined) return 'was not asked';
  const { reply } = exchange;
  if (reply.ok) return 'gave a result';
  const { error } = reply;
  return error.reason === 'error-response'
    ? `answered with error ${error.code}: ${error.message}`
    : `gave no answer: ${error.message}`;
}

/** The code of the error that was answered; null where there was none. */
export function codeOf({ reply }: Exchange): number | null {
  return !reply.ok && reply.error.reason === 'error-response' ? reply.error.code : null;
}
