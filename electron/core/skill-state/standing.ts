import { everything } from '../../../shared/host/failures.ts';
import type {
  ApprovalRecord,
  BoundResource,
  Failure,
  Identity,
} from '../../../shared/model/approval.ts';
import type { SkillFiles, SkillEntry, FileEntry } from '../../../shared/model/skill.ts';
import type { SkillStatus } from '../../../shared/model/standing.ts';
import { isDescribedOtherwise } from '../decisions/changes.ts';
import { decide, type DecideInput, type PolicyVerdict, setDigest } from '../decisions/record.ts';
import { longestApproval, policyVerdict } from '../policy/judge.ts';
import { type ServedSet, rule } from '../../../shared/host/rule.ts';
import type { PolicyInForce } from '../policy/policy.ts';
import type { PolicyTarget } from '../policy/target.ts';
import { statedPaths, isPathInSkill, asListed } from '../stated-paths.ts';
import { failureOf } from './read.ts';
import { type SkillState, archiveDigestOf, isComplete, type WholeSkillRead } from './skill.ts';
import { sha256 } from '../digest.ts';

/** Everything that a status depends on. `entry` is the effective one, `now` in ms. */
interface StandingInput {
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

/**
 * The effective entry: what the server lists plus everything else known. A skill without a manifest
 * consists of what the last *Read all* found, else of what was approved, corrected by every later
 * observation, so that any difference shows as a change.
 */
export function inForce(held: SkillState, record: ApprovalRecord | null): SkillEntry {
  const { listed } = held;
  if (isComplete(listed)) return listed;
  const announced = archiveDigestOf(listed);
  if (announced === null) return pieced(held, record);
  const unpacked = unpackedFiles(held, record, announced);
  return unpacked === null
    ? listed
    : { ...listed, ...described(listed, unpacked.frontmatter), files: asListed(unpacked.files) };
}

/** The archive with this digest, as far as it was unpacked or approved before. */
function unpackedFiles(
  { listed, reading }: SkillState,
  record: ApprovalRecord | null,
  announced: string,
): Pick<WholeSkillRead, 'files' | 'frontmatter'> | null {
  if (reading !== null && reading.archive === announced) return reading;
  if (record?.decision !== 'approved') return null;
  // An archive with the same digest has the same files, so they're known without reading.
  const approved = archiveOf(record);
  return listed.archives.some(({ digest }) => digest === approved)
    ? { files: filesOf(record, listed), frontmatter: record.frontmatter }
    : null;
}

function pieced(held: SkillState, record: ApprovalRecord | null): SkillEntry {
  const { listed, reading } = held;
  const approved =
    record?.decision === 'approved' && record['integrity'] === 'self-computed' ? record : null;
  const base = reading?.files ?? (approved === null ? null : filesOf(approved, listed));
  if (base === null) return listed;
  const frontmatter = reading?.frontmatter ?? approved?.frontmatter ?? listed.frontmatter;
  const files = new Map(base.map((file) => [file.uri, file]));
  if (listed.files.kind === 'listed') {
    // The server lists all paths: unlisted ones are gone, new ones have no digest yet.
    const paths = new Map(listed.files.files.map((file) => [file.uri, file]));
    for (const uri of [...files.keys()]) if (!paths.has(uri)) files.delete(uri);
    for (const [uri, file] of paths) if (!files.has(uri)) files.set(uri, file);
  }
  for (const file of listed.known ?? [])
    if (file.digest !== undefined && files.get(file.uri)?.digest !== file.digest)
      files.set(file.uri, file);
  for (const [uri, file] of held.observed)
    files.set(uri, { ...file, path: files.get(uri)?.path ?? file.path });
  return {
    ...listed,
    files: asListed([...files.values()]),
    integrity: 'self-computed',
    ...described(listed, frontmatter),
  };
}

/**
 * What the file says, if the listing repeats only part of it. The listing takes precedence: a
 * server that now describes the skill differently must not hide behind what was read.
 */
function described(
  listed: SkillEntry,
  read: Readonly<Record<string, unknown>>,
): Pick<SkillEntry, 'name' | 'description' | 'frontmatter'> {
  const frontmatter =
    listed.frontmatterIsPart === true ? { ...read, ...listed.frontmatter } : listed.frontmatter;
  const { name, description } = frontmatter;
  return {
    frontmatter,
    name: typeof name === 'string' && name !== '' ? name : listed.name,
    description: typeof description === 'string' ? description : listed.description,
  };
}

/** Digest of the archive behind an approval. */
export function archiveOf(record: ApprovalRecord): string | null {
  const archive = record['archive'];
  return typeof archive === 'object' &&
    archive !== null &&
    'digest' in archive &&
    typeof archive.digest === 'string'
    ? archive.digest
    : null;
}

function filesOf(record: ApprovalRecord, listed: SkillEntry): FileEntry[] {
  return record.resources.map(({ uri, digest, size, path }) => {
    const file: FileEntry = { uri, digest, path: approvedPath({ uri, path }, listed) };
    if (size !== undefined) file.size = size;
    return file;
  });
}

/**
 * The path of a file in an approval: the approved one, else the one in its URI. An imported or
 * edited record's path counts only if a server could have stated it.
 */
export function approvedPath(
  { uri, path }: Pick<BoundResource, 'uri' | 'path'>,
  listed: SkillEntry,
): string {
  return typeof path === 'string' && uri !== listed.uri && isPathInSkill(path)
    ? path
    : pathOf(uri, listed);
}

function pathOf(uri: string, listed: SkillEntry): string {
  if (uri === listed.uri) return 'SKILL.md';
  const hash = uri.indexOf('#');
  if (hash !== -1) return uri.slice(hash + 1);
  const root = listed.root ?? listed.uri.replace(/\/SKILL\.md$/, '');
  if (!uri.startsWith(`${root}/`)) return uri;
  try {
    return decodeURIComponent(uri.slice(root.length + 1));
  } catch {
    return uri.slice(root.length + 1);
  }
}

/**
 * Whether something other than the approved content is seen for the first time, which ends the
 * approval even if the old content returns ("MUST treat the prior approval as revoked"). That
 * includes the same set with a changed description, because apps compare only the set and rely on
 * this record. Unknown files don't count, so a server that pauses publishing digests ends nothing;
 * a file read meanwhile that differs does.
 */
export function lapses(
  held: SkillState,
  entry: SkillEntry,
  record: ApprovalRecord | null,
): record is ApprovalRecord {
  if (record?.decision !== 'approved' || record.lapsed !== null) return false;
  const known = lapsing.get(held);
  if (known?.entry === entry && known.record === record) return known.lapses;
  const found = { entry, record, lapses: showsOther(held, entry, record) };
  lapsing.set(held, found);
  return found.lapses;
}

/** Asked for when the status is computed, and once more by what writes it down. */
const lapsing = new WeakMap<
  SkillState,
  { readonly entry: SkillEntry; readonly record: ApprovalRecord; readonly lapses: boolean }
>();

function showsOther(held: SkillState, entry: SkillEntry, record: ApprovalRecord): boolean {
  const served = servedBy(held, entry);
  if (hasSeenOther(held, record)) return true;
  const isKnown = served.resources !== null || served.archive != null;
  if (!isKnown) return false;
  // The end of an approval doesn't change the set.
  return (
    isDescribedOtherwise(record, entry) ||
    rule(sha256, record, served, 0, null).standing === 'changed'
  );
}

const hasSeenOther = ({ observed }: SkillState, { resources }: ApprovalRecord): boolean =>
  resources.some(({ uri, digest }) => (observed.get(uri)?.digest ?? digest) !== digest);
