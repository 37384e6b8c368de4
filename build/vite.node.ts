import { chmodSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { defineConfig, type Plugin } from 'vite';
import { recordBundled } from './bundled.ts';
import { chunksOfCommand } from './chunks.ts';
import { defines, root } from './product.ts';

/** `package.json`'s `bin` runs the file directly. */
function executable(entry: string): Plugin {
  return {
    name: 'skillgate-executable',
    generateBundle(_options, bundle) {
      const chunk = bundle[`${entry}.js`];
      if (chunk?.type === 'chunk' && !chunk.code.startsWith('#!'))
        chunk.code = `#!/usr/bin/env node\n${chunk.code}`;
    },
    writeBundle({ dir }, bundle) {
      if (`${entry}.js` in bundle) chmodSync(`${dir ?? `${root}dist`}/${entry}.js`, 0o755);
    },
  };
}

/**
 * The command line and the sample server, with every dependency bundled; code that a command
 * doesn't need stays in chunks that it never loads.
 */
export default defineConfig({
  root,
  define: defines,
  plugins: [executable('cli'), recordBundled('node')],
  // The two optional natives of `ws` are looked up at run time and are usually absent.
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'], target: 'node' },
  build: {
    ssr: true,
    outDir: `${root}dist`,
    // The renderer is in the same folder; the build script removes old files.
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node20.19',
    minify: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        cli: `${root}electron/cli.ts`,
        'sample-server': `${root}electron/sample/server.ts`,
      },
      external: ['bufferutil', 'utf-8-validate', ...builtinModules],
      output: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: chunksOfCommand,
      },
    },
  },
});
