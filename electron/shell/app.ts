import {
  app,
  BrowserWindow,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  screen,
  session,
  type WebContents,
} from 'electron';
import type { Envelope, Handlers } from '../../shared/contract.ts';
import { handlePageScheme, registerPageScheme } from './app-protocol.ts';
import { createBoundsFile } from './bounds-file.ts';
import { sendEvent, serveRequests } from './ipc.ts';
import { menuTemplate } from './menu.ts';
import { denyNavigationEverywhere, denyPermissions } from './navigation.ts';
import { pageAddress } from './page.ts';
import { claimSingleInstance } from './single-instance.ts';
import { rememberBounds, visibleBounds, windowOptions } from './window.ts';

/** The composed product behind the window. */
export interface Application {
  readonly handlers: Handlers;
  subscribe(listener: (envelope: Envelope) => void): () => void;
  /** Resolves when every server's process is gone. */
  close(): Promise<void>;
}

export interface AppPlace {
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Path of the built preload. */
  readonly preload: string;
  /** Where Electron keeps its own files: profile, window bounds. */
  readonly userData: string;
  readonly platform: NodeJS.Platform;
  readonly report: (error: unknown) => void;
}

/** How long quitting waits for servers to end before it goes on without them, in ms. */
const closeWithin = 15_000;

/**
 * Runs the desktop app: one process, one window. Must be called before Electron is ready.
 * `compose` is only called by the process that has the single-instance lock.
 */
export async function runApp(place: AppPlace, compose: () => Promise<Application>): Promise<void> {
  let window: BrowserWindow | null = null;
  let composed: Promise<Application> | null = null;
  const ours = (): WebContents | null => window?.webContents ?? null;

  // The lock belongs to the profile's folder, so the folder comes first.
  app.setPath('userData', place.userData);
  app.enableSandbox();
  registerPageScheme(protocol);
  if (!claimSingleInstance(app, () => window)) {
    app.quit();
    return;
  }
  denyNavigationEverywhere(app);
  quitAfterClosing(() => composed, place.report);

  await app.whenReady();
  denyPermissions(session.defaultSession);
  session.defaultSession.setSpellCheckerEnabled(false);
  handlePageScheme(protocol, place.pageFolder);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(place.platform, !app.isPackaged)));

  composed = compose();
  const application = await composed;
  serveRequests(ipcMain, application.handlers, ours, place.report);
  application.subscribe((envelope) => sendEvent(ours(), envelope));

  const open = async (): Promise<void> => {
    const opened = openWindow(place);
    window = opened;
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    await opened.loadURL(pageAddress);
  };
  app.on('window-all-closed', () => {
    // On macOS an app stays in the dock without a window.
    if (place.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (window === null) open().catch(place.report);
  });
  await open();
}

function openWindow(place: AppPlace): BrowserWindow {
  const store = createBoundsFile(`${place.userData}/window.json`);
  const remembered = store.load();
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow(
    windowOptions(
      place.preload,
      visibleBounds(remembered, screens),
      nativeTheme.shouldUseDarkColors,
    ),
  );
  rememberBounds(window, store);
  window.once('ready-to-show', () => {
    if (remembered?.maximized === true) window.maximize();
    window.show();
  });
  window.webContents.on('render-process-gone', (_event, details) =>
    place.report(new Error(`the window's process ended: ${details.reason}`)),
  );
  return window;
}

/** Quitting waits until no child process is left: a server must never outlive the app. */
function quitAfterClosing(
  composed: () => Promise<Application> | null,
  report: (error: unknown) => void,
): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    const running = composed();
    if (running === null || state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        report(new Error(`servers were still running ${closeWithin / 1000} s after quitting`));
        resolve();
      }, closeWithin);
    });
    // A quit during the start waits for the start: what it has begun must be ended, too.
    const closed = running.then((application) => application.close());
    void Promise.race([closed, late])
      .catch(report)
      .finally(() => {
        clearTimeout(timer);
        state = 'closed';
        app.quit();
      });
  });
}
