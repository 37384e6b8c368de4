import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bundler's own helpers, by the first part of their name, and their package. */
const helpers = { vite: 'node_modules/vite', rolldown: 'node_modules/rolldown' };
const legal = /^(licen[cs]e|copying|notice|third-?party-?notices)/i;

/**
 * Other people's work in the bundles of `parts`, from the lists of `recordBundled`. `root` is the
 * project's folder. Returns, sorted by name and version, `{name, version, license, texts: [{file,
 * text}], inside}`: `license` is the SPDX expression of its `package.json` or null, `inside` the
 * package that contains it or null. Throws if a part was never built or a file belongs to no
 * package. `folders` are packages shipped unchanged beside the bundles.
 */
export function bundledComponents(root, parts, folders = []) {
  const found = new Map();
  const add = (component) => {
    const key = `${component.name}@${component.version}`;
    if (!found.has(key)) found.set(key, component);
  };
  for (const file of parts.flatMap((part) => recorded(root, part))) {
    const folder = packageFolder(root, file);
    if (folder === null) continue;
    const owner = packageAt(root, folder, null);
    add(owner);
    if (/\.[cm]?js$/.test(file) && existsSync(join(root, file)))
      for (const inner of carried(readFileSync(join(root, file), 'utf8')))
        add(innerPackage(root, inner, owner.name));
  }
  for (const folder of folders) add(packageAt(root, folder, null));
  return [...found.values()].sort((a, b) =>
    `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1,
  );
}

function recorded(root, part) {
  const path = join(root, '.cache/bundled', `${part}.json`);
  if (!existsSync(path)) throw new Error(`${part} has not been built: ${path} is not there`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Null for a file of our own. */
function packageFolder(root, file) {
  const at = file.lastIndexOf('node_modules/');
  if (at !== -1) {
    const [name, second] = file.slice(at + 'node_modules/'.length).split('/');
    return (
      file.slice(0, at) + join('node_modules', name.startsWith('@') ? `${name}/${second}` : name)
    );
  }
  const helper = helpers[file.split('/')[0]];
  if (helper !== undefined) return helper;
  if (existsSync(join(root, file))) return null;
  throw new Error(`${file} was bundled, and nothing says whose it is`);
}

function packageAt(root, folder, inside) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const license = typeof manifest.license === 'string' ? manifest.license : null;
  return {
    name: manifest.name,
    version: manifest.version,
    license,
    texts: textsIn(join(root, folder)),
    inside,
  };
}

function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && legal.test(entry.name))
    .map((entry) => ({ file: entry.name, text: readFileSync(join(folder, entry.name), 'utf8') }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Packages that a bundled file was itself bundled from; their paths remain in it. */
function carried(text) {
  const named = text.matchAll(
    /^\/\/#region .*\/\.pnpm\/([^/\n]+)\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm,
  );
  const inner = new Map();
  for (const [, store, name] of named)
    inner.set(name, { name, version: store.slice(name.length + 1).replace(/[_(].*$/, '') });
  return inner.values();
}

/** Its license comes from the copy in our `node_modules`, which may be another version. */
function innerPackage(root, { name, version }, inside) {
  const folder = `node_modules/${name}`;
  if (!existsSync(join(root, folder, 'package.json')))
    return { name, version, license: null, texts: [], inside };
  return { ...packageAt(root, folder, inside), version };
}
