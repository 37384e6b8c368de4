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

/**
 * For rolldown: all in one file, with nothing imported late. Node 18 forgets which script an
 * `import()` of a script without a file belongs to once that script has been collected, and falls.
 */
export const oneCommonFile = {
  format: 'cjs',
  codeSplitting: false,
  dynamicImportInCjs: false,
} as const;
