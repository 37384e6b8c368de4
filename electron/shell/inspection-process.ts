import type { UtilityProcess, utilityProcess } from 'electron';

/** The part of a process that its owner needs. */
interface Outside {
  post(message: unknown): void;
  hear(told: { message(message: unknown): void; ended(detail: string): void }): void;
  hold(busy: boolean): void;
  end(): void;
}

/**
 * Starts the worker of the findings at `path` in a process of its own. Who writes a file that
 * brings the rules, a parser or the engine under them down ends that process, and not the app.
 */
export function startInspection(
  electron: Pick<typeof utilityProcess, 'fork'>,
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
    end() {
      over = true;
      child.kill();
    },
  };
}
