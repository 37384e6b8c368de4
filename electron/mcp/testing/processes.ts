import { readFileSync } from 'node:fs';

/** Whether a process still runs; one that has ended and only waits to be collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== 'linux' ||
      !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    );
  } catch {
    return false;
  }
}
