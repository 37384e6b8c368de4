import type { App, BrowserWindow } from 'electron';

/**
 * One process per data folder. Gives false when another one has it; that one then shows its
 * window, and this process should end. `onArguments` is told what the other was started with.
 */
export function claimSingleInstance(
  app: Pick<App, 'requestSingleInstanceLock' | 'on'>,
  window: () => BrowserWindow | null,
  onArguments: (args: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, args) => {
    bringForward(window());
    onArguments(args);
  });
  return true;
}

/** Brings a window to the front, wherever it was. */
export function bringForward(window: BrowserWindow | null): void {
  if (window === null) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
