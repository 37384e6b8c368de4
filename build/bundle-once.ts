import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { root } from './product.ts';

const digestOf = (path: string): string | null => {
  try {
    return createHash('sha1').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
};

/** Every file in a bundle, with its digest. */
type BundleInputs = Readonly<Record<string, string | null>>;

/**
 * Builds a bundle into `folder`, unless the existing one was made from the same files by the same
 * `makers`: the files that say how. `config` must write into the given folder. The input list is
 * written last, so an interrupted build doesn't count.
 */
export async function bundleOnce(
  folder: string,
  config: (folder: string, inputs: Set<string>) => InlineConfig,
  makers: readonly string[],
): Promise<void> {
  const list = join(folder, 'inputs.json');
  if (isCurrent(list, makers)) return;
  mkdirSync(folder, { recursive: true });
  const inputs = new Set<string>([...makers, join(root, 'package-lock.json')]);
  await build(config(folder, inputs));
  const digests = Object.fromEntries([...inputs].map((path) => [path, digestOf(path)]));
  // Another run may read the list now: it sees all of it or nothing.
  const staged = `${list}.${process.pid}`;
  writeFileSync(staged, JSON.stringify(digests satisfies BundleInputs));
  renameSync(staged, list);
}

function isCurrent(list: string, makers: readonly string[]): boolean {
  if (!existsSync(list)) return false;
  try {
    const inputs = JSON.parse(readFileSync(list, 'utf8')) as BundleInputs;
    return (
      makers.every((path) => Object.hasOwn(inputs, path)) &&
      Object.entries(inputs).every(([path, digest]) => digestOf(path) === digest)
    );
  } catch {
    return false;
  }
}

/** Vite's plugin that adds each source file of this repository to `inputs`; packages follow the lockfile. */
export const collectInputs = (inputs: Set<string>) => ({
  name: 'collect-inputs',
  generateBundle(this: { getModuleIds(): Iterable<string> }): void {
    for (const id of this.getModuleIds()) {
      const [path = ''] = id.split('?');
      if (isAbsolute(path) && !path.includes('node_modules')) inputs.add(path);
    }
  },
});
