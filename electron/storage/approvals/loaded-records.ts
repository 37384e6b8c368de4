import { format } from '../../../shared/host/format.ts';
import type { Failure, Identity } from '../../../shared/model/approval.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { makeSkillKey, type RecordLine } from './line.ts';

/**
 * Largest file that is read: some 250,000 records. Beyond it the store is unreadable, never cut.
 */
export const mostBytes = 384 * 1024 * 1024;

/** What the file holds: records by key, in file order, and every other top-level field. */
export interface LoadedRecords {
  readonly header: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly lines: ReadonlyMap<string, RecordLine>;
  /** Failed verifications by the key of their skill, in file order. */
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /**
   * The file is of the version before this one. `left` counts the decisions that matched no
   * server there, so that none was made of them here; they stand in the copy alone.
   */
  readonly former: { readonly left: number } | null;
}

export const noApprovals: LoadedRecords = {
  header: { format },
  revision: 0,
  lines: new Map(),
  failures: new Map(),
  former: null,
};

/** Names a skill: the identity of its server as a whole and its URI. */
export function skillKey(identity: Identity, uri: string): string {
  return makeSkillKey(identityKey(identity), uri);
}

/** Failed verifications by the key of their skill. */
export function failuresByKey(
  failures: Iterable<Failure>,
): ReadonlyMap<string, readonly Failure[]> {
  const byKey = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = skillKey(failure.server.identity, failure.uri);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [failure]);
    else known.push(failure);
  }
  return byKey;
}
