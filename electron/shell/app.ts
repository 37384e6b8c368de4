import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  screen,
  session,
  type WebContents,
} from 'electron';
import type { EventEnvelope, RequestHandlers } from '../../shared/contract.ts';
import { handlePageScheme, registerPageScheme } from './app-protocol.ts';
import { createBoundsFile } from './bounds-file.ts';
import { endOnException, quitAfterClosing } from './shutdown.ts';
import { sendEvent, serveRequests } from './ipc.ts';
import { followLinks } from './links.ts';
import { menuTemplate } from './menu.ts';
import { denyNavigationEverywhere, denyPermissions, returnToPage } from './navigation.ts';
import { showNotice } from './notice.ts';
import { pageAddress } from './page.ts';
import { recoverWindow } from './recovery.ts';
import { claimSingleInstance } from './single-instance.ts';
import { rememberBounds, visibleBounds, windowOptions } from './window.ts';

/** The composed product behind the window. */
export interface ShellApplication {
  readonly handlers: RequestHandlers;
  subscribe(listener: (envelope: EventEnvelope) => void): () => void;
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
  /** Where the process reports exceptions that nobody caught. */
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly report: (error: unknown) => void;
  /** The arguments of this process, perhaps with a link. */
  readonly args: readonly string[];
}

/**
 * Runs the desktop app: one process, one window. Must be called before Electron is ready.
 * `compose` is only called by the process that has the single-instance lock.
 */
export async function runApp(
  place: AppPlace,
  compose: () => Promise<ShellApplication>,
): Promise<void> {
  let window: BrowserWindow | null = null;
  let composed: Promise<ShellApplication> | null = null;
  let open: (() => Promise<void>) | null = null;
  const ours = (): WebContents | null => window?.webContents ?? null;
  const openAgain = (): void => {
    if (window === null) open?.().catch(place.report);
  };

  // The lock belongs to the profile's folder, so the folder comes first.
  app.setPath('userData', place.userData);
  app.enableSandbox();
  registerPageScheme(protocol);
  const links = followLinks(app, () => window, openAgain);
  if (!claimSingleInstance(app, () => window, links.take)) {
    app.quit();
    return;
  }
  links.take(place.args);
  denyNavigationEverywhere(app);
  quitAfterClosing(app, () => composed, place.report);
  endOnException(place.process, app, dialog, () => composed, place.report);

  await app.whenReady();
  denyPermissions(session.defaultSession);
  session.defaultSession.setSpellCheckerEnabled(false);
  handlePageScheme(protocol, place.pageFolder);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(place.platform, !app.isPackaged)));

  composed = compose();
  const application = await composed;
  serveRequests(ipcMain, application.handlers, ours, place.report);
  application.subscribe((envelope) => {
    sendEvent(ours(), envelope);
    if (envelope.event.type === 'notice') showNotice(Notification, envelope.event, () => window);
  });

  open = async (): Promise<void> => {
    const opened = openWindow(place);
    window = opened;
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    returnToPage(opened.webContents, () => void load(opened, '').catch(place.report));
    await load(opened, links.start());
    links.loaded(opened);
  };
  app.on('window-all-closed', () => {
    // On macOS an app stays in the dock without a window.
    if (place.platform !== 'darwin') app.quit();
  });
  app.on('activate', openAgain);
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
  recoverWindow(window, dialog, place.report);
  return window;
}

/** Loads the page. A load that another replaced, or that ended with its window, isn't a failure. */
async function load(window: BrowserWindow, address: string): Promise<void> {
  try {
    await window.loadURL(address === '' ? pageAddress : `${pageAddress}#${address}`);
  } catch (error) {
    const replaced = error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
    if (!replaced && !window.isDestroyed()) throw error;
  }
}
