/** A size for people: `512 B`, `3.8 kB`, `1.2 MB` (powers of 1,000). */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const [value, unit] = count < 1e6 ? [count / 1e3, 'kB'] : [count / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`;
}

/** `sha256:0123456789ab…`: enough to tell two apart on screen; the whole one is copied. */
export const shortDigest = (digest: string): string => (digest.length > 20 ? `${digest.slice(0, 19)}…` : digest);

/** The name that a server's URI or local folder is best known by in a sentence. */
export const lastSegment = (uri: string): string => uri.replace(/\/SKILL\.md$/, '').split('/').pop() || uri;
