import { createHash } from 'node:crypto';

/**
 * `sha256:` and 64 lowercase hexadecimal characters, as the specification writes a digest
 * ("Integrity and Verification"). A string is hashed as its UTF-8 bytes.
 */
export function sha256(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

const pattern = /^sha256:[0-9a-f]{64}$/;

/** Whether a value is a digest in the specification's one spelling. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && value.length === 71 && pattern.test(value);
}
