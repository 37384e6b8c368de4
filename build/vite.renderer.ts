import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { defines, root } from './product.ts';

/**
 * The page that both shells show. Relative addresses, so that it works over http and over
 * `app://`; nothing inlined, because the content security policy forbids inline scripts and
 * `data:` addresses; no remote origin.
 */
export default defineConfig({
  root: `${root}renderer`,
  base: './',
  define: defines,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: `${root}dist/renderer`,
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // Monaco is one large chunk by nature and is loaded on demand.
    chunkSizeWarningLimit: 5000,
    reportCompressedSize: false,
  },
});
