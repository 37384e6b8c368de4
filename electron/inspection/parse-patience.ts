import { limits } from '../core/limits.ts';

/**
 * Starts a parse's time; the result says whether it's used up. It's time of the processor and not of
 * the clock, or a busy machine would rate a file lower.
 */
export function parsePatience(): () => boolean {
  const until = performance.now() + limits.parseMs;
  const before = process.cpuUsage();
  return () => {
    // The clock costs less to read, and runs at least as fast.
    if (performance.now() <= until) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 > limits.parseMs;
  };
}
