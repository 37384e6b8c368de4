import type { App } from 'electron';

/**
 * What stands behind the version wherever the app names it: nothing on the Electron that the
 * product ships on. On any other it is a build for tests, which nobody should take for the product.
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
