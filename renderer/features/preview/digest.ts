/** `sha256:0123456789ab…`: enough to tell two apart on screen; the whole one is copied. */
export const shortDigest = (digest: string): string =>
  digest.length > 20 ? `${digest.slice(0, 19)}…` : digest;
