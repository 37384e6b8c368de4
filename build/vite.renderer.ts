import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { recordBundled } from './bundled.ts';
import { defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

/**
 * The page that both shells show. Relative addresses, so that it works over http and over
 * `app://`; nothing inlined, because the content security policy forbids inline scripts and
 * `data:` addresses; no remote origin.
 */
export default defineConfig({
  root: `${root}renderer`,
  base: './',
  define: { ...defines, ...requestDefines },
  plugins: [react(), recordBundled('renderer')],
  // Markdown is parsed in a worker, where there is no `document`: its entity table must be the one
  // made for workers.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [recordBundled('renderer')] },
  build: {
    outDir: `${root}dist/renderer`,
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    // Monaco is one large chunk by nature and is loaded on demand.
    chunkSizeWarningLimit: 5000,
    reportCompressedSize: false,
    // How long plugins took says nothing to whoever only starts the program.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
