import { builtinModules } from 'node:module';
import { build } from 'vite';
import { root } from './product.ts';

const names = ['honest', 'hostile'] as const;
const folder = `${root}.cache/servers`;

/**
 * Bundles the test servers, so that any Node runs them without this project's tools.
 * Gives the path of each by name. Also vitest's global setup.
 */
export async function buildTestServers(): Promise<Record<(typeof names)[number], string>> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20.19',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, `${root}e2e/servers/${name}.ts`])),
        external: [...builtinModules],
        output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  });
  return testServers();
}

/** Where the bundled servers are. */
export function testServers(): Record<(typeof names)[number], string> {
  return { honest: `${folder}/honest.mjs`, hostile: `${folder}/hostile.mjs` };
}

export default async function setup(): Promise<void> {
  await buildTestServers();
}
