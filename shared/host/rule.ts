import type { HashFunction } from './canonical.ts';
import type { ApprovalRecord } from './format.ts';
import { setDigestWith, type DigestPair } from './set-digest.ts';

/** URIs, in code unit order. */
export interface ResourceChanges {
  readonly added: string[];
  readonly removed: string[];
  readonly modified: string[];
}

/** What is served now, as far as it's known. */
export interface ServedSet {
  /**
   * Every file with its digest; `"dynamic"` if the server says that nothing can be bound; null if
   * any digest is unknown.
   */
  readonly resources: readonly DigestPair[] | 'dynamic' | null;
  /** The archive that the entry names, with its promised digest. */
  readonly archive?: { readonly url?: string; readonly digest: string } | null;
}

export type RecordRuling =
  | { readonly standing: 'denied' | 'expired' | 'approved' }
  | { readonly standing: 'changed'; readonly changes: ResourceChanges }
  | { readonly standing: 'cannot-tell'; readonly reason: 'not-read' };

/**
 * The approval rule, for every program that asks: what one decision says about what is served now.
 * The first match wins; anything in doubt is never `approved`. `endsAt` is the record's own end, or
 * an earlier one set by a policy; `now` is in ms since the epoch.
 */
export function rule(
  hash: HashFunction,
  record: ApprovalRecord,
  served: ServedSet,
  now: number,
  endsAt: string | null = record.expiresAt,
): RecordRuling {
  // A denial applies to the skill, whatever it serves and however old the denial is.
  if (record.decision !== 'approved') return { standing: 'denied' };
  const { resources, archive = null } = served;
  const files = resources === 'dynamic' ? null : resources;
  const unread = files === null && archive !== null ? archiveChanges(hash, record, archive) : null;
  // A different set was seen since: "MUST treat the prior approval as revoked", even if the old
  // content returns.
  if (record.lapsed !== null)
    return {
      standing: 'changed',
      changes: files === null ? (unread ?? noChanges()) : changesOf(record.resources, files),
    };
  if (unread !== null) {
    if (unread.modified.length > 0) return { standing: 'changed', changes: unread };
  } else if (resources === null && record.integrity !== 'manifest') {
    // The server promises nothing, so its entry proves nothing; only bytes that were read do.
    return { standing: 'cannot-tell', reason: 'not-read' };
  } else if (files === null || !isSame(record.resources, files) || !isSound(hash, record)) {
    return { standing: 'changed', changes: changesOf(record.resources, files ?? []) };
  }
  // An expiry that can't be read as a time counts as expired.
  const over = endsAt !== null && !(Date.parse(endsAt) > now);
  return { standing: over ? 'expired' : 'approved' };
}

/**
 * The differences of an archive that isn't unpacked; null if none was approved. An archive with the
 * same digest has the same files; which files differ in another one is unknown.
 */
function archiveChanges(
  hash: HashFunction,
  record: ApprovalRecord,
  { url, digest }: NonNullable<ServedSet['archive']>,
): ResourceChanges | null {
  const { archive: approved } = record;
  if (approved === null) return null;
  const isSameArchive = digest === approved.digest && isSound(hash, record);
  return { ...noChanges(), modified: isSameArchive ? [] : [url ?? approved.url] };
}

const noChanges = (): ResourceChanges => ({ added: [], removed: [], modified: [] });

function isSame(approved: readonly DigestPair[], files: readonly DigestPair[]): boolean {
  if (files.length !== approved.length) return false;
  const left = new Map(approved.map(({ uri, digest }) => [uri, digest]));
  // Removed once matched, so that one file listed twice can't stand in for another.
  return files.every(({ uri, digest }) => left.get(uri) === digest && left.delete(uri));
}

const sound = new WeakMap<ApprovalRecord, boolean>();

/** An edited record that contradicts itself binds to nothing. */
function isSound(hash: HashFunction, record: ApprovalRecord): boolean {
  let known = sound.get(record);
  if (known === undefined) {
    try {
      known =
        record.resources.length > 0 && record.setDigest === setDigestWith(hash, record.resources);
    } catch {
      known = false;
    }
    sound.set(record, known);
  }
  return known;
}

/** Files added to, removed from and modified in an approved set. */
export function changesOf(
  approved: readonly DigestPair[],
  now: readonly DigestPair[],
): ResourceChanges {
  const before = new Map(approved.map(({ uri, digest }) => [uri, digest]));
  const after = new Map(now.map(({ uri, digest }) => [uri, digest]));
  const sorted = (uris: Iterable<string>, test: (uri: string) => boolean): string[] =>
    [...uris].filter(test).sort();
  return {
    added: sorted(after.keys(), (uri) => !before.has(uri)),
    removed: sorted(before.keys(), (uri) => !after.has(uri)),
    modified: sorted(after.keys(), (uri) => before.has(uri) && before.get(uri) !== after.get(uri)),
  };
}
