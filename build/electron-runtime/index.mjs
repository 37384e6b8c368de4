import { whyNoDisplay } from './display.mjs';
import { ensureRuntime } from './runtime.mjs';
import { whyNoSandbox } from './unprivileged.mjs';

export { openDisplay, whyNoDisplay } from './display.mjs';
export { ensureRuntime } from './runtime.mjs';
export { stageApp } from './stage.mjs';
export { whyNoSandbox } from './unprivileged.mjs';

/** Why a native window can't be shown to the person at this machine; null if it can. */
export function noWindowReason(
  env = process.env,
  platform = process.platform,
  uid = process.getuid?.(),
) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  // Chromium's sandbox doesn't work for root, and this app never runs without it.
  if (uid === 0) return 'Electron keeps its sandbox on, which root cannot use';
  return null;
}

/**
 * An Electron that tests can drive here: `{path, folder, source, electron, node}`, or `{reason}`,
 * one line that says what's missing and what to do. Downloads and installs what it can.
 */
export async function ensureTestElectron() {
  if (process.env.ELECTRON_SKIP) return { reason: 'ELECTRON_SKIP is set' };
  const reason = whyNoSandbox() ?? whyNoDisplay();
  return reason === null ? await ensureRuntime({ forTests: true }) : { reason };
}
