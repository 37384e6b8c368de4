import { addressOf } from './address.ts';
import { isWellFormed, type HashFunction } from './canonical.ts';
import type { ApprovalRecord, FormerRecord, Identity } from './format.ts';
import { fingerprintOf } from './identity.ts';

type FormerIdentity = FormerRecord['server']['identity'];

/**
 * A decision of `approvals@1` in the current format: the command and the address's query become
 * hashes, coverage is zero, and nothing is invalidated. Fields of a later writer stay. `display`
 * describes the server without its secrets. Null for a record that never matched a server (an
 * address not in normal form, a fingerprint of another command) or can't match one now (an address
 * outside the grammar), because it must not start to match. The caller keeps the original file.
 */
export function carried(
  hash: HashFunction,
  former: FormerRecord,
  display: (identity: FormerIdentity) => string,
): ApprovalRecord | null {
  const identity = identityOfFormer(hash, former.server.identity);
  if (identity === null) return null;
  // Read as text: in that version only Skillgate itself used the field.
  const { integrity, archive } = former as { integrity?: unknown; archive?: unknown };
  const { verified, total } = former.coverage;
  return {
    ...former,
    server: { ...former.server, display: display(former.server.identity), identity },
    coverage: { verified: whole(verified), shown: 0, total: whole(total) },
    integrity: integrity === 'archive' || integrity === 'self-computed' ? integrity : 'manifest',
    archive: isArchive(archive) ? archive : null,
    lapsed: null,
  };
}

/** Two records with one key made a file of that version unreadable. */
export function formerKey({ server: { identity }, uri }: FormerRecord): string {
  if (identity.kind === 'http') return JSON.stringify([identity.url, uri]);
  const { command, args, cwd, fingerprint } = identity;
  return JSON.stringify([command, args, cwd, fingerprint, uri]);
}

function identityOfFormer(hash: HashFunction, identity: FormerIdentity): Identity | null {
  if (identity.kind === 'http') {
    const address = addressOf(identity.url);
    if (address === null) return null;
    const { url, query } = address;
    if (identity.url !== (query === null ? url : `${url}?${query}`)) return null;
    return { kind: 'http', url, ...(query === null ? {} : { query: hash(query) }) };
  }
  const { command, args, cwd, fingerprint } = identity;
  if (command === '' || cwd === '' || ![command, ...args, cwd ?? ''].every(isWellFormed))
    return null;
  return fingerprintOf(hash, command, args, cwd) === fingerprint
    ? { kind: 'stdio', fingerprint }
    : null;
}

/** Counts used to allow any number. */
const whole = (value: number): number =>
  Math.min(Math.max(0, Math.floor(value)), Number.MAX_SAFE_INTEGER);

function isArchive(value: unknown): value is { readonly url: string; readonly digest: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { url, digest } = value as { url?: unknown; digest?: unknown };
  return (
    typeof url === 'string' && typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest)
  );
}
