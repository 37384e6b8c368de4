import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { checkConfusables } from './confusables.mjs';
import { publishHost } from './host-package.mjs';
import { bundledComponents } from './packages/components.mjs';
import { noticesOf, withoutText } from './packages/notices.mjs';

/**
 * `node build/build.mjs [node|findings|main|preload|renderer|host …]`: builds all of `dist/`, or the named parts.
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
  node: () =>
    removeFiles((name) => name === 'chunks' || name === 'schemas' || name.endsWith('.js')),
  findings: () => removeFiles((name) => name === 'findings'),
  main: () => removeFiles((name) => name === 'main.cjs'),
  preload: () => removeFiles((name) => name === 'preload.cjs'),
  renderer: () => removeFiles((name) => name === 'renderer'),
  host: () => removeFiles((name) => name === 'host'),
};

/** The schemas of the commands' output, without whitespace, for the npm package. */
function publishSchemas() {
  mkdirSync(`${dist}/schemas`, { recursive: true });
  for (const name of readdirSync(`${root}schemas`)) {
    const schema = JSON.parse(readFileSync(`${root}schemas/${name}`, 'utf8'));
    writeFileSync(`${dist}/schemas/${name}`, `${JSON.stringify(schema)}\n`);
  }
}

/** The notices for everything bundled into `dist`, for the npm package. */
function writeNotices() {
  const shipped = Object.keys(parts).filter((name) => name !== 'host');
  const components = bundledComponents(root, shipped);
  const silent = withoutText(components).map(({ name }) => name);
  if (silent.length > 0) throw new Error(`no licence text of ${silent.join(', ')}`);
  const product = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  writeFileSync(`${dist}/THIRD-PARTY-NOTICES.txt`, noticesOf(components, product));
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `build: no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`,
  );
  process.exit(2);
}
try {
  checkConfusables();
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
for (const [name, clean] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  clean();
  try {
    await build({ configFile: `${root}build/vite.${name}.ts`, logLevel: 'warn' });
    if (name === 'host') publishHost(root);
    if (name === 'node') publishSchemas();
  } catch (error) {
    console.error(
      `build: ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exit(1);
  }
  console.log(`built ${name}`);
}
// The lists of parts that weren't built now may name files that are gone.
if (wanted.length === 0) writeNotices();
