import { skillFolder } from '../../uri.ts';

/** How many UTF-16 units are scanned. */
export const instructionsRead = 256 * 1024;
const mostMentions = 100;
const longest = 2_048;
const delimiters = /[\s"'<>`|(){}[\]]+/;
const schemeCharacter = /[A-Za-z0-9+.-]/;
const ending = '/SKILL.md';
/** These lead outside the server's own resources. */
const elsewhere = new Set(['http', 'https', 'file', 'data', 'javascript', 'blob', 'about']);

/**
 * `SKILL.md` URIs that a server's `instructions` mention, in order, without repeats ("Pointer from
 * Server Instructions"). Only a hint: each must be confirmed with `skills/get`. Scans the first 256
 * KiB and returns at most `most`, in one pass without backtracking, because the server writes the
 * text.
 */
export function mentionedUris(instructions: string, most: number = mostMentions): string[] {
  const found = new Set<string>();
  for (const word of instructions.slice(0, instructionsRead).split(delimiters)) {
    if (found.size >= most) break;
    const colon = word.indexOf('://');
    if (colon < 1) continue;
    const end = word.indexOf(ending, colon + 3);
    if (end === -1) continue;
    const after = word[end + ending.length];
    const next = word[end + ending.length + 1];
    // `…/SKILL.md.` ends a sentence; `…/SKILL.md.bak` and `…/SKILL.md/x` are other files.
    if (
      after !== undefined &&
      (/[A-Za-z0-9_%/~-]/.test(after) ||
        (after === '.' && next !== undefined && /[A-Za-z0-9]/.test(next)))
    )
      continue;
    let start = colon;
    while (start > 0 && schemeCharacter.test(word[start - 1] ?? '')) start -= 1;
    const uri = word.slice(start, end + ending.length);
    if (uri.length > longest) continue;
    const folder = skillFolder(uri);
    if (folder.ok && !elsewhere.has(folder.value.scheme.toLowerCase())) found.add(uri);
  }
  return [...found];
}
