import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compose, type ComposeOptions } from './compose.ts';
import { dispatch } from './ipc/dispatch.ts';
import { startPageServer } from './ipc/page-server.ts';
import { createSessionKeys } from './ipc/session-key.ts';

export interface ServeOptions {
  readonly compose: ComposeOptions;
  /** 0 picks a free port. */
  readonly port: number;
  readonly open: boolean;
  /** Ends by itself after so many minutes without a window; null never. */
  readonly idleMinutes: number | null;
  /** Folder of the built page. */
  readonly pageFolder: string;
}

/**
 * The browser shell: serves the page on loopback until it is told to end. Resolves when every child
 * process is gone.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const application = await compose(options.compose, {
    shell: 'browser',
    openExternal: async () => false,
  });
  const keys = createSessionKeys();
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let idle: NodeJS.Timeout | undefined;
  const onWindows = (open: number): void => {
    clearTimeout(idle);
    if (open === 0 && options.idleMinutes !== null)
      idle = setTimeout(end, options.idleMinutes * 60_000);
  };
  const report = (error: unknown): void => console.error(error);
  const server = await startPageServer({
    folder: options.pageFolder,
    port: options.port,
    keys,
    dispatch: (name, input) => dispatch(application.handlers, name, input, report),
    subscribe: (listener) => application.subscribe(listener),
    onWindows,
  }).catch(async (error: unknown) => {
    await application.close();
    throw error;
  });
  const address = (): string => `http://127.0.0.1:${server.port}/?token=${keys.issue()}`;
  const first = address();
  console.log(`Skillgate is open at ${first}`);
  console.log('The address works once. Press Enter for a fresh one, Ctrl+C to end.');
  onWindows(0);
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin }) : null;
  lines?.on('line', () => console.log(`Skillgate is open at ${address()}`));
  if (options.open) openInBrowser(first);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  await ended;
  clearTimeout(idle);
  lines?.close();
  await server.close();
  await application.close();
}

/** Asks the desktop to show the address; a machine without one has the printed line. */
function openInBrowser(url: string): void {
  const [command, args]: [string, string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
