import { everything } from '../../../shared/host/failures.ts';
import type {
  ApprovalRecord,
  BoundResource,
  Failure,
  Identity,
} from '../../../shared/model/approval.ts';
import type { SkillFiles, SkillEntry } from '../../../shared/model/skill.ts';
import type { SkillStatus } from '../../../shared/model/standing.ts';
import { isDescribedOtherwise } from '../decisions/changes.ts';
import { decide, type DecideInput, type PolicyVerdict } from '../decisions/decide.ts';
import { setDigest } from '../decisions/set-digest.ts';
import { longestApproval, policyVerdict } from '../policy/judge.ts';
import type { ServedSet } from '../../../shared/host/rule.ts';
import type { PolicyInForce } from '../policy/policy.ts';
import type { PolicyTarget } from '../policy/target.ts';
import { statedPaths } from '../stated-paths.ts';
import { failureOf } from './failure.ts';
import type { SkillState } from './skill.ts';

/** Everything that a status depends on. `entry` is the effective one, `now` in ms. */
export interface StandingInput {
  readonly held: SkillState;
  readonly entry: SkillEntry;
  readonly identity: Identity | null;
  readonly target: PolicyTarget;
  readonly record: ApprovalRecord | null;
  /** Failed verifications of the skill and its whole server in the decisions file. */
  readonly failures: readonly Failure[];
  readonly policy: PolicyInForce;
  readonly store: DecideInput['store'];
  readonly now: number;
}

/** The skill's status, by the order in the approvals design. */
export function standingOf(input: StandingInput): SkillStatus {
  const { held, entry, record, failures, policy, store, now } = input;
  const { resources, archive } = servedBy(held, entry);
  return decide({
    problem: failureOf(held, entry),
    // The skill's own failures are held as mismatches.
    failures: failures.filter(({ uri }) => uri === everything),
    content: contentOf(entry),
    resources: resources === 'dynamic' ? null : resources,
    record,
    archive,
    metadataChanged: isDescribedOtherwise(record, entry),
    policy: policyOn(entry, input, policy, record),
    longestApproval: longestApproval(policy),
    sessionAllowed: held.sessionAllowed,
    now,
    store,
  });
}

export const contentOf = ({ files }: SkillEntry): SkillFiles['kind'] => files.kind;

/**
 * What the managed policy says about a skill with this record, or without one about a new decision.
 */
export const policyOn = (
  entry: SkillEntry,
  { identity, target }: Pick<StandingInput, 'identity' | 'target'>,
  policy: PolicyInForce,
  record: ApprovalRecord | null,
): PolicyVerdict | null =>
  policyVerdict(policy, { identity, target, uri: entry.uri, content: contentOf(entry), record });

/**
 * The set that a decision binds to ("Content-bound approval"): null if any file lacks a digest.
 * Includes paths if the server states them.
 */
export function boundResources(entry: SkillEntry): BoundResource[] | null {
  const { files } = entry;
  if (files.kind !== 'listed') return null;
  const stated = statedPaths(entry);
  const bound: BoundResource[] = [];
  for (const { uri, digest, size } of files.files) {
    if (digest === undefined) return null;
    const path = stated.get(uri);
    bound.push({
      uri,
      digest,
      ...(size === undefined ? {} : { size }),
      ...(path === undefined ? {} : { path }),
    });
  }
  return bound;
}

const digests = new WeakMap<SkillEntry, string | null>();

/** Binds decisions; null if the content can't be bound. Computed on first use. */
export function setDigestOf(entry: SkillEntry): string | null {
  const known = digests.get(entry);
  if (known !== undefined) return known;
  const bound = boundResources(entry);
  const digest = bound === null ? null : setDigest(bound);
  digests.set(entry, digest);
  return digest;
}

/** The input of the approval rule. */
export const servedBy = (held: SkillState, entry: SkillEntry): ServedSet => ({
  resources: entry.files.kind === 'dynamic' ? 'dynamic' : servedResources(entry),
  archive: unreadArchive(held, entry),
});

/** The set as far as it's known, so that one new path among many shows as one change. */
function servedResources(entry: SkillEntry): BoundResource[] | null {
  const bound = boundResources(entry);
  const { files, integrity } = entry;
  if (bound !== null || files.kind !== 'listed' || integrity !== 'self-computed') return bound;
  return files.files.map(({ uri, digest }) => ({ uri, digest: digest ?? 'not read' }));
}

/**
 * The archive of a skill that isn't unpacked: differences to another archive are unknown until it's
 * read.
 */
function unreadArchive(
  { listed }: SkillState,
  entry: SkillEntry,
): NonNullable<ServedSet['archive']> | null {
  const [archive] = listed.archives;
  return archive?.digest === undefined || entry.files.kind === 'listed'
    ? null
    : { url: archive.url, digest: archive.digest };
}
