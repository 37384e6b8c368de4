/** The marker at the end of a text that was cut for storage (`keptBody`). */
const cutMark = / more characters not kept\]$/;

/** Whether only the beginning of a message is kept. */
export const isCut = (kept: string): boolean => cutMark.test(kept);

const addresses = /"(?:uri|url)"\s*:\s*("(?:[^"\\]|\\.)*")/g;
const names = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Every address that a message names as such, anywhere in it, even if it was cut. */
export const urisIn = (kept: string): ReadonlySet<string> => valuesOf(kept, addresses);

/** Every name that a message gives. */
export const namesIn = (kept: string): ReadonlySet<string> => valuesOf(kept, names);

/** By text instead of parsing: the message may be cut after what is looked for. */
function valuesOf(kept: string, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, json = ''] of kept.matchAll(pattern)) {
    try {
      found.add(JSON.parse(json) as string);
    } catch {
      // Invalid JSON after all: a bare control character or an unknown escape.
    }
  }
  return found;
}
