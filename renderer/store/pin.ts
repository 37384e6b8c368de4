import type { DecisionItem } from '../../shared/contract.ts';
import type { SkillDetail } from '../../shared/model/detail.ts';
import type { FileEntry, SkillRow } from '../../shared/model/skill.ts';
import { skillKey } from './state.ts';

/**
 * What the page of a skill showed when it was opened. A decision made on that page names exactly
 * this, whatever the server has sent since: the attacker is a server that swaps a file between
 * reading and deciding.
 */
export interface Pin {
  readonly server: string;
  readonly uri: string;
  readonly setDigest: string | null;
  /** The decision that stood then, by the id of its record. */
  readonly record: string | null;
  readonly files: readonly FileEntry[];
  /** Nothing could be bound yet: the person's own *Read all* gives the first set. */
  readonly unread: boolean;
  /** A decision of this window is under way: its own record is no news. */
  readonly deciding: boolean;
}

/** What is there now and was not on screen. */
export interface Drift {
  readonly content: boolean;
  readonly decision: boolean;
}

export function pinOf({ row, files }: Pick<SkillDetail, 'row' | 'files'>): Pin {
  const { server, uri, setDigest, record, needsReadAll } = row;
  return { server, uri, setDigest, record, files, unread: needsReadAll, deciding: false };
}

/** How the row differs from what was shown; null when it does not. */
export function driftFrom(pin: Pin, row: SkillRow): Drift | null {
  const first = pin.unread && pin.setDigest === null;
  const content = !first && row.setDigest !== pin.setDigest;
  const decision = !pin.deciding && row.record !== pin.record;
  return content || decision ? { content, decision } : null;
}

export interface FileChange {
  readonly uri: string;
  readonly path: string;
  readonly change: 'added' | 'removed' | 'modified';
  /** Digest of what was shown, and of what is served now; null where there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The files that differ from those shown, in the order of their paths. */
export function changedSince(pin: Pin, files: readonly FileEntry[]): FileChange[] {
  const before = new Map(pin.files.map((file) => [file.uri, file]));
  const after = new Map(files.map((file) => [file.uri, file]));
  const changes: FileChange[] = [];
  for (const file of before.values()) {
    const now = after.get(file.uri);
    const digests = { before: file.digest ?? null, after: now?.digest ?? null };
    if (now === undefined) changes.push({ ...about(file), ...digests, change: 'removed' });
    else if (now.digest !== file.digest)
      changes.push({ ...about(now), ...digests, change: 'modified' });
  }
  for (const file of after.values())
    if (!before.has(file.uri))
      changes.push({ ...about(file), change: 'added', before: null, after: file.digest ?? null });
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const about = ({ uri, path }: FileEntry) => ({ uri, path });

/** What a decision about the skill names: what the page showed, else what the list shows now. */
export function itemFor(row: SkillRow, pin: Pin | null): DecisionItem {
  const { server, uri } = row;
  const shown = isOf(pin, row) && !(pin.unread && pin.setDigest === null) ? pin : row;
  return { server, uri, setDigest: shown.setDigest, replaces: shown.record, grants: [] };
}

export const isOf = (
  pin: Pin | null,
  { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
): pin is Pin => pin !== null && skillKey(pin.server, pin.uri) === skillKey(server, uri);
