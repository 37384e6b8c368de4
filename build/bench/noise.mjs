import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleEntry } from './bundle.mjs';
import { against, rounded } from './numbers.mjs';

const run = promisify(execFile);
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const kinds = [
  'quiet',
  'stderr lines',
  'stderr without newlines',
  'stdout lines',
  'stdout broken messages',
  'stdout without newlines',
  'list changed',
  'log notifications',
  'resource updates',
  'pings',
];

/**
 * What a server that floods its pipes costs: the delay of the event loop that a window's core runs
 * on, and the requests of an honest server beside it, as a ratio to those beside a quiet one.
 */
export async function measureNoise({ scratch, say, only = kinds }) {
  const entry = await bundleEntry('noise', scratch);
  const figures = {};
  for (const kind of only) {
    say(`noise: ${kind}`);
    const home = mkdtempSync(join(scratch, 'home-'));
    const config = join(home, 'servers.json');
    const node = (...args) => ({ command: process.execPath, args });
    const mcpServers = {
      honest: node(script('server.mjs'), '50'),
      noisy: node(script('noisy-server.mjs'), kind),
    };
    writeFileSync(config, JSON.stringify({ mcpServers }));
    const { stdout } = await run(process.execPath, [entry, config, home, '4000'], {
      timeout: 240_000,
    });
    figures[kind] = JSON.parse(stdout.trim().split('\n').at(-1));
  }
  return Object.fromEntries(
    Object.entries(figures).map(([kind, figure]) => [
      kind,
      {
        ...Object.fromEntries(
          Object.entries(figure).map(([name, value]) => [name, rounded(value)]),
        ),
        honestP95OverQuiet:
          figures.quiet === undefined
            ? null
            : rounded(figure.honestP95Ms / figures.quiet.honestP95Ms),
        targets: { loopP95Ms: against(figure.loopP95Ms, 50) },
      },
    ]),
  );
}
