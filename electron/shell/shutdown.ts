import type { App, Dialog } from 'electron';

/** How long quitting waits for servers, in ms. */
const closeWithin = 15_000;

/** How long quitting waits for the page, in ms. */
const pageWithin = 5000;

/** The part of the product that must be closed because it has child processes. */
interface Closable {
  close(): Promise<void>;
}
type Composed = () => Promise<Closable> | null;
type Report = (error: unknown) => void;

/** Resolves when every server process is gone, or on timeout. */
async function closeServers(composed: Composed, report: Report): Promise<void> {
  const running = composed();
  if (running === null) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      report(new Error(`servers were still running ${closeWithin / 1000} s after quitting`));
      resolve();
    }, closeWithin);
  });
  // Quitting during startup waits for it, so that everything it started ends, too.
  const closed = running.then((application) => application.close());
  await Promise.race([closed, late]).catch(report);
  clearTimeout(timer);
}

/** Quitting waits until no child process is left: a server must never outlive the app. */
export function quitAfterClosing(
  app: Pick<App, 'exit' | 'on' | 'quit'>,
  composed: Composed,
  report: Report,
): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (composed() === null || state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void closeServers(composed, report).finally(() => {
      state = 'closed';
      app.quit();
      // A page that hangs would never let its window close.
      setTimeout(() => app.exit(0), pageWithin).unref();
    });
  });
}

/**
 * A broken invariant of the main process: says so, ends what was started, and ends. What may be
 * half done in memory is not gone on with; files are replaced whole, so none is half written.
 */
export function endOnException(
  process: Pick<NodeJS.Process, 'on'>,
  app: Pick<App, 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
  composed: Composed,
  report: Report,
): void {
  let ending = false;
  const end = async (error: unknown): Promise<void> => {
    report(error);
    if (ending) return;
    ending = true;
    dialog.showErrorBox(
      'Skillgate has to quit',
      'An internal error occurred: ' +
        `${error instanceof Error ? error.message : String(error)}\n\nYour decisions are saved. ` +
        'Start Skillgate again.',
    );
    await closeServers(composed, report);
    app.exit(1);
  };
  process.on('uncaughtException', (error) => void end(error));
  process.on('unhandledRejection', (error) => void end(error));
}
