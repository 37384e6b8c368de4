import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's top folder, with a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const versionIn = (manifest: string): string =>
  (JSON.parse(readFileSync(root + manifest, 'utf8')) as { version: string }).version;

/** Constants that every bundle and every unit test sees. */
export const defines = {
  __SKILLGATE_VERSION__: JSON.stringify(versionIn('package.json')),
  // The Electron that the product ships on.
  __ELECTRON_VERSION__: JSON.stringify(versionIn('node_modules/electron/package.json')),
};
