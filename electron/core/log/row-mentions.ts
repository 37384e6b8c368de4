/** What tells that a text was cut where it is kept (`keptBody`). */
const cutMark = / more characters not kept\]$/;

/** Whether only the head of a message is kept. */
export const isCut = (kept: string): boolean => cutMark.test(kept);

const addresses = /"(?:uri|url)"\s*:\s*("(?:[^"\\]|\\.)*")/g;
const names = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Every address that a message names as such, wherever in it, also where it was cut. */
export const urisIn = (kept: string): ReadonlySet<string> => valuesOf(kept, addresses);

/** Every name that a message gives. */
export const namesIn = (kept: string): ReadonlySet<string> => valuesOf(kept, names);

/** By text and not by parsing: what is looked for may stand in the head of a message that was cut. */
function valuesOf(kept: string, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, json = ''] of kept.matchAll(pattern)) {
    try {
      found.add(JSON.parse(json) as string);
    } catch {
      // No JSON after all: a bare control character, or an escape that there is none of.
    }
  }
  return found;
}
