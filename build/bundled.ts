import { mkdirSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './product.ts';

const seen = new Map<string, Set<string>>();

/**
 * Writes down every file that the bundler put into a bundle, as `.cache/bundled/PART.json`: the
 * notices and the bill of materials of a package are made from these lists, because
 * `package.json` names what is wanted, not what is shipped. A part's workers are builds of their
 * own and are added to its list.
 */
export function recordBundled(part: string): Plugin {
  let folder = root;
  return {
    name: 'skillgate-bundled',
    configResolved(config) {
      folder = config.root;
    },
    generateBundle(_options, bundle) {
      const files = seen.get(part) ?? new Set();
      seen.set(part, files);
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset')
          for (const name of output.originalFileNames) files.add(named(resolve(folder, name)));
        else
          // A style sheet leaves an empty module behind; any other empty one was left out whole.
          for (const [id, module] of Object.entries(output.modules))
            if (module.renderedLength > 0 || id.endsWith('.css')) files.add(named(id));
      }
      mkdirSync(`${root}.cache/bundled`, { recursive: true });
      writeFileSync(
        `${root}.cache/bundled/${part}.json`,
        `${JSON.stringify([...files].sort(), null, 1)}\n`,
      );
    },
  };
}

/** Relative to the project with slashes; the bundler's own helpers keep their names. */
function named(id: string): string {
  const path = id.replace(/[?#].*$/, '');
  return path.startsWith('\0') ? path.slice(1) : relative(root, path).replaceAll('\\', '/');
}
