import { readFileSync } from 'node:fs';

/** Wall time and this process's CPU time (all threads) since a moment, in ms. */
export function stopwatch() {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const used = process.cpuUsage(cpu);
    return { wallMs: performance.now() - wall, cpuMs: (used.user + used.system) / 1_000 };
  };
}

/** The most memory that this process ever held, in MB (10^6 bytes). */
export function peakMemory() {
  return (ownPeakKiB() * 1_024) / 1e6;
}

/**
 * On Linux `maxRSS` survives `exec`: a small child of a large process would report its parent's.
 */
function ownPeakKiB() {
  const { maxRSS } = process.resourceUsage();
  if (process.platform !== 'linux') return maxRSS;
  return Number(
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? maxRSS,
  );
}
