/** SHA-256 of a text's UTF-8 bytes, as `sha256:` and 64 lowercase hexadecimal characters. */
export type HashFunction = (text: string) => string;

/** The canonical JSON of one string (RFC 8785, 3.2.2.2). Throws on a lone surrogate. */
export function canonicalText(value: string): string {
  if (!isWellFormed(value)) throw new TypeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(value);
}

/** Whether a string has no lone surrogate, so that its UTF-8 bytes are defined. */
export function isWellFormed(value: string): boolean {
  // Almost no text has surrogates, and without the flag the search is many times as fast.
  return !/[\ud800-\udfff]/.test(value) || !/\p{Surrogate}/u.test(value);
}

/**
 * What JSON makes of a caller's value: plain data without holes, getters or methods. Undefined if
 * JSON makes nothing of it.
 */
export function copyOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as unknown;
  } catch {
    return undefined;
  }
}
