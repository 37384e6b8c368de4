import type { ServedSkills } from './served-skills.ts';

/** Stands where a server's instructions named a withheld skill. */
export const unnamed = '(a skill that isn’t approved)';

const uriShape = /[a-z][a-z0-9+.-]*:\/\/?[^\s<>"'`()[\]{}]+/gi;

/**
 * The server's instructions with the addresses of withheld skills replaced. Best effort: a server
 * can write of a skill without its address, and that is text like any other.
 */
export function withoutWithheld(
  instructions: string,
  shelf: ServedSkills,
): { readonly text: string; readonly removed: readonly string[] } {
  const removed: string[] = [];
  const text = instructions.replace(uriShape, (found) => {
    const uri = found.replace(/[.,;:!?]+$/, '');
    if (shelf.whereabouts(uri).kind !== 'withheld') return found;
    removed.push(uri);
    return unnamed + found.slice(uri.length);
  });
  return { text, removed };
}
