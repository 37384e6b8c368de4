import { copyOf } from './canonical.ts';
import { findFailures, findRecord, isRead, parseApprovals } from './document.ts';
import { counts, listedBy } from './failures.ts';
import type { Identity } from './format.ts';
import { identityKey, isIdentity } from './identity.ts';
import { rule, type ServedSet } from './rule.ts';
import { sha256 } from './sha256.ts';
import type { Answer, Approvals, Query } from './types.ts';

/**
 * A skill's status according to a person's decisions. `approvals` comes from `loadApprovals` or
 * `parseApprovals`; a parsed document, or one loaded by another copy of this library or another
 * thread, also works but is read each time. Only `standing: "approved"` means yes. Never throws:
 * anything not understood is `cannot-tell`, with the reason.
 */
export function check(approvals: unknown, query: Query): Answer {
  const read: Approvals = isRead(approvals) ? approvals : parseApprovals(approvals);
  if (read.status === 'unreadable') return { standing: 'cannot-tell', reason: read.reason };
  const asked = understood(query);
  if (asked === null) return { standing: 'cannot-tell', reason: 'bad-query' };
  const { uri, uris, served, now } = asked;
  const identity =
    asked.identity === undefined && asked.label !== undefined
      ? ofLabel(read, asked.label)
      : asked.identity;
  if (identity === 'ambiguous-label') return { standing: 'cannot-tell', reason: identity };
  if (identity === 'unknown-label') return { standing: 'undecided' };
  if (!isIdentity(identity)) return { standing: 'cannot-tell', reason: 'no-identity' };
  const record = findRecord(read, identity, uri);
  const listed = listedBy(uris, served.archive ?? null, record);
  const failures = findFailures(read, identity, uri).filter((one) => counts(one, listed));
  const speaking = record === undefined ? {} : { record };
  if (failures.length > 0) return { standing: 'refused', failures, ...speaking };
  return record === undefined
    ? { standing: 'undecided' }
    : { ...rule(sha256, record, served, now), record };
}

interface Asked {
  readonly identity: unknown;
  readonly label: string | undefined;
  readonly uri: string;
  /** Of every file, with and without a digest; null if the files are unknown. */
  readonly uris: readonly string[] | null;
  readonly served: ServedSet;
  readonly now: number;
}

/** The question as plain data, or null if it makes no sense. */
function understood(query: unknown): Asked | null {
  try {
    const { identity, label, uri, resources, archive, now = Date.now() } = query as Query;
    // Checked before JSON turns missing values into null.
    if (resources === undefined) return null;
    const set = setOf(copyOf(resources));
    const named = archiveOf(copyOf(archive));
    if (set === undefined || named === undefined) return null;
    if (typeof uri !== 'string' || !(label === undefined || typeof label === 'string')) return null;
    if (!Number.isFinite(now)) return null;
    return {
      identity: identity === undefined ? undefined : (copyOf(identity) ?? null),
      label,
      uri,
      uris: set.uris,
      served: { resources: set.resources, archive: named },
      now,
    };
  } catch {
    // Not an object, or one whose fields throw.
    return null;
  }
}

interface Given {
  readonly resources: ServedSet['resources'];
  readonly uris: readonly string[] | null;
}

/** The set if all of it is known, and its known members in any case; undefined if invalid. */
function setOf(value: unknown): Given | undefined {
  if (value === null || value === 'dynamic') return { resources: value, uris: null };
  if (!Array.isArray(value)) return undefined;
  const uris: string[] = [];
  const pairs: { readonly uri: string; readonly digest: string }[] = [];
  for (const item of value as unknown[]) {
    if (typeof item !== 'object' || item === null) return undefined;
    const { uri, digest = null } = item as { uri?: unknown; digest?: unknown };
    if (typeof uri !== 'string' || (digest !== null && typeof digest !== 'string'))
      return undefined;
    uris.push(uri);
    if (digest !== null) pairs.push({ uri, digest });
  }
  return { resources: pairs.length === uris.length ? pairs : null, uris };
}

/** The archive, null for none; undefined if it's invalid or JSON makes nothing of it. */
function archiveOf(value: unknown): NonNullable<ServedSet['archive']> | null | undefined {
  if (value === null) return null;
  if (typeof value !== 'object') return undefined;
  const { url, digest } = value as { url?: unknown; digest?: unknown };
  if (typeof digest !== 'string' || (url !== undefined && typeof url !== 'string'))
    return undefined;
  return url === undefined ? { digest } : { url, digest };
}

/**
 * The one identity that a label stands for. Labels are reused: if decisions under one label were
 * made for two servers, only the person knows which one is meant now.
 */
function ofLabel(
  { records, failures }: Extract<Approvals, { status: 'ready' }>,
  label: string,
): Identity | 'ambiguous-label' | 'unknown-label' {
  const identities = new Map<string, Identity>();
  for (const { server } of [...records, ...failures])
    if (server.label === label) identities.set(identityKey(server.identity), server.identity);
  const [only] = identities.values();
  return only === undefined ? 'unknown-label' : identities.size > 1 ? 'ambiguous-label' : only;
}
