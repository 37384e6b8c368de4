import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Megabytes of a process and all below it; what they share is counted once. Linux only. */
export function memoryOfTree(pid) {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of rows) if (parent === one) tree.push(child);
  let kilobytes = 0;
  for (const one of tree) {
    try {
      const rollup = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8');
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    } catch {
      // Ended since.
    }
  }
  return kilobytes / 1000;
}
