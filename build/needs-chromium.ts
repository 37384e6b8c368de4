import type { LaunchOptions } from '@playwright/test';

interface Launching {
  readonly projects: readonly { readonly use?: { readonly launchOptions?: LaunchOptions } }[];
}

/** Stops the journeys with one line, before any starts, if there's no Chromium. */
export default function setup({ projects }: Launching): void {
  if (projects.some(({ use }) => use?.launchOptions?.executablePath === undefined))
    throw new Error('no Chromium: set CHROMIUM_PATH, or run npm test once, which installs it');
}
