import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { root } from './product.ts';

/** Both are one library for one host: what its two entries share is one chunk in each form. */
const output = (format: 'es' | 'cjs', folder: string) => ({
  format,
  minify: true,
  entryFileNames: `${folder}[name].js`,
  chunkFileNames: `${folder}common.js`,
});

/**
 * The library that other programs import, `skillgate-host` and `skillgate-host/node`, as modules
 * and for `require`. What is read by the one form is known to the other as its plain data.
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
    // Its sources are not in the package: a map would lead nowhere.
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
