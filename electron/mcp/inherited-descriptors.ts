import { openSync, readdirSync, readFileSync } from 'node:fs';

/** Of `fcntl`, on Linux: the descriptor is closed when another program is started. */
const closeOnExec = 0o2000000;

/**
 * Descriptors of this process that a program started by it would have, too, beside the first
 * three, in order. Chromium leaves the sockets to its own processes open like that; Node closes
 * all of its own. Other systems than Linux pass on nothing that is not named.
 */
export function inheritable(): number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((descriptor) => descriptor > 2 && isInheritable(descriptor))
      .toSorted((a, b) => a - b);
  } catch {
    // No /proc here: nothing can be known, and a server is started all the same.
    return [];
  }
}

function isInheritable(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // Closed since it was listed: the listing's own.
    return false;
  }
}

let nothing: number | null = null;

/**
 * Takes descriptors, sorted; gives what a child gets in their place from its fourth on: nothing to
 * read, and nowhere to write to. With them a server could talk to the window's processes, and
 * they would outlive the app as long as it does.
 */
export function insteadOf(descriptors: readonly number[]): ('ignore' | number)[] {
  const last = descriptors.at(-1);
  if (last === undefined) return [];
  nothing ??= openSync('/dev/null', 'r+');
  const put = nothing;
  const taken = new Set(descriptors);
  return Array.from({ length: last - 2 }, (_, index) => (taken.has(index + 3) ? put : 'ignore'));
}
