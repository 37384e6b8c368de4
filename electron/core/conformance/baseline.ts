/** The faults that are known, and which of its lines some fault was found for. */
export interface KnownFaults {
  /**
   * Whether it has the fault, by its check alone or with its subject. A subject that is null was too
   * long to be printed whole: who wrote another one that begins alike would be hidden by its line.
   */
  knows(id: string, subject: string | null): boolean;
  /** Its lines that no fault of this run was known by. What comes after is another run. */
  stale(): string[];
}

/**
 * A baseline: one line for each fault that is known, `ID` or `ID SUBJECT` as a report prints them.
 * What follows a `#` at the start of a line, and empty lines, count for nothing.
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

/** One that knows no fault. */
export const noBaseline: KnownFaults = { knows: () => false, stale: () => [] };
