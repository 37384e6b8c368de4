/** What a managed policy requires of every approval. */
export interface ApprovalLimits {
  /** Every file matched what the server listed. */
  readonly fullCoverage: boolean;
  /** Every file was fully on screen. */
  readonly shown: boolean;
  /** No tools are allowed. */
  readonly noTools: boolean;
  /** Maximum lifetime of an approval, ms; null = unlimited. */
  readonly longestMs: number | null;
}

/** The parts of an approval that limits apply to. */
export interface LimitedApproval {
  readonly coverage: {
    readonly verified: number;
    readonly shown: number;
    readonly total: number;
  };
  readonly grants: readonly string[];
}

/** Each limit as the person reads it when it's broken. */
export const limitWords = {
  coverage: 'every file must match the manifest before approval',
  shown: 'every file must be read before approval',
  grants: 'no tools may be allowed',
  longest: (ms: number): string => `approvals expire within ${days(ms)}`,
} as const;

/** All limits that an approval breaks, as text. `endsTooLate` checks its end. */
export function brokenLimits(
  { fullCoverage, shown, noTools }: ApprovalLimits,
  { coverage, grants }: LimitedApproval,
): string[] {
  const { total } = coverage;
  const isWhole = (count: number): boolean => total > 0 && count >= total;
  return [
    ...(fullCoverage && !isWhole(coverage.verified) ? [limitWords.coverage] : []),
    ...(shown && !isWhole(coverage.shown) ? [limitWords.shown] : []),
    ...(noTools && grants.length > 0 ? [limitWords.grants] : []),
  ];
}

/**
 * Whether an approval made `now` (ms since the epoch) would live longer than allowed. An end that
 * isn't a valid time is too late.
 */
export const endsTooLate = (
  { longestMs }: Pick<ApprovalLimits, 'longestMs'>,
  expiresAt: string | null,
  now: number,
): boolean =>
  longestMs !== null && (expiresAt === null || !(Date.parse(expiresAt) <= now + longestMs));

/** `1 day`, `2.5 days`. */
export function days(ms: number): string {
  const count = Math.round((ms / 86_400_000) * 100) / 100;
  return count === 1 ? '1 day' : `${count} days`;
}
