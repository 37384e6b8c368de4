import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { compose } from './compose.ts';
import type { ComposeOptions } from './compose-core.ts';
import { createAdmission } from './ipc/admission.ts';
import { dispatch } from './ipc/dispatch.ts';
import { openPrivately } from './ipc/page-file.ts';
import { startPageServer } from './ipc/page-server.ts';
import { ok } from '../shared/result.ts';

export interface ServeOptions {
  readonly compose: ComposeOptions;
  /** 0 picks a free port. */
  readonly port: number;
  readonly open: boolean;
  /** Quits after this many minutes without a window; null means never. */
  readonly idleMinutes: number | null;
  /** Folder of the built page. */
  readonly pageFolder: string;
}

/** How long to wait for the browser (ms) before printing the address. */
const openingMs = 5_000;

/**
 * The browser shell: serves the page on loopback until it is told to end. Resolves when every child
 * process is gone.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const application = await compose(options.compose, {
    shell: 'browser',
    openExternal: async () => false,
    openSignIn: async () => false,
    // The page downloads it: the person may sit at another machine.
    saveFile: async () => ok(false),
    chooseFolder: async () => null,
  });
  const admission = createAdmission(Date.now);
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let idle: NodeJS.Timeout | undefined;
  let opening: { readonly timer: NodeJS.Timeout; remove(): Promise<void> } | null = null;
  const onWindows = (open: number): void => {
    clearTimeout(idle);
    if (open > 0) void endOpening();
    if (open === 0 && options.idleMinutes !== null)
      idle = setTimeout(end, options.idleMinutes * 60_000);
  };
  const endOpening = async (): Promise<void> => {
    const { timer, remove } = opening ?? {};
    opening = null;
    clearTimeout(timer);
    await remove?.();
  };
  const report = (error: unknown): void => console.error(error);
  const server = await startPageServer({
    folder: options.pageFolder,
    port: options.port,
    admission,
    dispatch: (caller, name, input) => dispatch(application.handlers, caller, name, input, report),
    subscribe: (listener) => application.subscribe(listener),
    onWindows,
    report,
  }).catch(async (error: unknown) => {
    await application.close();
    throw error;
  });
  const address = (): string =>
    `http://127.0.0.1:${server.port}/#ticket=${admission.issueTicket()}`;
  const tell = (): void => {
    console.log(`Skillgate is open at ${address()}`);
    console.log(
      'The address works once, for one minute. Press Enter for a new one, Ctrl+C to quit.',
    );
  };
  onWindows(0);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', tell);
  if (options.open) {
    console.log('Opening Skillgate in the browser …');
    const remove = await openPrivately(address(), tmpdir()).catch(() => async () => {});
    const timer = setTimeout(() => {
      void endOpening();
      tell();
    }, openingMs);
    opening = { timer, remove };
  } else tell();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  await ended;
  clearTimeout(idle);
  await endOpening();
  lines.close();
  await server.close();
  await application.close();
}
