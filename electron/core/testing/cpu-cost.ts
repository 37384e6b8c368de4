/** The lowest CPU time of several runs in ms, which excludes other programs' work. */
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
