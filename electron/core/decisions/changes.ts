import { changesOf } from '../../../shared/host/rule.ts';
import type { ApprovalRecord, DigestPair } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { compareFrontmatter } from '../frontmatter/differences.ts';
import { pathFromUri } from '../skill-place.ts';
import { listedFile } from '../verification/listed-file.ts';
import { metadataOf } from './display.ts';

/** URIs added to, removed from and modified in an approved set, in code unit order. */
export const setChanges = (
  approved: readonly DigestPair[],
  now: readonly DigestPair[],
): SetChanges => changesOf(approved, now);

/**
 * Compares what the entry said about the skill at approval (`expected`) with what it says now
 * (`actual`), field by field. If the server repeats only part of the frontmatter, missing fields
 * don't count as removed.
 */
export function metadataChanges(
  record: Pick<ApprovalRecord, 'frontmatter' | 'resources' | 'dialect'>,
  entry: SkillEntry,
): FieldDifference[] {
  const { frontmatter: before } = record;
  const now = metadataOf(entry);
  return [
    ...compareFrontmatter(before, entry.frontmatterIsPart === true ? { ...before, ...now } : now),
    ...pathChanges(record, entry),
  ];
}

/**
 * Files whose path differs from the approved one. Older approvals kept no paths and are skipped,
 * unless their dialect puts paths in URIs: otherwise a server that now states paths could rename
 * approved files at will.
 */
function pathChanges(
  { resources, dialect }: Pick<ApprovalRecord, 'resources' | 'dialect'>,
  entry: SkillEntry,
): FieldDifference[] {
  const isOtherDialect = entry.pathsAreStated === true && dialect !== entry.dialect;
  const before = new Map<string, string>();
  const now = new Map<string, string>();
  for (const { uri, path } of resources) {
    const file = uri === entry.uri ? undefined : listedFile(entry, uri);
    const own = isOtherDialect ? pathFromUri(entry, uri) : null;
    const was = typeof path === 'string' ? path : own?.ok === true ? own.value : undefined;
    if (file === undefined || was === undefined || was === file.path) continue;
    before.set(`path of ${uri}`, was);
    now.set(`path of ${uri}`, file.path);
  }
  return before.size === 0
    ? []
    : compareFrontmatter(Object.fromEntries(before), Object.fromEntries(now));
}

/**
 * Whether the entry now uses different words than at approval. If the digests are the same, one of
 * the two contradicts SKILL.md and the digests don't say which: the attacker is a server that
 * changes the description or requested tools once its files are approved.
 */
export const isDescribedOtherwise = (
  record: ApprovalRecord | null,
  entry: SkillEntry,
): record is ApprovalRecord =>
  record?.decision === 'approved' && metadataChanges(record, entry).length > 0;
