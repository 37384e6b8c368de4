import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Bundles one measured entry, as the build bundles the product, into `folder`. Gives its path. */
export async function bundleEntry(name, folder) {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'], target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20.19',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { [name]: join(here, `${name}.ts`) },
        external: ['bufferutil', 'utf-8-validate', ...builtinModules],
        output: {
          format: 'esm',
          entryFileNames: '[name].mjs',
          chunkFileNames: 'chunks/[name]-[hash].mjs',
        },
      },
    },
  });
  return join(folder, `${name}.mjs`);
}
