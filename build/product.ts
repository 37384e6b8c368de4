import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';

/** The project's top folder, with a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const versionIn = (manifest: string): string =>
  (JSON.parse(readFileSync(root + manifest, 'utf8')) as { version: string }).version;

/** Constants for every bundle and unit test. */
export const defines = {
  __SKILLGATE_VERSION__: JSON.stringify(versionIn('package.json')),
  // The Electron that the product ships with.
  __ELECTRON_VERSION__: JSON.stringify(versionIn('node_modules/electron/package.json')),
};

/**
 * For rolldown: everything in one file without late imports. Node 18 crashes on an `import()` in a
 * script without a file once that script has been collected.
 */
export const oneCommonFile = {
  format: 'cjs',
  codeSplitting: false,
  dynamicImportInCjs: false,
} as const;

/** The best level that takes two seconds for everything; the next takes twenty and saves a thirtieth. */
export const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
};
