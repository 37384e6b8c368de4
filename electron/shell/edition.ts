import type { App } from 'electron';

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
