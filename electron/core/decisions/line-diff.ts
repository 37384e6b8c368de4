import { diffArrays } from 'diff';

/**
 * The maximum number of added and removed lines. The attacker is a server that wrote both texts:
 * the time grows with the square of this number (a tenth of a second), whatever their length.
 */
const mostEdits = 1_000;
const context = 3;

/**
 * The unified diff of two texts (` `, `-`, `+`, hunks led by `@@`), with three lines of context.
 * Null if too many lines differ for a person to read.
 */
export function diffLines(before: string, after: string): string[] | null {
  const changes = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: mostEdits });
  if (changes === undefined) return null;
  return hunks(
    changes.flatMap(({ added, removed, value }) =>
      value.map((line) => `${added ? '+' : removed ? '-' : ' '}${line}`),
    ),
  );
}

/** Leaves out lines more than three away from any change. */
function hunks(lines: readonly string[]): string[] {
  const near = new Uint8Array(lines.length);
  for (const [at, line] of lines.entries())
    if (!line.startsWith(' ')) near.fill(1, Math.max(0, at - context), at + context + 1);
  const out: string[] = [];
  let [old, now] = [1, 1];
  for (const [at, line] of lines.entries()) {
    if (near[at] === 1) {
      if (at === 0 || near[at - 1] !== 1) out.push(`@@ -${old} +${now} @@`);
      out.push(line);
    }
    if (!line.startsWith('+')) old += 1;
    if (!line.startsWith('-')) now += 1;
  }
  return out;
}
