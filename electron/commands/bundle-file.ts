import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

/** Returns the path of a file in the build. Chunks are one folder below the entry points. */
export function bundleFile(name: string): string {
  const here = new URL('.', import.meta.url).href;
  const folder = here.endsWith('/chunks/') ? new URL('..', here).href : here;
  return fileURLToPath(new URL(name, folder));
}

/**
 * How this command starts its sample server. A packaged executable doesn't include a second file.
 */
export const sampleServer = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: isSea() ? ['sample-server'] : [bundleFile('sample-server.js')],
});

/**
 * How another program starts this command: absolute paths that don't depend on its folder or
 * `PATH`.
 */
export const ownCommand = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: isSea() ? [] : [bundleFile('cli.js')],
});
