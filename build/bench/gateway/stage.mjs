import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const server = fileURLToPath(new URL('../server.mjs', import.meta.url));

/**
 * Builds the current command line into `scratch`, as the product's build does. Returns its path.
 */
export async function builtCommand(scratch) {
  const outDir = join(scratch, 'dist');
  await build({ configFile: `${root}build/vite.node.ts`, logLevel: 'warn', build: { outDir } });
  writeFileSync(join(scratch, 'package.json'), '{"type":"module"}');
  return join(outDir, 'cli.js');
}

/**
 * A data folder in `scratch` and one server with `skills` skills, `approved` of them approved.
 * Returns commands for the server itself and for the gateway in front of it, and `decide(action,
 * count)`.
 */
export function stageOf({ cli, decider, scratch, skills, approved = skills }) {
  const home = mkdtempSync(join(scratch, 'gateway-'));
  const config = join(home, 'bench.json');
  const words = [server, String(skills)];
  const entry = { command: process.execPath, args: words };
  writeFileSync(config, JSON.stringify({ mcpServers: { bench: entry } }));
  const decide = (action, count) => {
    const said = execFileSync(process.execPath, [decider, config, home, action, String(count)], {
      encoding: 'utf8',
    });
    if (Number(said) !== count) throw new Error(`${said.trim()} of ${count}: ${action}`);
  };
  decide('approve', approved);
  return {
    decide,
    env: { SKILLGATE_HOME: home, HOME: home },
    direct: words,
    through: [cli, 'gateway', '--server', 'bench', '--allow-start', '--config', config],
  };
}
