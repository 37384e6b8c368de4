import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const usual = { width: 1280, height: 820 };
const least = { minWidth: 600, minHeight: 400 };

/** The remembered place, unless the screen that it was on is gone. */
export function visibleBounds(
  remembered: WindowPosition | null,
  screens: readonly Rectangle[],
): Partial<Rectangle> {
  if (remembered === null) return usual;
  const { x, y } = remembered;
  const width = Math.max(remembered.width, least.minWidth);
  const height = Math.max(remembered.height, least.minHeight);
  // Enough of the title bar must stay on a screen to drag the window.
  const reachable = screens.some(
    (screen) =>
      x + width > screen.x + 100 &&
      x < screen.x + screen.width - 100 &&
      y >= screen.y - 8 &&
      y < screen.y + screen.height - 60,
  );
  return reachable ? { x, y, width, height } : { width, height };
}

/** Takes the preload's path and where to open; everything that a page could misuse is off. */
export function windowOptions(
  preload: string,
  bounds: Partial<Rectangle>,
  dark: boolean,
): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    ...least,
    title: 'Skillgate',
    // Shown when the first frame is painted: no white flash.
    show: false,
    backgroundColor: dark ? '#16181d' : '#ffffff',
    autoHideMenuBar: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
    },
  };
}

/**
 * Remembers size and place when the window closes; a maximised window keeps the size it returns to.
 */
export function rememberBounds(window: BrowserWindow, store: BoundsStore): void {
  window.on('close', () =>
    store.save({ ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
}

/** Where the window was, in device-independent pixels. */
interface WindowPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

interface BoundsStore {
  load(): WindowPosition | null;
  save(bounds: WindowPosition): void;
}

/** A convenience: if the file is bad, the window opens at its usual size. */
export function createBoundsFile(path: string): BoundsStore {
  return {
    load() {
      try {
        const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
        const { x, y, width, height, maximized } = value;
        if (![x, y, width, height].every((number) => Number.isSafeInteger(number))) return null;
        return {
          x: x as number,
          y: y as number,
          width: width as number,
          height: height as number,
          maximized: maximized === true,
        };
      } catch {
        return null;
      }
    },
    save(bounds) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, JSON.stringify(bounds), { mode: 0o600 });
      } catch {
        // The next start opens at the usual size.
      }
    },
  };
}
