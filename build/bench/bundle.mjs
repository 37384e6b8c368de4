import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Bundles one measured entry, as the build bundles the product, into `folder`. Gives its path. What
 * parses files in its own thread is one CommonJS file: the parser's runtime needs `require`.
 */
export async function bundleEntry(name, folder, format = 'esm') {
  const isCommon = format === 'cjs';
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
        // The grammar runtime can evaluate a module's code; these modules contain none.
        checks: { eval: false },
        output: isCommon
          ? { format, codeSplitting: false, entryFileNames: '[name].cjs' }
          : {
              format,
              entryFileNames: '[name].mjs',
              chunkFileNames: 'chunks/[name]-[hash].mjs',
            },
      },
    },
  });
  return join(folder, `${name}.${isCommon ? 'cjs' : 'mjs'}`);
}
