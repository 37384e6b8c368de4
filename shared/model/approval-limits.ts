/** What a managed policy wants of every approval. */
export interface ApprovalLimits {
  /** Every file matched what the server announced. */
  readonly fullCoverage: boolean;
  /** Every file was on screen, whole. */
  readonly shown: boolean;
  /** No tool is granted. */
  readonly noTools: boolean;
  /** Longest life of an approval, ms; null = no bound. */
  readonly longestMs: number | null;
}

/** An approval as far as limits are about it. */
export interface LimitedApproval {
  readonly coverage: {
    readonly verified: number;
    readonly shown: number;
    readonly total: number;
  };
  readonly grants: readonly string[];
}

/** Each limit in the words that a person reads where it is broken. */
export const limitWords = {
  coverage: 'every file must match the manifest before approval',
  shown: 'every file must have been shown before approval',
  grants: 'no tools are granted',
  longest: (ms: number): string => `approvals expire within ${days(ms)}`,
} as const;

/** Which limits an approval breaks, all of them, in words. Its end is asked about by `endsTooLate`. */
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
 * Whether an approval made `now` (ms since the epoch) would live longer than it may. An end that is
 * no time at all is too late.
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
