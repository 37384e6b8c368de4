import type { LoadedRecords } from './loaded-records.ts';
import type { TextSlice } from './line.ts';

/** The file as chunks to be written one after the other: fields first, then one record per line. */
export function formatApprovals(approvals: LoadedRecords): readonly Uint8Array[] {
  const failures = [...approvals.failures.values()].flat();
  const head = JSON.stringify({ ...approvals.header, failures, records: [] });
  const chunks: Uint8Array[] = [Buffer.from(`${head.slice(0, -2)}\n`)];
  let run: { -readonly [K in keyof TextSlice]: TextSlice[K] } | null = null;
  let first = true;
  const flush = (): void => {
    if (run === null) return;
    chunks.push(Buffer.from(first ? '' : ',\n'), run.memory.subarray(run.start, run.end));
    first = false;
  };
  for (const { memory, start, end } of approvals.lines.values()) {
    // Neighbours in the file that was read or compacted: the two bytes between them are `,` and a
    // line feed.
    if (run !== null && run.memory === memory && start === run.end + 2) {
      run.end = end;
      continue;
    }
    flush();
    run = { memory, start, end };
  }
  flush();
  chunks.push(Buffer.from(first ? ']}\n' : '\n]}\n'));
  return chunks.filter((chunk) => chunk.byteLength > 0);
}
