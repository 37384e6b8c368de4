import type { UtilityProcess, utilityProcess, App } from 'electron';
import type { Readable } from 'node:stream';

/** The part of a process that its owner needs. */
interface Outside {
  post(message: unknown): void;
  hear(told: { message(message: unknown): void; ended(detail: string): void }): void;
  hold(busy: boolean): void;
  cpuMs(): number | null;
  end(): void;
}

/**
 * Starts the worker of the findings at `path` in a process of its own. Who writes a file that
 * brings the rules, a parser or the engine under them down ends that process, and not the app.
 */
export function startInspection(
  electron: Pick<typeof utilityProcess, 'fork'> & Pick<App, 'getAppMetrics'>,
  path: string,
): Outside {
  const child: UtilityProcess = electron.fork(path, [], {
    serviceName: 'Skillgate findings',
    stdio: 'ignore',
  });
  let over = false;
  // It can't be ended before it has started.
  child.once('spawn', () => {
    if (over) child.kill();
  });
  return {
    post: (message) => child.postMessage(message),
    hear(told) {
      child.on('message', (message: unknown) => {
        if (!over) told.message(message);
      });
      child.once('exit', () => {
        if (!over) told.ended('its process ended');
      });
    },
    // An Electron app doesn't quit on its own.
    hold() {},
    cpuMs() {
      const seconds = electron.getAppMetrics().find(({ pid }) => pid === child.pid)
        ?.cpu.cumulativeCPUUsage;
      return seconds === undefined ? null : seconds * 1_000;
    },
    end() {
      over = true;
      child.kill();
    },
  };
}

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
