import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Turns the bundles in `dist/host` into a publishable package: manifest, text, license,
 * declarations in both forms, schema, example. The vectors stay in the repository: they're for
 * other implementers and nine times the library's size.
 */
export function publishHost(root) {
  const folder = join(root, 'dist/host');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(root, 'build/host-package/package.json'), 'utf8'));
  const { name, ...rest } = manifest;
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`,
  );
  copyFileSync(join(root, 'build/host-package/README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const schema = readFileSync(join(root, 'shared/host/approvals.schema.json'), 'utf8');
  writeFileSync(join(folder, 'approvals.schema.json'), `${JSON.stringify(JSON.parse(schema))}\n`);
  copyFileSync(join(root, 'e2e/example-host/host.mjs'), join(folder, 'example.mjs'));
  declare(root, folder);
  writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  link(root, folder, name);
}

/** The same text twice: the manifest beside it says whether it's a module. */
function declare(root, folder) {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'build/tsconfig.host.json')],
    { stdio: 'inherit' },
  );
  const types = join(folder, 'types');
  for (const name of readdirSync(types, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    // A consumer's compiler looks for declarations beside a `.js`.
    const text = readFileSync(join(types, name), 'utf8');
    writeFileSync(join(types, name), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
  const named = new Set();
  for (const entry of ['index.d.ts', 'node/index.d.ts']) reach(types, entry, named);
  for (const name of readdirSync(types, { recursive: true }))
    if (name.endsWith('.d.ts') && !named.has(name)) rmSync(join(types, name));
  cpSync(types, join(folder, 'cjs/types'), { recursive: true });
}

/** Adds the declaration `name` in the folder `types`, and all that it imports, to `found`. */
function reach(types, name, found) {
  if (found.has(name)) return;
  found.add(name);
  for (const [, to] of readFileSync(join(types, name), 'utf8').matchAll(/from '(\.[^']*)\.js'/g))
    reach(types, join(dirname(name), `${to}.d.ts`), found);
}

/** Like `npm link`: the example and its tests import the package by name. */
function link(root, folder, name) {
  const at = join(root, 'node_modules', name);
  if (existsSync(at) || isLink(at)) rmSync(at, { recursive: true });
  symlinkSync(
    process.platform === 'win32' ? folder : join('..', 'dist/host'),
    at,
    process.platform === 'win32' ? 'junction' : 'dir',
  );
}

/** True for a symbolic link, even a dangling one. */
function isLink(path) {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
