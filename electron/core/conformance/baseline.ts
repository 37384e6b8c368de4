/** The known faults, and which lines of the baseline matched one. */
export interface KnownFaults {
  /**
   * Whether the baseline has the fault, by its check alone or with its subject. A null subject was
   * too long to print whole: an attacker could start another subject the same way and hide behind
   * its line.
   */
  knows(id: string, subject: string | null): boolean;
  /** The lines that no fault of this run matched. Calling it starts a new run. */
  stale(): string[];
}

/**
 * Reads a baseline: one line for each known fault, `ID` or `ID SUBJECT` as a report prints them.
 * Empty lines and lines that start with `#` are ignored.
 */
export function baselineOf(text: string): KnownFaults {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const known = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  const used = new Set<string>();
  return {
    knows(id, subject) {
      const names = [id, ...(subject === null ? [] : [`${id} ${subject}`])].filter((name) =>
        known.has(name),
      );
      for (const name of names) used.add(name);
      return names.length > 0;
    },
    stale() {
      const left = [...known].filter((line) => !used.has(line));
      used.clear();
      return left;
    },
  };
}

/** A baseline without any fault. */
export const noBaseline: KnownFaults = { knows: () => false, stale: () => [] };
