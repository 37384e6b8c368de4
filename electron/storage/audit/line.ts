import type { AuditLine } from '../../../shared/model/approval.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { sha256 } from '../../core/digest.ts';
import type { AuditEntry } from '../../engine/ports/decisions.ts';

/** What the first line's `prev` says: nothing came before. */
export const genesis = `sha256:${'0'.repeat(64)}`;

/** Where the chain stands: the number and the hash of its last good line. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}
export const chainStart: ChainEnd = { seq: 0, hash: genesis };

export function nextLine(end: ChainEnd, at: string, actor: string, entry: AuditEntry): AuditLine {
  const { action, server, uri, setDigest, detail, via, batch } = entry;
  const text = {
    actor: wellFormed(actor),
    server: wellFormed(server),
    uri: wellFormed(uri),
    detail: wellFormed(detail),
  };
  const body = {
    seq: end.seq + 1,
    at,
    actor: text.actor,
    action,
    server: text.server,
    uri: text.uri,
    setDigest,
    detail: text.detail,
    ...(via === undefined ? {} : { via }),
    ...(batch === undefined ? {} : { batch }),
    prev: end.hash,
  };
  return { ...body, hash: sha256(canonicalJson(body)) };
}

/** Whether `hash` is the SHA-256 of the line's RFC 8785 JSON without `hash`. */
export function hashHolds(line: AuditLine): boolean {
  const { hash, ...body } = line;
  try {
    return sha256(canonicalJson(body)) === hash;
  } catch {
    // An edit can hold what has no canonical form (a lone surrogate), which no writer hashed.
    return false;
  }
}

const tornPrefix = 'kept a damaged line: ';

/**
 * How a recovery names the bytes that a crash left behind, so that they cannot be edited later.
 */
export function tornDetail(bytes: Uint8Array): string {
  return `${tornPrefix}${bytes.byteLength} bytes, ${sha256(bytes)}`;
}

/** Whether `line` is the recovery that vouches for exactly these damaged bytes. */
export function recovers(line: AuditLine, torn: Uint8Array): boolean {
  return line.action === 'store-recovered' && line.detail === tornDetail(torn);
}

/** A server can send half a character; the log must be able to hash what it says. */
export function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
