import type { BrowserWindow, Dialog } from 'electron';

/** A page that ends this often within a minute is not loaded again without asking. */
const often = 3;
const minute = 60_000;

/**
 * Brings a window back whose page has crashed or hangs. Decisions are on disk and servers belong
 * to the main process, so that the page, loaded again, shows what is.
 */
export function recoverWindow(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBox'>,
  report: (error: unknown) => void,
  now: () => number = Date.now,
): void {
  const contents = window.webContents;
  let ends: number[] = [];
  let waiting: AbortController | null = null;

  async function loadAgain(reason: string): Promise<void> {
    ends = [...ends.filter((at) => at > now() - minute), now()];
    const detail =
      `Its process ended (${reason}). ` +
      'Your decisions are saved, and your servers kept running.';
    if (ends.length < often) {
      contents.reload();
      await dialog.showMessageBox(window, {
        type: 'warning',
        title: 'Skillgate',
        message: 'The window crashed and was reloaded.',
        detail,
        buttons: ['OK'],
      });
      return;
    }
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      title: 'Skillgate',
      message: 'The window keeps crashing.',
      detail,
      buttons: ['Close', 'Reload'],
      defaultId: 1,
      cancelId: 0,
      noLink: true,
    });
    if (window.isDestroyed()) return;
    if (response === 1) contents.reload();
    else window.close();
  }

  async function ask(): Promise<void> {
    waiting = new AbortController();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      title: 'Skillgate',
      message: 'The window isn’t responding.',
      detail: 'Reloading keeps your decisions but loses what you were typing.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      // Closes when the page responds.
      signal: waiting.signal,
    });
    waiting = null;
    // The handler below notices the exit and reloads the page.
    if (response === 1 && !window.isDestroyed()) contents.forcefullyCrashRenderer();
  }

  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    report(new Error(`the window's process ended: ${reason}`));
    waiting?.abort();
    // Don't reload within the event: the process is still shutting down.
    setImmediate(() => {
      if (!window.isDestroyed()) loadAgain(reason).catch(report);
    });
  });
  window.on('unresponsive', () => {
    if (waiting !== null) return;
    report(new Error('the window isn’t responding'));
    ask().catch(report);
  });
  window.on('responsive', () => waiting?.abort());
}
