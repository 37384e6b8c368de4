import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { root } from './product.ts';

/**
 * The library that other programs import, `skillgate/host` and `skillgate/host/node`. What
 * both share is one chunk: an index of decisions that one entry made is known to the other.
 */
export default defineConfig({
  root,
  plugins: [recordBundled('host')],
  build: {
    outDir: `${root}dist/host`,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    // Vite leaves the white space of libraries; the bundler itself does not.
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    lib: {
      entry: { index: `${root}shared/host/index.ts`, node: `${root}shared/host/node/index.ts` },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [...builtinModules.map((name) => `node:${name}`)],
      output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'common.js' },
    },
  },
});
