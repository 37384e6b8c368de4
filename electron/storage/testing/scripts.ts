import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { temporaryFolder } from './forge.ts';

/** Scripts of this folder as files that a process of their own can run. */
export async function buildScripts(
  ...names: readonly string[]
): Promise<{ readonly path: (name: string) => string; readonly remove: () => Promise<void> }> {
  const outDir = await temporaryFolder();
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          names.map((name) => [name, join(import.meta.dirname, `${name}.ts`)]),
        ),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  return {
    path: (name) => join(outDir, `${name}.mjs`),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
