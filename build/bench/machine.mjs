import { cpus, loadavg, release, totalmem } from 'node:os';

/** The machine that the figures come from. */
export function machine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch} ${release()}`,
    node: process.version,
    loadAverageAtStart: Number(loadavg()[0]?.toFixed(2)),
  };
}
