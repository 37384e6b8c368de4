import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

/**
 * The page of both shells. Relative addresses, so it works over http and `app://`; nothing inlined,
 * because the content security policy forbids inline scripts and `data:` addresses; no remote
 * origin.
 */
export default defineConfig({
  root: `${root}renderer`,
  base: './',
  define: { ...defines, ...requestDefines },
  plugins: [react(), recordBundled('renderer')],
  // Markdown is parsed in a worker without `document`, so it needs the entity table for workers.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [recordBundled('renderer')] },
  build: {
    outDir: `${root}dist/renderer`,
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    // Monaco is one large chunk that loads on demand.
    chunkSizeWarningLimit: 5000,
    reportCompressedSize: false,
    // Plugin timings don't help someone who only starts the program.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
