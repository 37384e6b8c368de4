import * as crypto from 'node:crypto';

// One call without an object per digest: a third of the time for small files. Node 18, in older
// Electrons, lacks it.
const hexOf: (bytes: Uint8Array | string) => string =
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes, 'hex')
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

/**
 * `sha256:` and 64 lowercase hexadecimal characters, as the specification writes a digest
 * ("Integrity and Verification"). A string is hashed as its UTF-8 bytes.
 */
export function sha256(bytes: Uint8Array | string): string {
  return `sha256:${hexOf(bytes)}`;
}

/** The digest of `start` followed by each of `endings`; `start` is hashed once for all of them. */
export function sha256WithEndings(
  start: Uint8Array,
  endings: readonly (Uint8Array | string)[],
): string[] {
  const begun = crypto.createHash('sha256').update(start);
  return endings.map((ending) => `sha256:${begun.copy().update(ending).digest('hex')}`);
}

const pattern = /^sha256:[0-9a-f]{64}$/;

/** Whether a value is a digest in the specification's only spelling. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && value.length === 71 && pattern.test(value);
}
