'use strict';
// Loaded into a gateway (`node --expose-gc --require probe.cjs`): at SIGUSR2 it writes into the file
// that SOAK_PROBE names what is still held once everything unused is collected.
const { readdirSync, renameSync, writeFileSync } = require('node:fs');

process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles =
    process.platform === 'linux'
      ? readdirSync('/proc/self/fd').length
      : process.getActiveResourcesInfo().length;
  const file = process.env.SOAK_PROBE;
  writeFileSync(`${file}.new`, JSON.stringify({ heap: heapUsed + external, rss, handles }));
  renameSync(`${file}.new`, file);
});
