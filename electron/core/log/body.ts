import { maskSecrets } from '../import/mask.ts';
import { visibleMultiline } from '../text.ts';

/** More of one message than a person reads; a longer one is kept up to here. */
const keptChars = 256 * 1024;
/** How much longer a secret can be when it is written as JSON or percent-encoded. */
const longestSpelling = 9;

/** What the log keeps of one message: all of it, or its head when it is long. */
export function keptBody(raw: string, secrets: readonly string[]): string {
  if (raw.length <= keptChars) return raw;
  // Masked before it is cut: a secret across the cut would no longer be recognised.
  const margin = longestSpelling * Math.max(0, ...secrets.map((secret) => secret.length));
  const head = maskSecrets(raw.slice(0, keptChars + margin), secrets).slice(0, keptChars);
  // Through bytes, so that the short text does not hold the long one in memory.
  return `${Buffer.from(head).toString('utf8')}\n[${raw.length - keptChars} more characters were not kept]`;
}

/**
 * A kept body for the screen: indented when it is JSON, secrets masked, invisible characters shown.
 */
export function bodyText(kept: string, secrets: readonly string[]): string {
  return visibleMultiline(maskSecrets(indented(kept), secrets));
}

function indented(kept: string): string {
  try {
    return JSON.stringify(JSON.parse(kept), null, 2);
  } catch {
    // Cut, not JSON at all, or nested too deeply to be written: as it is.
    return kept;
  }
}
