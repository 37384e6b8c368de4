import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { recordBundled } from './bundled.ts';
import { brotli, defines, oneCommonFile, root } from './product.ts';

const folder = `${root}dist/findings`;
const wasm = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
const grammars = [
  'tree-sitter',
  ...['bash', 'powershell', 'python', 'javascript', 'typescript', 'tsx', 'ruby'].map(
    (language) => `tree-sitter-${language}`,
  ),
];

/**
 * Grammars are separate files, each loaded when its language first occurs; compressed, because
 * eight megabytes of tables shrink to one.
 */
function withGrammars(): Plugin {
  return {
    name: 'skillgate-grammars',
    writeBundle() {
      mkdirSync(folder, { recursive: true });
      for (const name of grammars) {
        const bytes = readFileSync(join(wasm, `${name}.wasm`));
        const packed = brotliCompressSync(bytes, brotli);
        writeFileSync(join(folder, `${name}.wasm.br`), packed);
      }
    },
  };
}

/**
 * The worker that inspects files: one CommonJS file started from its text, so the same one works
 * from a folder, from the app's archive and beside a package's executable.
 */
export default defineConfig({
  root,
  define: { ...defines, 'process.env.NODE_ENV': '"production"' },
  plugins: [recordBundled('findings'), withGrammars()],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node18.15',
    minify: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { worker: `${root}electron/inspection/worker.ts` },
      // The grammar runtime can evaluate a module's code; these modules contain none.
      checks: { eval: false },
      external: [...builtinModules],
      output: { ...oneCommonFile, entryFileNames: '[name].cjs' },
    },
  },
});
