import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { recordBundled } from './bundled.ts';
import { brotli, defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

/** Bytes of script that the page may need before it shows anything. */
const mostFirst = 700_000;

/** Fails the build once the page starts with more than it may: what's shown later is loaded later. */
const firstScripts: Plugin = {
  name: 'first-scripts',
  generateBundle(_options, bundle) {
    const first = new Set<string>();
    const add = (name: string): void => {
      const part = bundle[name];
      if (part?.type !== 'chunk' || first.has(name)) return;
      first.add(name);
      for (const imported of part.imports) add(imported);
    };
    for (const part of Object.values(bundle))
      if (part.type === 'chunk' && part.isEntry) add(part.fileName);
    const sizes = [...first].map((name) => {
      const part = bundle[name];
      return part?.type === 'chunk' ? Buffer.byteLength(part.code) : 0;
    });
    const all = sizes.reduce((sum, size) => sum + size, 0);
    if (all > mostFirst)
      this.error(
        `the page starts with ${all} bytes of script, and may with ${mostFirst}: load parts through \`onDemand\` in renderer/App.tsx`,
      );
    this.info(`the page starts with ${Math.round(all / 1_000)} KB of script`);
  },
};

/** A smaller file is read as fast as it's unpacked. */
const leastPacked = 4_000;

/**
 * Packs scripts, styles and the icon font, which takes three quarters off the page. Both shells unpack them
 * (`electron/ipc/page-file.ts`), Monaco's 3 MB in a hundredth of a second.
 */
const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((one) => /\.(?:js|css|ttf)$/.test(one))) {
      const path = join(dir, name);
      const bytes = readFileSync(path);
      if (bytes.length < leastPacked) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, brotli));
      rmSync(path);
    }
  },
};

/**
 * The page of both shells. Relative addresses, so it works over http and `app://`; nothing inlined,
 * because the content security policy forbids inline scripts and `data:` addresses; no remote
 * origin.
 */
export default defineConfig({
  root: `${root}renderer`,
  base: './',
  define: { ...defines, ...requestDefines },
  plugins: [react(), recordBundled('renderer'), firstScripts, packed],
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
