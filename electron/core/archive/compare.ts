/** One file of a set: its path and the digest of its bytes. */
export interface ComparableFile {
  readonly path: string;
  readonly digest: string;
}

/** How two sets of files differ at one path. */
export type FileDifference =
  | { readonly kind: 'only-in-first'; readonly path: string; readonly first: string }
  | { readonly kind: 'only-in-second'; readonly path: string; readonly second: string }
  | {
      readonly kind: 'differs';
      readonly path: string;
      readonly first: string;
      readonly second: string;
    };

const byPath = (files: readonly ComparableFile[]): Map<string, string> =>
  new Map(files.map(({ path, digest }) => [path, digest]));

/**
 * File by file, where two sets differ: two archives of one skill, or an archive and the
 * individual files, must not. Paths are compared exactly. Gives the differences by path, with
 * both digests; none when the sets are equal. In each set a path stands once.
 */
export function compareFiles(
  first: readonly ComparableFile[],
  second: readonly ComparableFile[],
): readonly FileDifference[] {
  const a = byPath(first);
  const b = byPath(second);
  const differences: FileDifference[] = [];
  for (const [path, digest] of a) {
    const other = b.get(path);
    if (other === undefined) differences.push({ kind: 'only-in-first', path, first: digest });
    else if (other !== digest)
      differences.push({ kind: 'differs', path, first: digest, second: other });
  }
  for (const [path, digest] of b)
    if (!a.has(path)) differences.push({ kind: 'only-in-second', path, second: digest });
  return differences.toSorted((x, y) => (x.path < y.path ? -1 : 1));
}
