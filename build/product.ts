import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's top folder, with a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** Constants that every bundle and every unit test sees. */
export const defines = { __SKILLGATE_VERSION__: JSON.stringify(manifest.version) };
