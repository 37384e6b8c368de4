import { mkdirSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './product.ts';

const seen = new Map<string, Set<string>>();

/**
 * Records every file that the bundler included as `.cache/bundled/PART.json`. Notices and bills of
 * materials come from these lists, because `package.json` names what's wanted, not what's shipped.
 * A part's workers are separate builds, added to its list.
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
          // A style sheet leaves an empty module; any other empty one was left out entirely.
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

/** Relative to the project, with slashes; the bundler's helpers keep their names. */
function named(id: string): string {
  const path = id.replace(/[?#].*$/, '');
  return path.startsWith('\0') ? path.slice(1) : relative(root, path).replaceAll('\\', '/');
}
