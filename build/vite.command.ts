import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { defines, oneCommonFile, root } from './product.ts';

/**
 * The command line as one CommonJS file, which is what a Node single executable takes. Only
 * packages need it: `npm run dist` builds it, `npm run build` does not.
 */
export default defineConfig({
  root,
  define: { ...defines, 'process.env.NODE_ENV': '"production"' },
  plugins: [recordBundled('command')],
  // Nothing can be required from inside an executable; `ws` works without its two native modules.
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'], target: 'node' },
  build: {
    ssr: true,
    outDir: `${root}.cache/dist/command`,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20.19',
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { skillgate: `${root}electron/cli.ts` },
      external: ['bufferutil', 'utf-8-validate', ...builtinModules],
      output: { ...oneCommonFile, entryFileNames: '[name].cjs' },
    },
  },
});
