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

/** Everything that a standing follows from. `entry` is the one in force, `now` in ms. */
export interface StandingInput {
  readonly held: SkillState;
  readonly entry: SkillEntry;
  readonly identity: Identity | null;
  readonly target: PolicyTarget;
  readonly record: ApprovalRecord | null;
  /** Failed verifications that the file of decisions keeps of the skill and of its whole server. */
  readonly failures: readonly Failure[];
  readonly policy: PolicyInForce;
  readonly store: DecideInput['store'];
  readonly now: number;
}

/** Where the skill stands, in the order of the approvals design. */
export function standingOf(input: StandingInput): SkillStatus {
  const { held, entry, record, failures, policy, store, now } = input;
  const { resources, archive } = servedBy(held, entry);
  return decide({
    problem: failureOf(held, entry),
    // The skill's own are held as mismatches.
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

/** What the managed policy says of a skill with this record; without one, of deciding anew. */
export const policyOn = (
  entry: SkillEntry,
  { identity, target }: Pick<StandingInput, 'identity' | 'target'>,
  policy: PolicyInForce,
  record: ApprovalRecord | null,
): PolicyVerdict | null =>
  policyVerdict(policy, { identity, target, uri: entry.uri, content: contentOf(entry), record });

/**
 * The set that a decision binds to ("Content-bound approval"): null when not every file has a
 * digest. Each has its path where the server states one.
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

/** Binds decisions; null for content that cannot be bound. Computed when first asked for. */
export function setDigestOf(entry: SkillEntry): string | null {
  const known = digests.get(entry);
  if (known !== undefined) return known;
  const bound = boundResources(entry);
  const digest = bound === null ? null : setDigest(bound);
  digests.set(entry, digest);
  return digest;
}

/** What the approval rule is asked about. */
export const servedBy = (held: SkillState, entry: SkillEntry): ServedSet => ({
  resources: entry.files.kind === 'dynamic' ? 'dynamic' : servedResources(entry),
  archive: unreadArchive(held, entry),
});

/** The set as far as it is known, so that one new path of many shows as one change. */
function servedResources(entry: SkillEntry): BoundResource[] | null {
  const bound = boundResources(entry);
  const { files, integrity } = entry;
  if (bound !== null || files.kind !== 'listed' || integrity !== 'self-computed') return bound;
  return files.files.map(({ uri, digest }) => ({ uri, digest: digest ?? 'not read' }));
}

/**
 * The archive of a skill that has not been unpacked: what differs in another one is not known
 * before it is read.
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
