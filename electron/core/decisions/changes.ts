import { changesOf } from '../../../shared/host/rule.ts';
import type { ApprovalRecord, DigestPair } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { compareFrontmatter } from '../frontmatter/differences.ts';
import { pathFromUri } from '../skill-place.ts';
import { listedFile } from '../verification/listed-file.ts';
import { metadataOf } from './metadata.ts';

/** What was added to, removed from and modified in an approved set; URIs, in code unit order. */
export const setChanges = (
  approved: readonly DigestPair[],
  now: readonly DigestPair[],
): SetChanges => changesOf(approved, now);

/**
 * What the entry said of the skill when it was approved (`expected`) against what it says now
 * (`actual`), field by field. Where the server repeats only a part of the frontmatter, what it
 * leaves out is not gone.
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
 * Files that are called otherwise than when they were approved. An approval from before kept no
 * paths and is asked for none, unless it is of a dialect in which URIs have them: then a server that
 * states others by now would call approved files whatever it likes.
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
 * Whether an approval was of other words than the entry has now. With the same digests one of the
 * two contradicts SKILL.md, and the digests do not say which: the attacker is a server that gives
 * another description to hosts, or asks for other tools, once its files are approved.
 */
export const isDescribedOtherwise = (
  record: ApprovalRecord | null,
  entry: SkillEntry,
): record is ApprovalRecord =>
  record?.decision === 'approved' && metadataChanges(record, entry).length > 0;
