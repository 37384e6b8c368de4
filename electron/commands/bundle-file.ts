import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

/** Path of a file of the build: chunks lie one below the entries. */
export function bundleFile(name: string): string {
  const here = new URL('.', import.meta.url).href;
  const folder = here.endsWith('/chunks/') ? new URL('..', here).href : here;
  return fileURLToPath(new URL(name, folder));
}

/** How this command starts its sample server: a package's own executable holds no second file. */
export const sampleServer = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: isSea() ? ['sample-server'] : [bundleFile('sample-server.js')],
});

/** How another program starts this command, by places that do not depend on its folder or `PATH`. */
export const ownCommand = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: isSea() ? [] : [bundleFile('cli.js')],
});
