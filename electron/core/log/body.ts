import { deepestNesting, isNestedDeeper } from '../json-depth.ts';
import { maskedHead, maskSecrets } from '../import/mask.ts';
import { indentedJson } from '../json-text.ts';
import { visibleMultiline } from '../text.ts';

/** More of one message than a person reads; a longer one is kept up to here. */
const keptChars = 256 * 1024;

/** What the log keeps of one message: all of it, or its head when it is long. */
export function keptBody(raw: string, secrets: readonly string[]): string {
  if (raw.length <= keptChars) return raw;
  // Not merely masked and cut: half a secret would no longer be recognised, and a server chooses where
  // the cut falls.
  const head = maskedHead(raw, secrets, keptChars);
  // Through bytes, so that the short text does not hold the long one in memory.
  return `${Buffer.from(head).toString('utf8')}\n[${raw.length - keptChars} more characters not kept]`;
}

/**
 * A kept body for the screen: indented when it is JSON, secrets masked, invisible characters shown. Beside
 * that it is what came, piece by piece: names that stand twice, figures of any length, escapes.
 */
export function bodyText(kept: string, secrets: readonly string[]): string {
  return visibleMultiline(maskSecrets(indented(kept), secrets));
}

function indented(kept: string): string {
  return isJson(kept) ? indentedJson(kept) : kept;
}

/** False for what was cut, for what is no JSON, and for what is nested too deeply to be written again. */
export function isJson(kept: string): boolean {
  try {
    // Indenting takes the square of the depth, which a server chooses.
    return !isNestedDeeper(JSON.parse(kept), deepestNesting);
  } catch {
    return false;
  }
}
