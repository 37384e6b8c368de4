import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { root } from './product.ts';

/** Both entries are one library: their shared code is one chunk per form. */
const output = (format: 'es' | 'cjs', folder: string) => ({
  format,
  minify: true,
  entryFileNames: `${folder}[name].js`,
  chunkFileNames: `${folder}common.js`,
});

/**
 * The library that other programs import, `skillgate-host` and `skillgate-host/node`, as modules
 * and for `require`. Each form knows what the other read as plain data.
 */
export default defineConfig({
  root,
  plugins: [recordBundled('host')],
  build: {
    outDir: `${root}dist/host`,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    // Vite keeps libraries' whitespace; the bundler removes it.
    minify: false,
    // The package doesn't contain the sources, so a map would be useless.
    sourcemap: false,
    reportCompressedSize: false,
    lib: {
      entry: { index: `${root}shared/host/index.ts`, node: `${root}shared/host/node/index.ts` },
    },
    rolldownOptions: {
      external: [...builtinModules.map((name) => `node:${name}`)],
      output: [output('es', ''), output('cjs', 'cjs/')],
    },
  },
});
