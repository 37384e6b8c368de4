import { deepestNesting, isNestedDeeper } from '../json-depth.ts';
import { maskedHead, maskSecrets } from '../import/mask.ts';
import { indentedJson } from '../json-text.ts';
import { visibleMultiline } from '../text.ts';

/** More of one message than a person reads; longer ones are cut here. */
const keptChars = 256 * 1024;

/** What the log keeps of one message: all of it, or the beginning of a long one. */
export function keptBody(raw: string, secrets: readonly string[]): string {
  if (raw.length <= keptChars) return raw;
  // Masking must precede the cut: half a secret isn't recognized, and a server chooses where the
  // cut falls.
  const head = maskedHead(raw, secrets, keptChars);
  // Through bytes, so that the short text doesn't retain the long one in memory.
  return `${Buffer.from(head).toString('utf8')}\n[${raw.length - keptChars} more characters not kept]`;
}

/**
 * A stored body for the screen: JSON is indented, secrets masked, invisible characters shown.
 * Otherwise it's exactly what was received, including duplicate names, long numbers and escapes.
 */
export function bodyText(kept: string, secrets: readonly string[]): string {
  return visibleMultiline(maskSecrets(indented(kept), secrets));
}

function indented(kept: string): string {
  return isJson(kept) ? indentedJson(kept) : kept;
}

/** False for cut texts, for anything that isn't JSON, and for nesting too deep to write again. */
export function isJson(kept: string): boolean {
  try {
    // Indenting takes quadratic time in the depth, which a server chooses.
    return !isNestedDeeper(JSON.parse(kept), deepestNesting);
  } catch {
    return false;
  }
}
