import { limits } from '../core/limits.ts';

/** How old a reading of the processor’s time may be (ms), because reading it takes time itself. */
const oldest = 5;
let last = { at: -Infinity, usage: process.cpuUsage() };

/**
 * Starts a parse's time; the result says whether it's used up. It's time of the processor and not of
 * the clock, or a busy machine would rate a file lower.
 */
export function parsePatience(): () => boolean {
  const now = performance.now();
  if (now - last.at > oldest) last = { at: now, usage: process.cpuUsage() };
  const until = now + limits.parseMs;
  const before = last.usage;
  return () => {
    // The clock costs less to read, and runs at least as fast.
    if (performance.now() <= until) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 > limits.parseMs + oldest;
  };
}
