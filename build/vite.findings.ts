import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { recordBundled } from './bundled.ts';
import { defines, oneCommonFile, root } from './product.ts';

const folder = `${root}dist/findings`;
const wasm = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
const grammars = [
  'tree-sitter',
  ...['bash', 'powershell', 'python', 'javascript', 'typescript', 'tsx', 'ruby'].map(
    (language) => `tree-sitter-${language}`,
  ),
];

/** The best that takes two seconds for all; the next step takes twenty and saves a thirtieth. */
const packing = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
};

/**
 * The grammars lie beside the worker, each loaded when its language is first met; packed, because a
 * grammar is tables and eight megabytes of them pack to one.
 */
function withGrammars(): Plugin {
  return {
    name: 'skillgate-grammars',
    writeBundle() {
      mkdirSync(folder, { recursive: true });
      for (const name of grammars) {
        const bytes = readFileSync(join(wasm, `${name}.wasm`));
        const packed = brotliCompressSync(bytes, packing);
        writeFileSync(join(folder, `${name}.wasm.br`), packed);
      }
    },
  };
}

/**
 * The worker that looks at files: one CommonJS file, which is started from its text, so that the same
 * one works from a folder, from the app's archive and beside a package's own executable.
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
      // The grammar runtime can evaluate code that a module brings; these modules bring none.
      checks: { eval: false },
      external: [...builtinModules],
      output: { ...oneCommonFile, entryFileNames: '[name].cjs' },
    },
  },
});
