import { addressOf } from './address.ts';
import { isWellFormed, type HashFunction } from './canonical.ts';
import type { ApprovalRecord, FormerRecord, Identity } from './format.ts';
import { fingerprintOf } from './identity.ts';

type FormerIdentity = FormerRecord['server']['identity'];

/**
 * A decision of `approvals@1` as this version has it: the command and the query of an address
 * become hashes, nobody is said to have seen anything, and nothing has lapsed. Fields of a later
 * writer stay. `display` puts the server into words without its secrets.
 *
 * Null for a record that matched no server before (an address that is not in its normal form, a
 * fingerprint of another command) or that no server can have any more (an address outside the
 * grammar): it must not begin to match one. The caller keeps the file that it stands in.
 */
export function carried(
  hash: HashFunction,
  former: FormerRecord,
  display: (identity: FormerIdentity) => string,
): ApprovalRecord | null {
  const identity = identityOfFormer(hash, former.server.identity);
  if (identity === null) return null;
  // Read as text: in this version the field did not exist for anybody but Skillgate itself.
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

/** Counts were any numbers once. */
const whole = (value: number): number =>
  Math.min(Math.max(0, Math.floor(value)), Number.MAX_SAFE_INTEGER);

function isArchive(value: unknown): value is { readonly url: string; readonly digest: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { url, digest } = value as { url?: unknown; digest?: unknown };
  return (
    typeof url === 'string' && typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest)
  );
}
