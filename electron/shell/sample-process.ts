import type { Readable } from 'node:stream';
import type { App } from 'electron';

/**
 * What a second process of a desktop app needs to find its display; a server's environment has none
 * of it.
 */
const display = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'XDG_SESSION_TYPE'];

/**
 * How this app starts its sample server. A packaged app cannot run as Node (its fuse is off),
 * so it starts itself with `--sample-server`, which opens no window and speaks over stdio.
 */
export function sampleCommand(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  env: Readonly<Record<string, string | undefined>>,
): { command: string; args: string[]; env: Record<string, string> } {
  const found = display.flatMap((name): [string, string][] =>
    env[name] === undefined ? [] : [[name, env[name]]],
  );
  return {
    command: process.execPath,
    args: app.isPackaged ? ['--sample-server'] : [app.getAppPath(), '--sample-server'],
    env: Object.fromEntries(found),
  };
}

/** Keeps the sample's process out of the dock and off the graphics card. */
export function hideSelf(app: Pick<App, 'disableHardwareAcceleration' | 'dock'>): void {
  app.disableHardwareAcceleration();
  app.dock?.hide();
}

/**
 * Ends the sample's process when its client is gone. Unlike a Node program, an app doesn't quit on
 * its own and would outlive a killed parent.
 */
export function endWithInput(app: Pick<App, 'exit'>, input: Readable): void {
  input.once('close', () => app.exit(0));
}
