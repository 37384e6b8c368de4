import type { App } from 'electron';
import { parseUrl } from '../../shared/url.ts';

/**
 * The page's own address. Standard and secure, so that it has an origin and the usual web rules.
 */
export const pageScheme = 'app';
const pageHost = 'skillgate';
export const pageAddress = `${pageScheme}://${pageHost}/index.html`;

/** Compares parsed parts, never a prefix: `app://skillgate.evil/` is somebody else. */
export function isOwnPage(address: string): boolean {
  const url = parseUrl(address);
  if (url === null) return false;
  const { protocol, host, username, password } = url;
  return protocol === `${pageScheme}:` && host === pageHost && username === '' && password === '';
}

/**
 * The suffix for the version wherever the app shows it: nothing on the Electron that the product
 * ships with, a test-only label on any other, so that nobody takes a test build for the product.
 */
export function editionMark(running: string | undefined, ships: string): string {
  return running === ships
    ? ''
    : ` TEST-ONLY (Electron ${running ?? 'unknown'} instead of ${ships})`;
}

/** The system's own About panel, from the menu. */
export function setAbout(app: Pick<App, 'setAboutPanelOptions'>, shownVersion: string): void {
  app.setAboutPanelOptions({
    applicationName: 'Skillgate',
    applicationVersion: shownVersion,
    version: '',
    copyright: 'The Skillgate authors. MIT license.',
  });
}
