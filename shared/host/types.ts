import type { ApprovalRecord, Failure, Identity } from './format.ts';
import type { ResourceChanges } from './rule.ts';

/** One file of a skill as a server's entry lists it. Other fields may stand beside these. */
export interface Resource {
  readonly uri: string;
  /** `sha256:…`; left out where the server publishes none and the file was not read. */
  readonly digest?: string | null;
}

/** What the file holds, or why that cannot be told. */
export type Approvals =
  | {
      readonly status: 'ready';
      readonly revision: number;
      readonly records: readonly ApprovalRecord[];
      /** Files that were not what the server had promised, until somebody clears them. */
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
 * Where a skill stands. Only `approved` is a yes. `blocked` and `session` need what a file of
 * decisions does not hold; Skillgate itself answers them and `check` never does.
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
  /** The person's name for the server; used only when no identity is given. */
  readonly label?: string;
  /** The URI of the skill's `SKILL.md`. */
  readonly uri: string;
  /**
   * The entry's `resources`; where the server publishes no digests, the files with digests of
   * the bytes that were read. `"dynamic"` where the entry says so, null where nothing is known.
   */
  readonly resources: readonly Resource[] | 'dynamic' | null;
  /** The archive that the entry names, where it has no `resources`. */
  readonly archive?: { readonly url?: string; readonly digest: string } | null;
  /** Milliseconds since the epoch; the clock's when absent. */
  readonly now?: number;
}

export interface Answer {
  readonly standing: Standing;
  /** The decision that speaks, when there is one. */
  readonly record?: ApprovalRecord;
  /**
   * With `refused`: the files that were not what the server had promised. An empty `file`, or an
   * empty `uri`, stands for more than are kept one by one.
   */
  readonly failures?: readonly Failure[];
  /** With `changed`: what differs from the set that was approved. */
  readonly changes?: ResourceChanges;
  /** With `cannot-tell`: why. */
  readonly reason?: UnreadableReason | 'no-identity' | 'ambiguous-label' | 'bad-query' | 'not-read';
}
