import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { bundleOnce, collectInputs } from './bundle-once.ts';
import { defines, root } from './product.ts';

const sources = {
  honest: 'e2e/servers/honest.ts',
  hostile: 'e2e/servers/hostile.ts',
  dialects: 'e2e/servers/dialects.ts',
  defects: 'e2e/servers/defects.ts',
  full: 'e2e/servers/full.ts',
  'sign-in': 'e2e/servers/sign-in.ts',
  scripted: 'e2e/servers/scripted.ts',
  sample: 'electron/sample/server.ts',
  leaver: 'electron/mcp/testing/leaver.ts',
} as const;
export type TestServer = keyof typeof sources;
const folder = `${root}.cache/servers`;

/**
 * Bundles the test servers, the sample server and a test helper so that any Node runs them without
 * this project's tools. Skips unchanged sources. Returns the path of each by name. Also vitest's
 * global setup.
 */
export async function buildTestServers(): Promise<Record<TestServer, string>> {
  const config = (outDir: string, inputs: Set<string>): InlineConfig => ({
    configFile: false,
    root,
    define: defines,
    logLevel: 'warn',
    plugins: [collectInputs(inputs)],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20.19',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // A dependency of `oidc-provider` has functions with this name.
        checks: { eval: false },
        input: Object.fromEntries(
          Object.entries(sources).map(([name, file]) => [name, root + file]),
        ),
        external: [...builtinModules],
        output: {
          format: 'esm',
          entryFileNames: '[name].mjs',
          chunkFileNames: 'chunks/[name]-[hash].mjs',
          // They start hundreds of times, and read all of their code each time. Names stay, because
          // `oidc-provider` finds its models by those of their classes.
          minify: { mangle: false, compress: false, codegen: true },
        },
      },
    },
  });
  await bundleOnce(folder, config, [fileURLToPath(import.meta.url)]);
  return testServers();
}

/** The folder of the bundled servers. */
export function testServers(): Record<TestServer, string> {
  return Object.fromEntries(
    Object.keys(sources).map((name) => [name, `${folder}/${name}.mjs`]),
  ) as Record<TestServer, string>;
}

export default async function setup(): Promise<void> {
  await buildTestServers();
}
