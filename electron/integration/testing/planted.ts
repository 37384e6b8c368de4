import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PlantedServer, Slip } from '../../../e2e/servers/planted/slips.ts';
import type { Entry, Place } from './place.ts';

const sources = fileURLToPath(new URL('../../../e2e/servers/planted/', import.meta.url));

/** A copy of a server with these defects in it. */
export function plantedAt(
  place: Place,
  name: PlantedServer,
  slips: readonly Slip[],
): Promise<{ entry: Entry; stop(): Promise<void> }> {
  const folder = place.path(`${name}-${slips.map(({ defect }) => defect).join('-')}`);
  cpSync(join(sources, name), folder, { recursive: true });
  for (const { file, right, slip } of slips) {
    const path = join(folder, file);
    const parts = readFileSync(path, 'utf8').split(right);
    if (parts.length !== 2) throw new Error(`${file} has ${right} ${parts.length - 1} times`);
    writeFileSync(path, parts.join(slip));
  }
  return name === 'tool-library' ? overHttp(folder) : Promise.resolve(overPipes(name, folder));
}

function overPipes(name: PlantedServer, folder: string) {
  const entry =
    name === 'observatory'
      ? { command: 'python3', args: ['-B', join(folder, 'serve.py')] }
      : { command: process.execPath, args: [join(folder, 'server.mjs')] };
  return { entry, stop: async () => {} };
}

async function overHttp(folder: string) {
  const child = spawn(process.execPath, [join(folder, 'server.mjs')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    entry: { type: 'http', url: line.slice(line.indexOf('http://')) },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
