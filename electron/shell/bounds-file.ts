import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the window was, in device-independent pixels. */
export interface WindowPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

export interface BoundsStore {
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
