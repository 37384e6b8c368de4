import type { ForeignEntry } from './foreign/entries.ts';
import type { DuplicateKey } from './jsonc.ts';

const maxCount = 1_000;

/** A key on the path to servers. */
interface Step {
  readonly next: Map<string, Step>;
  /** This key is a server. */
  isEntry: boolean;
}

/**
 * Duplicate keys of servers and on the path to them. The attacker hides the first one. Looks up
 * every key in the set of paths to servers instead of comparing it with each.
 */
export function doubles(
  twice: readonly DuplicateKey[],
  found: readonly ForeignEntry[],
): readonly { readonly where: string; readonly message: string }[] {
  const top: Step = { next: new Map(), isEntry: false };
  for (const { path } of found) {
    let at = top;
    for (const key of path) {
      const step = at.next.get(key) ?? { next: new Map(), isEntry: false };
      at.next.set(key, step);
      at = step;
    }
    at.isEntry = true;
  }
  const concerning = twice.filter(({ under, key }) => leads(top, [...under, key]));
  const told = concerning.slice(0, maxCount).map(({ under, key }) => ({
    where: [...under, key].join('.'),
    message: 'It appears twice in the file. The last one counts; the others weren’t imported.',
  }));
  const more = concerning.length - told.length;
  return more === 0
    ? told
    : [
        ...told,
        {
          where: '',
          message: `${more} more ${more === 1 ? 'key appears' : 'keys appear'} twice in the file.`,
        },
      ];
}

/** Whether a path leads to a server or into one. */
function leads(top: Step, path: readonly string[]): boolean {
  let at = top;
  for (const key of path) {
    if (at.isEntry) return true;
    const step = at.next.get(key);
    if (step === undefined) return false;
    at = step;
  }
  return true;
}
