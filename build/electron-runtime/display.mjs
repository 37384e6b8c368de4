import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { installDebian } from '../debian.mjs';

const hasXvfb = () => spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error === undefined;

const isOpen = (env) => Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/**
 * Why no window can be shown here, not even on a virtual display; null if one can. Installs Xvfb if
 * possible.
 */
export function whyNoDisplay(env = process.env, platform = process.platform) {
  if (platform !== 'linux' || isOpen(env) || hasXvfb()) return null;
  console.log("There is no display; installing Debian's xvfb …");
  if (installDebian(['xvfb']) && hasXvfb()) return null;
  return 'there is no display: set DISPLAY, or install Xvfb (Debian: apt-get install xvfb)';
}

/**
 * A display: the person's own, or a new Xvfb on a free number. Returns `{env, stop}`: what to add
 * to a program's environment, and what ends it. Throws if there's none.
 */
export async function openDisplay({ width = 1920, height = 1200 } = {}) {
  if (process.platform !== 'linux' || isOpen(process.env)) return { env: {}, stop() {} };
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  server.stderr.on('data', (data) => (said += data));
  const number = await new Promise((resolve, reject) => {
    let text = '';
    server.stdio[3].on('data', (data) => {
      text += data;
      if (text.endsWith('\n')) resolve(text.trim());
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}: ${said}`)));
  });
  return {
    env: { DISPLAY: `:${number}` },
    async stop() {
      if (server.exitCode !== null) return;
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
