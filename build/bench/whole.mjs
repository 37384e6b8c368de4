import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, median, rounded } from './numbers.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const cli = at('../../dist/cli.js');
const server = at('server.mjs');
const floor = at('floor.mjs');
const inFlight = '8';
const sizes = [
  { skills: 250, pairs: 9, target: 2 },
  { skills: 2500, pairs: 7, target: 1.5 },
];

/**
 * `skillgate verify` for a server with four files per skill, from start to end of the process,
 * beside the bare loop as a process: alternating, by wall time and by the processor time that each
 * client counted.
 */
export function measureWhole({ scratch, say }) {
  if (!existsSync(cli)) return { skipped: 'the command line is not built: run npm run build' };
  const count = join(scratch, 'count-whole.cjs');
  writeFileSync(
    count,
    `process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      const { maxRSS } = process.resourceUsage();
      require('node:fs').writeFileSync(process.env.COUNTED,
        JSON.stringify({ cpu: (user + system) / 1000, mb: maxRSS / 1024 }));
    });`,
  );
  const counted = join(scratch, 'counted-whole');
  const once = (words) => {
    const home = mkdtempSync(join(scratch, 'home-'));
    const began = performance.now();
    const { status } = spawnSync(process.execPath, ['--require', count, ...words], {
      env: { ...process.env, SKILLGATE_HOME: home, COUNTED: counted },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ms = performance.now() - began;
    if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
    return { ms, ...JSON.parse(readFileSync(counted, 'utf8')) };
  };
  return sizes.map(({ skills, pairs, target }) => {
    say(`whole: ${skills} skills, ${pairs} pairs`);
    const config = join(scratch, `whole-${skills}.json`);
    const entry = { command: process.execPath, args: [server, String(skills)] };
    writeFileSync(config, JSON.stringify({ mcpServers: { bench: entry } }));
    const times = Array.from({ length: pairs }, () => ({
      bare: once([floor, server, String(skills), inFlight]),
      run: once([cli, 'verify', '--allow-start', '--config', config]),
    }));
    const over = (of) => median(times.map(({ bare, run }) => run[of] / bare[of]));
    const middle = (who, of) => rounded(median(times.map((pair) => pair[who][of])));
    return {
      skills,
      ms: middle('run', 'ms'),
      floorMs: middle('bare', 'ms'),
      cpuMs: middle('run', 'cpu'),
      floorCpuMs: middle('bare', 'cpu'),
      peakMb: middle('run', 'mb'),
      overFloor: against(over('ms'), target),
      cpuOverFloor: rounded(over('cpu')),
    };
  });
}
