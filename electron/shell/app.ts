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
  type Protocol,
  type App,
  type Session,
} from 'electron';
import type { EventEnvelope, RequestHandlers } from '../../shared/contract.ts';
import { createBoundsFile, rememberBounds, visibleBounds, windowOptions } from './window.ts';
import { endOnException, quitAfterClosing } from './shutdown.ts';
import { sendEvent, serveRequests } from './ipc.ts';
import { followLinks } from './links.ts';
import { menuTemplate } from './menu.ts';
import { pageAddress, isOwnPage, pageScheme } from './page.ts';
import { recoverWindow } from './recovery.ts';
import { claimSingleInstance } from './single-instance.ts';
import { pageHeaders, readPageFile } from '../ipc/page-file.ts';
import { parseUrl } from '../../shared/url.ts';

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

/** Must run before the app is ready. */
function registerPageScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Answers one request for a part of the page from the build's folder; every answer carries the
 * policy.
 */
export async function servePage(folder: string, request: Request): Promise<Response> {
  const refuse = (status: number): Response =>
    new Response(null, { status, headers: pageHeaders() });
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  if (!isOwnPage(request.url)) return refuse(403);
  const file = await readPageFile(folder, new URL(request.url).pathname);
  if (!file.ok) return refuse(file.error === 'refused' ? 403 : 404);
  return new Response(file.value.bytes, {
    headers: { ...pageHeaders(), 'Content-Type': file.value.type, 'Cache-Control': 'no-cache' },
  });
}

function handlePageScheme(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(pageScheme, (request) => servePage(folder, request));
}

type Notices = Pick<typeof Notification, 'isSupported'> & {
  new (options: { readonly title: string; readonly body: string }): Notification;
};

/** Kept until the person dismisses them: an object without a reference loses its listeners. */
const open = new Set<Notification>();

/**
 * A notice of the system; a click brings the window to the front. Nothing is done where the system
 * has none. Plain text: no part of it is read as markup or as an address.
 */
export function showNotice(
  Notice: Notices,
  { title, body }: { readonly title: string; readonly body: string },
  window: () => BrowserWindow | null,
): void {
  if (!Notice.isSupported()) return;
  const notice = new Notice({ title, body: toPlainText(body) });
  open.add(notice);
  notice.on('close', () => void open.delete(notice));
  notice.on('click', () => {
    open.delete(notice);
    const front = window();
    if (front === null) return;
    if (front.isMinimized()) front.restore();
    front.show();
    front.focus();
  });
  notice.show();
}

/** The servers of notices on Linux read a few tags of HTML; the attacker is a host's own name. */
const toPlainText = (text: string): string => text.replaceAll('<', '‹').replaceAll('&', '＆');

/**
 * The window shows one page and stays there. Were a server's text ever to become a link, a
 * frame or a script in the page, it could open nothing and go nowhere.
 */
export function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Brings the window back to its page from `about:blank`: Chromium asks nobody before it goes
 * there, so a link in a server's text could leave an empty window behind. `load` loads the page.
 */
export function returnToPage(contents: WebContents, load: () => void): void {
  contents.on('did-navigate', (_event, address) => {
    if (!isOwnPage(address)) load();
  });
}

/** Covers every page that this process will ever hold, not only the window that we opened. */
function denyNavigationEverywhere(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents));
}

/** The page may copy text that a person selected; grant nothing else. */
const granted = 'clipboard-sanitized-write';

const ownSchemes = new Set(['app:', 'blob:', 'devtools:']);

/** Denies permissions, devices, downloads and every request that leaves the page's own files. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(permission === granted && isOwnPage(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === granted && isOwnPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({
      cancel: !ownSchemes.has(parseUrl(details.url)?.protocol ?? ''),
    }),
  );
}
