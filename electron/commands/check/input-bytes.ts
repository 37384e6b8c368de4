import { sha256 } from '../../core/digest.ts';
import { withoutEnd } from '../../core/text.ts';
import { CommandError } from '../call/command.ts';

/**
 * Builds the set from the contents of `resources/read`: a list of `{uri, text}` and `{uri, blob}`,
 * or `{contents: […]}`. Digests are computed from these bytes alone; a supplied digest proves
 * nothing. Throws a CommandError for any other shape.
 */
export function setOfBytes(value: unknown): { readonly uri: string; readonly digest: string }[] {
  const contents =
    typeof value === 'object' && value !== null && 'contents' in value ? value.contents : value;
  if (!Array.isArray(contents)) throw bad('a list of contents with uri and text or blob');
  return contents.map((content: unknown) => {
    if (typeof content !== 'object' || content === null) throw bad('contents with uri');
    const { uri, text, blob } = content as { uri?: unknown; text?: unknown; blob?: unknown };
    if (typeof uri !== 'string') throw bad('contents with uri');
    if (typeof text === 'string' && blob === undefined) return { uri, digest: ofText(text) };
    if (typeof blob === 'string' && text === undefined) return { uri, digest: ofBase64(blob) };
    throw bad('either text or blob of each');
  });
}

function ofText(text: string): string {
  // A lone surrogate has no UTF-8 bytes, so a different text would be hashed.
  if (/\p{Cs}/u.test(text)) throw bad('text that is Unicode');
  return sha256(Buffer.from(text));
}

function ofBase64(blob: string): string {
  const bytes = Buffer.from(blob, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== withoutEnd(blob, '='))
    throw bad('blob in base64');
  return sha256(bytes);
}

const bad = (what: string): CommandError =>
  new CommandError(`with --read, --resources takes ${what}`, 'bad-input');
