import type { App, BrowserWindow } from 'electron';

/**
 * One process per data folder. Gives false when another one has it; that one then shows its
 * window, and this process should end.
 */
export function claimSingleInstance(
  app: Pick<App, 'requestSingleInstanceLock' | 'on'>,
  window: () => BrowserWindow | null,
): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    const open = window();
    if (open === null) return;
    if (open.isMinimized()) open.restore();
    open.show();
    open.focus();
  });
  return true;
}
