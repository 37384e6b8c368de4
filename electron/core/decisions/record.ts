import { rule, type ServedSet } from '../../../shared/host/rule.ts';
import type {
  ApprovalRecord,
  Failure,
  BoundResource,
  Identity,
} from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SetChanges, SkillStatus } from '../../../shared/model/standing.ts';
import { sha256 } from '../digest.ts';
import type { KeptFindings } from '../../../shared/model/kept-findings.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { toolsOf } from '../requests.ts';
import { metadataOf } from './display.ts';
import { everything } from '../../../shared/host/failures.ts';
import { visible } from '../text.ts';
import { mustBeSeen, type OpenFinding } from '../../../shared/model/risk.ts';
import { setDigestWith, type DigestPair } from '../../../shared/host/set-digest.ts';

/** What a managed policy says about a skill. It can only restrict: no verdict allows. */
export interface PolicyVerdict {
  readonly verdict: 'blocked';
  /** Names the rule for the person. */
  readonly rule: string;
}

export interface DecideInput {
  /** The entry was refused, or a read failed verification and no fresh entry has cleared it. */
  readonly problem: Problem | null;
  /** Failed verifications in the decisions file that apply to this skill. */
  readonly failures?: readonly Failure[];
  readonly content: 'listed' | 'dynamic' | 'unknown';
  /** The set served now; null if any of it is unknown. */
  readonly resources: readonly { readonly uri: string; readonly digest: string }[] | null;
  /** The entry describes the skill differently than at approval. */
  readonly metadataChanged?: boolean;
  /** The archive that the entry names, until it is unpacked. */
  readonly archive?: ServedSet['archive'];
  /** The current record for exactly this identity and URI. */
  readonly record: ApprovalRecord | null;
  readonly policy: PolicyVerdict | null;
  /** The policy's maximum approval lifetime in ms; null or absent if unlimited. */
  readonly longestApproval?: number | null;
  /** A person allowed this dynamic skill until the app closes. */
  readonly sessionAllowed: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly store:
    | { readonly status: 'ready' }
    | { readonly status: 'unreadable'; readonly reason: string };
}

const sameFiles: SetChanges = { added: [], removed: [], modified: [] };
const notRead = 'the server publishes no digests, and its files haven’t been read';

/**
 * A skill's status: a pure function in which the first match wins. Anything in doubt is never
 * `approved`.
 */
export function decide({
  problem,
  failures = [],
  content,
  resources,
  archive = null,
  metadataChanged = false,
  record,
  policy,
  longestApproval,
  sessionAllowed,
  now,
  store,
}: DecideInput): SkillStatus {
  // 0. Without the records nothing is known, so the answer is never yes.
  if (store.status === 'unreadable') return { kind: 'cannot-tell', reason: store.reason };
  // 1. An entry that breaks the specification or failed verification can't be approved.
  if (problem !== null) return { kind: 'refused', problem };
  const [failure] = failures;
  if (failure !== undefined) return { kind: 'refused', problem: failureProblem(failure) };
  // 2. Policy restricts.
  if (policy !== null) return { kind: 'blocked', rule: policy.rule };
  if (record !== null) {
    // 3 to 6 are the rule that every program shares.
    const endsAt = expiryOf(record, longestApproval ?? null);
    const served = { resources: content === 'dynamic' ? content : resources, archive } as const;
    const ruling = rule(sha256, record, served, now, endsAt);
    const at = record.decidedAt;
    const changed = (changes: SetChanges): SkillStatus => ({
      kind: 'changed',
      changes,
      metadata: metadataChanged,
      approvedAt: at,
    });
    switch (ruling.standing) {
      case 'denied':
        return { kind: 'denied', at, note: record.note };
      case 'changed':
        return changed(ruling.changes);
      case 'cannot-tell':
        return { kind: 'cannot-tell', reason: notRead };
      case 'expired':
        return metadataChanged ? changed(sameFiles) : { kind: 'expired', at: endsAt ?? at };
      case 'approved':
        return metadataChanged ? changed(sameFiles) : { kind: 'approved', at, expiresAt: endsAt };
    }
  }
  // 7. Dynamic content can't be bound, so it's allowed for the session only.
  if (content === 'dynamic' && sessionAllowed) return { kind: 'session' };
  // 8.
  return { kind: 'undecided' };
}

/**
 * When an approval ends (ISO 8601) under a policy's maximum lifetime in ms; null for never. A
 * policy can only bring the end forward.
 */
export function expiryOf(
  record: Pick<ApprovalRecord, 'decidedAt' | 'expiresAt'>,
  longest: number | null,
): string | null {
  if (longest === null) return record.expiresAt;
  const latest = Date.parse(record.decidedAt) + longest;
  // A limit beyond the range of dates limits nothing.
  if (!(latest < 8.64e15)) return record.expiresAt;
  return record.expiresAt !== null && !(Date.parse(record.expiresAt) > latest)
    ? record.expiresAt
    : new Date(latest).toISOString();
}

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

/** A stored verification failure, as shown on every skill that it refuses. */
export function failureProblem(failure: Failure): Problem {
  const { file, expected, actual } = failure;
  return {
    rule: 'verification-failed',
    message: wordsOf(failure),
    ...(file === everything ? {} : { field: file }),
    clause: 'Integrity and Verification',
    ...(expected === null ? {} : { expected }),
    ...(actual === null ? {} : { actual }),
  };
}

function wordsOf({ uri, file, check, at }: Failure): string {
  const on = at.slice(0, 10);
  if (uri === everything)
    return (
      `Since ${on} too many files of this server have failed verification to keep ` +
      'track of each one. To clear this, forget the server and its decisions.'
    );
  if (file === everything)
    return (
      `Since ${on} too many files of this skill have failed verification to keep ` +
      'track of each one. A fresh entry and a matching read of every file clear this.'
    );
  return (
    `On ${on} its ${visible(check, 40)} didn’t match what the server promised. ` +
    'A fresh entry and a matching read clear this.'
  );
}

/**
 * Identifies the high and critical findings that were on screen, so that accepting them accepts
 * exactly these; null if there are none. The attacker is a server whose worst file is inspected
 * between the look and the yes.
 */
export function riskDigestOf(findings: readonly OpenFinding[]): string | null {
  const seen = mustBeSeen(findings).map(({ rule, uri, digest, severity, count }) =>
    JSON.stringify([rule, uri, digest, severity, count]),
  );
  return seen.length === 0 ? null : sha256(JSON.stringify(seen.sort()));
}

/**
 * Digest of a skill's set ("Content-bound approval": every uri and digest). Throws on a URI with a
 * lone surrogate, which no valid entry has.
 */
export const setDigest = (resources: readonly DigestPair[]): string =>
  setDigestWith(sha256, resources);
