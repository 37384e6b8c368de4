const special: readonly (readonly [number, string])[] = [
  [0o4000, 'setuid'],
  [0o2000, 'setgid'],
  [0o1000, 'sticky'],
];

/** The nine permission bits of a mode, and a sentence for each special bit that was dropped. */
export function ordinaryMode(mode: number): {
  readonly mode: number;
  readonly notes: readonly string[];
} {
  const notes = special
    .filter(([bit]) => (mode & bit) !== 0)
    .map(([, name]) => `The archive sets the ${name} bit, which is dropped.`);
  return { mode: mode & 0o777, notes };
}
