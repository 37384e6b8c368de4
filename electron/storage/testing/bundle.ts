import { join } from 'node:path';
import { build } from 'vite';

/** Makes one plain module of a TypeScript file that is to run as a process of its own; gives its path. */
export async function bundle(entry: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: entry, outDir: folder, emptyOutDir: false, minify: false, rolldownOptions: { output: { entryFileNames: 'bundled.mjs' } } },
  });
  return join(folder, 'bundled.mjs');
}
