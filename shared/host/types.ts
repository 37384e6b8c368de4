/**
 * Who a server is, whatever a person calls it. Environment values and headers are never part of it.
 */
export type Identity =
  | { readonly kind: 'http'; readonly url: string }
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string | null;
      readonly fingerprint: string;
    };

/** One file of a skill as a server's entry lists it. Other fields may stand beside these. */
export interface Resource {
  readonly uri: string;
  /** `sha256:` and 64 lowercase hexadecimal characters. */
  readonly digest: string;
}

/** One decision as `approvals.json` holds it. A later writer's further fields are kept. */
export interface ApprovalRecord {
  readonly id: string;
  readonly server: { readonly label: string; readonly identity: Identity };
  readonly uri: string;
  readonly name: string;
  readonly dialect: string;
  readonly resources: readonly (Resource & { readonly size?: number })[];
  readonly setDigest: string | null;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly decision: 'approved' | 'denied';
  readonly reason: string;
  /** What the person granted beside the approval; nothing unless it is named here. */
  readonly grants: { readonly allowedTools: readonly string[]; readonly codeExecution: boolean };
  readonly coverage: { readonly verified: number; readonly total: number };
  readonly actor: { readonly kind: string; readonly name: string };
  /** ISO 8601, UTC. */
  readonly decidedAt: string;
  readonly expiresAt: string | null;
  readonly note: string;
  readonly supersedes: string | null;
}

/** What the file holds, or why that cannot be told. */
export type Approvals =
  | {
      readonly status: 'ready';
      readonly revision: number;
      readonly records: readonly ApprovalRecord[];
    }
  | { readonly status: 'unreadable'; readonly reason: UnreadableReason; readonly message: string };

export type UnreadableReason =
  'corrupt' | 'newer-format' | 'permission' | 'symlink' | 'unsafe-folder' | 'io';

/**
 * Where a skill stands. Only `approved` is a yes. `refused`, `blocked` and `session` need what
 * a file of records does not hold; Skillgate itself answers them and `check` never does.
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

/** URIs, in code unit order. */
export interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly modified: readonly string[];
}

export interface Query {
  /** From `identityOf`; null answers `cannot-tell`. */
  readonly identity?: Identity | null;
  /** The person's name for the server; used only when no identity is given. */
  readonly label?: string;
  /** The URI of the skill's `SKILL.md`. */
  readonly uri: string;
  /** The entry's `resources`; `"dynamic"` or null for content that nothing can bind to. */
  readonly resources: readonly Resource[] | 'dynamic' | null;
  /** Milliseconds since the epoch; the clock's when absent. */
  readonly now?: number;
}

export interface Answer {
  readonly standing: Standing;
  /** The decision that speaks, when there is one. */
  readonly record?: ApprovalRecord;
  /** With `changed`: what differs from the set that was approved. */
  readonly changes?: Changes;
  /** With `cannot-tell`: why. */
  readonly reason?: UnreadableReason | 'no-identity' | 'ambiguous-label' | 'bad-query';
}
