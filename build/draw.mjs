import { spawnSync } from 'node:child_process';
import { builtinModules } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';

/**
 * `npm run draw -- --seed N`: plants five of the defects of `e2e/servers/defects` in a server and
 * prints how to start it, but not which defects they are. To check a guess, name one and its place:
 * `npm run draw -- --seed N --mend DEFECT --at PLACE`. A right guess is fixed, in a running server,
 * too. `--names` prints every defect that may be planted.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    mend: { type: 'string' },
    at: { type: 'string', default: '' },
    names: { type: 'boolean' },
  },
});
const { seed } = values;
if (!/^\d{1,9}$/.test(seed)) {
  console.error('draw: --seed takes a whole number');
  process.exit(2);
}
const folder = `${root}.cache/draw/${seed}`;
const server = `${folder}/draw.mjs`;
mkdirSync(folder, { recursive: true });
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node20.19',
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${root}build/bench/draw/draw.ts`,
      external: [...builtinModules],
      output: { format: 'esm', entryFileNames: 'draw.mjs' },
    },
  },
});
const words = ['--seed', seed, '--mended', `${folder}/mended`];
const run = (what, ...more) =>
  spawnSync(process.execPath, [server, what, ...words, ...more], { stdio: 'inherit' });
if (values.names === true) run('names');
else if (values.mend === undefined) {
  writeFileSync(`${folder}/mended`, '');
  const entry = { command: process.execPath, args: [server, 'serve', ...words] };
  writeFileSync(`${folder}/mcp.json`, JSON.stringify({ mcpServers: { drawn: entry } }));
  console.log(`skillgate conformance --allow-start --config ${folder}/mcp.json --server drawn`);
  run('left');
} else run('mend', '--name', values.mend, '--at', values.at);
