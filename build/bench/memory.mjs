import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Megabytes of a process and its descendants, counting shared memory once. Linux only. */
export const memoryOfTree = (pid) => treeOf(pid).reduce((sum, one) => sum + memoryOf(one), 0);

function treeOf(pid) {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of rows) if (parent === one) tree.push(child);
  return tree;
}

/** Megabytes of one process, including its part of shared memory. */
export function memoryOf(pid) {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1000;
  } catch {
    // It has ended.
    return 0;
  }
}
