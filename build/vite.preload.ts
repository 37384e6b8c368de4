import { defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

/** A sandboxed preload is CommonJS, one file, and can require nothing but `electron`. */
export default defineConfig({
  root,
  define: { ...defines, ...requestDefines, 'process.env.NODE_ENV': '"production"' },
  plugins: [recordBundled('preload')],
  build: {
    outDir: `${root}dist`,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'chrome120',
    minify: true,
    sourcemap: true,
    reportCompressedSize: false,
    lib: { entry: `${root}electron/preload.ts`, formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
});
