import type { ApprovalRecord, Failure, Identity } from './format.ts';
import type { ResourceChanges } from './rule.ts';

/** One file of a skill as a server's entry lists it. Other fields are allowed. */
export interface Resource {
  readonly uri: string;
  /** `sha256:…`; omitted if the server publishes none and the file wasn't read. */
  readonly digest?: string | null;
}

/** What the file holds, or why that's unknown. */
export type Approvals =
  | {
      readonly status: 'ready';
      readonly revision: number;
      readonly records: readonly ApprovalRecord[];
      /** Files that didn't match what the server promised, until someone clears them. */
      readonly failures: readonly Failure[];
    }
  | { readonly status: 'unreadable'; readonly reason: UnreadableReason; readonly message: string };

export const unreadableReasons = [
  'corrupt',
  'newer-format',
  'permission',
  'symlink',
  'unsafe-folder',
  'io',
  'missing',
] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/**
 * A skill's status. Only `approved` means yes. `blocked` and `session` need data that a
 * decisions file doesn't hold; Skillgate itself answers them and `check` never does.
 */
export type Standing =
  | 'refused'
  | 'blocked'
  | 'denied'
  | 'changed'
  | 'expired'
  | 'approved'
  | 'session'
  | 'undecided'
  | 'cannot-tell';

export interface Query {
  /** From `identityOf`; null answers `cannot-tell`. */
  readonly identity?: Identity | null;
  /** The person's name for the server; used only if no identity is given. */
  readonly label?: string;
  /** The URI of the skill's `SKILL.md`. */
  readonly uri: string;
  /**
   * The entry's `resources`; if the server publishes no digests, the files with digests of the
   * bytes that were read. `"dynamic"` if the entry says so, null if nothing is known.
   */
  readonly resources: readonly Resource[] | 'dynamic' | null;
  /** The archive that the entry names, if it has no `resources`. */
  readonly archive?: { readonly url?: string; readonly digest: string } | null;
  /** Milliseconds since the epoch; the current time if absent. */
  readonly now?: number;
}

export interface Answer {
  readonly standing: Standing;
  /** The decision that determines the answer, if there is one. */
  readonly record?: ApprovalRecord;
  /**
   * With `refused`: the files that didn't match what the server promised. An empty `file` or `uri`
   * stands for more than are kept one by one.
   */
  readonly failures?: readonly Failure[];
  /** With `changed`: the differences from the approved set. */
  readonly changes?: ResourceChanges;
  /** With `cannot-tell`: why. */
  readonly reason?: UnreadableReason | 'no-identity' | 'ambiguous-label' | 'bad-query' | 'not-read';
}
