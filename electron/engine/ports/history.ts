import type { AuditLine } from '../../../shared/model/approval.ts';
import type { ChainState } from '../../../shared/model/history.ts';
import type { AuditAction } from '../../../shared/model/plain.ts';

export interface AuditQuery {
  readonly server: string | null;
  /** Exactly this skill. */
  readonly uri?: string;
  /** Looked for in every field, in any case of letters. */
  readonly text: string;
  readonly action: AuditAction | null;
}

/** Reads `audit.jsonl`; what is no audit line is left out, and `chain` says so. */
export interface AuditLog {
  /** Newest first; `before` is a `seq`. Reads backwards and stops at `limit` lines. */
  page(
    filter: AuditQuery,
    before: number | null,
    limit: number,
  ): Promise<{ readonly lines: readonly AuditLine[]; readonly more: boolean }>;
  /**
   * The matching lines as they stand in the file, oldest first; cut at a bound, `complete` says
   * whether.
   */
  text(filter: AuditQuery): Promise<{ readonly text: string; readonly complete: boolean }>;
  /** Whether the log holds; `server`: the one with its lines, where there are several. */
  chain(server?: string | null): Promise<ChainState>;
}
