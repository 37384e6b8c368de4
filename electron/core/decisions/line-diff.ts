/**
 * Lines that may be compared with each other once equal beginnings and ends are gone: 4 MB of
 * table.
 */
const mostCells = 4_000_000;
const context = 3;

/**
 * The differing lines of two texts in unified form (` `, `-`, `+`, hunks led by `@@`), with three
 * lines around each. Null when they differ in too many lines for a person to read.
 */
export function diffLines(before: string, after: string): string[] | null {
  const a = before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  )
    end += 1;
  const middle = edits(a.slice(start, a.length - end), b.slice(start, b.length - end));
  if (middle === null) return null;
  const same = (line: string): string => ` ${line}`;
  return hunks([...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)]);
}

/** Longest common subsequence by table: the sizes are bounded, and the plain way can be read. */
function edits(a: readonly string[], b: readonly string[]): string[] | null {
  const width = b.length + 1;
  if ((a.length + 1) * width > mostCells) return null;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i]}`);
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push(`-${a[i++]}`);
    else lines.push(`+${b[j++]}`);
  }
  return lines;
}

/** Leaves out what is further than three lines from any change. */
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
