/** The least processor time of several runs in ms: another program's work is not in it. */
export function cpuCost(run: () => unknown, runs = 7): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < runs; at += 1) {
    const began = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
