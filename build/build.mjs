import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * `node build/build.mjs [node|main|preload|renderer|host …]`: builds all of `dist/`, or the named parts.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;

const removeFiles = (belongs) => {
  let names = [];
  try {
    names = readdirSync(dist);
  } catch {
    return;
  }
  for (const name of names)
    if (belongs(name)) rmSync(`${dist}/${name}`, { recursive: true, force: true });
};

const parts = {
  node: () => removeFiles((name) => name === 'chunks' || name.endsWith('.js')),
  main: () => removeFiles((name) => name === 'main.cjs'),
  preload: () => removeFiles((name) => name === 'preload.cjs'),
  renderer: () => removeFiles((name) => name === 'renderer'),
  host: () => removeFiles((name) => name === 'host'),
};

/**
 * What is published beside the library that other programs import: its declarations, the schema and
 * the vectors.
 */
function publishHost() {
  for (const name of ['approvals.schema.json', 'vectors.json'])
    copyFileSync(`${root}shared/host/${name}`, `${dist}/host/${name}`);
  execFileSync(
    process.execPath,
    [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}build/tsconfig.host.json`],
    { stdio: 'inherit' },
  );
  const folder = `${dist}/host/types`;
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    // A consumer's compiler looks for what stands beside a `.js`.
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    writeFileSync(`${folder}/${name}`, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `build: no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`,
  );
  process.exit(2);
}
for (const [name, clean] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  clean();
  try {
    await build({ configFile: `${root}build/vite.${name}.ts`, logLevel: 'warn' });
    if (name === 'host') publishHost();
  } catch (error) {
    console.error(
      `build: ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exit(1);
  }
  console.log(`built ${name}`);
}
