import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * `npm run dev [-- arguments]`: builds both halves on every change and runs the browser shell,
 * restarting it when the Node half has changed. The real pages under the real policy, so that
 * nothing works here that would not work in the product.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const port = process.env.PORT ?? '4477';
let shell = null;

function restart() {
  const start = () => {
    shell = spawn(
      process.execPath,
      [`${root}dist/cli.js`, 'serve', '--no-open', '--port', port, ...process.argv.slice(2)],
      { stdio: 'inherit' },
    );
  };
  if (shell === null || shell.exitCode !== null) start();
  else {
    shell.once('exit', start);
    shell.kill();
  }
}

function watch(name, afterBuild) {
  return build({
    configFile: `${root}build/vite.${name}.ts`,
    logLevel: 'warn',
    build: { watch: {} },
  }).then((watcher) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code === 'END') {
        console.log(`built ${name}`);
        afterBuild();
      }
    });
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    shell?.kill();
    process.exit(0);
  });
}
await watch('renderer', () => {});
await watch('node', restart);
