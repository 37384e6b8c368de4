import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { defines, oneCommonFile, root } from './product.ts';

/**
 * The main process is one CommonJS file: every Electron reads it, and nothing is awaited before the
 * sandbox is on and the page's scheme is registered.
 */
export default defineConfig({
  root,
  define: { ...defines, 'process.env.NODE_ENV': '"production"' },
  plugins: [recordBundled('main')],
  ssr: { noExternal: true, external: ['electron'], target: 'node' },
  build: {
    ssr: true,
    outDir: `${root}dist`,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node18.15',
    minify: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: `${root}electron/main.ts` },
      external: ['electron', ...builtinModules],
      output: { ...oneCommonFile, entryFileNames: '[name].cjs' },
    },
  },
});
