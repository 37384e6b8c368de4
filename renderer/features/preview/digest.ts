/** `sha256:0123456789ab…`: enough to tell two digests apart; copying gives the full one. */
export const shortDigest = (digest: string): string =>
  digest.length > 20 ? `${digest.slice(0, 19)}…` : digest;
