import type { App, Session, WebContents } from 'electron';
import { isOwnPage } from './page.ts';
import { parseUrl } from '../../shared/url.ts';

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
export function denyNavigationEverywhere(app: Pick<App, 'on'>): void {
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
