import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';

/** `npm run dist`: builds, then packages for this platform into `release/`. */
const root = fileURLToPath(new URL('..', import.meta.url));
const built = await run(process.execPath, [`${root}build/build.mjs`]);
if (built !== 0) process.exit(built);
const builder = [
  `${root}node_modules/electron-builder/cli.js`,
  '--config',
  'build/electron-builder.yml',
  '--publish',
  'never',
  ...process.argv.slice(2),
];
process.exit(await run(process.execPath, builder, { cwd: root }));
