import type { ApprovalRecord, BoundResource, Identity } from '../../../shared/model/approval.ts';
import type { KeptFindings } from '../../../shared/model/kept-findings.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { toolsOf } from '../requests.ts';
import { metadataOf } from './metadata.ts';
import { setDigest } from './set-digest.ts';

export interface RecordInput {
  readonly id: string;
  /** The person's name for the server. */
  readonly label: string;
  readonly identity: Identity;
  /** The server described without secrets; see `displayOf`. */
  readonly display: string;
  readonly entry: SkillEntry;
  /** The set that the decision binds to; empty if the content can't be bound. */
  readonly resources: readonly BoundResource[];
  readonly setDigest: string | null;
  readonly decision: 'approved' | 'denied';
  /** Tools that the person selected, each as `allowed-tools` writes it. */
  readonly allowedTools: readonly string[];
  readonly codeExecution?: boolean;
  /** How many files matched the manifest, and how many were read, when the person decided. */
  readonly coverage: ApprovalRecord['coverage'];
  /** What the rules had found by then. */
  readonly findings?: KeptFindings;
  readonly actor: { readonly kind: string; readonly name: string };
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** ISO 8601, or null if it doesn't expire. */
  readonly expiresAt: string | null;
  readonly note: string;
  /** What vouches for the digests, if not the server's manifest. */
  readonly integrity?: ApprovalRecord['integrity'];
  /** The archive that the files were unpacked from. */
  readonly archive?: { readonly url: string; readonly digest: string };
  /** Id of the record that this one replaces; a different record there refuses the write. */
  readonly supersedes: string | null;
}

/**
 * Builds a decision for storage. Throws if the caller let through what must not be stored: an
 * approval that binds to nothing or to a set other than the one it names, or a tool that the skill
 * never requested ("No implicit permission grants").
 */
export function approvalRecord(input: RecordInput): ApprovalRecord {
  const { entry, resources, decision } = input;
  if (
    decision === 'approved' &&
    (resources.length === 0 || input.setDigest !== setDigest(resources))
  )
    throw new Error('an approval must bind to the set that it names');
  const asked = new Set(toolsOf(entry.frontmatter));
  if (!input.allowedTools.every((tool) => asked.has(tool)))
    throw new Error('invariant: an allowed tool that the skill does not request');
  return {
    id: input.id,
    server: { label: input.label, display: input.display, identity: input.identity },
    uri: entry.uri,
    name: entry.name,
    dialect: entry.dialect,
    resources: resources.map((resource) => ({ ...resource })),
    setDigest: input.setDigest,
    frontmatter: metadataOf(entry),
    decision,
    reason: 'user',
    grants: { allowedTools: [...input.allowedTools], codeExecution: input.codeExecution ?? false },
    coverage: { ...input.coverage },
    ...(input.findings === undefined ? {} : { findings: input.findings }),
    actor: { ...input.actor },
    decidedAt: new Date(input.now).toISOString(),
    expiresAt: input.expiresAt,
    note: input.note,
    supersedes: input.supersedes,
    integrity: input.integrity ?? 'manifest',
    archive: input.archive === undefined ? null : { ...input.archive },
    lapsed: null,
    ...(entry.mayLackFrontmatter === true && Object.keys(entry.frontmatter).length === 0
      ? { namedBy: 'listing' }
      : {}),
  };
}
