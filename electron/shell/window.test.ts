import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBoundsFile, visibleBounds, windowOptions } from './window.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

describe('the window', () => {
  it('turns off everything that a page could misuse', () => {
    expect(windowOptions('/p.cjs', {}, true).webPreferences).toEqual({
      preload: '/p.cjs',
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
    });
  });

  it('is never smaller than 600 by 400 and paints no white flash in the dark', () => {
    const options = windowOptions('/p.cjs', {}, true);
    expect(options).toMatchObject({ minWidth: 600, minHeight: 400, show: false });
    expect(options.backgroundColor).not.toBe(windowOptions('/p.cjs', {}, false).backgroundColor);
  });

  it('opens where it was', () => {
    expect(
      visibleBounds({ x: 5, y: 6, width: 1000, height: 700, maximized: false }, [screen]),
    ).toEqual({ x: 5, y: 6, width: 1000, height: 700 });
  });

  it('opens in reach when the screen that it was on is gone', () => {
    expect(
      visibleBounds({ x: 4000, y: 6, width: 1000, height: 700, maximized: false }, [screen]),
    ).toEqual({ width: 1000, height: 700 });
    expect(
      visibleBounds({ x: 5, y: -900, width: 1000, height: 700, maximized: false }, [screen]),
    ).toEqual({ width: 1000, height: 700 });
  });
});

describe('the remembered bounds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-bounds-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    '',
    'null',
    '[]',
    '{"x":1e400,"y":0,"width":1,"height":1}',
    '{"x":"0","y":0,"width":1,"height":1}',
  ])('are none when the file says %s', (text) => {
    writeFileSync(join(folder, 'window.json'), text);
    expect(createBoundsFile(join(folder, 'window.json')).load()).toBeNull();
  });

  it('are none when the folder cannot be written', () => {
    const store = createBoundsFile('/dev/null/window.json');
    store.save({ x: 0, y: 0, width: 1, height: 1, maximized: false });
    expect(store.load()).toBeNull();
  });
});
