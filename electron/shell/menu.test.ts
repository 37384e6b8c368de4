import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

const items = (platform: NodeJS.Platform, developer = false): MenuItemConstructorOptions[] =>
  menuTemplate(platform, developer).flatMap((menu) => menu.submenu as MenuItemConstructorOptions[]);
const accelerator = (platform: NodeJS.Platform, role: string): string | undefined =>
  items(platform).find((item) => item.role?.toLowerCase() === role)?.accelerator as
    | string
    | undefined;

describe('the menu', () => {
  it.each(['linux', 'win32', 'darwin'] as const)('has the usual accelerators on %s', (platform) => {
    for (const role of [
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectall',
      'resetzoom',
      'zoomin',
      'zoomout',
      'togglefullscreen',
      'minimize',
      'close',
      'quit',
    ]) {
      expect(accelerator(platform, role), role).toBeTruthy();
    }
  });

  it('quits as each platform does', () => {
    expect([
      accelerator('linux', 'quit'),
      accelerator('win32', 'quit'),
      accelerator('darwin', 'quit'),
    ]).toEqual(['Ctrl+Q', 'Alt+F4', 'Command+Q']);
  });

  it('has the application menu on macOS alone', () => {
    expect(menuTemplate('darwin', false)[0]?.label).toBe('Skillgate');
    expect(menuTemplate('linux', false)[0]?.label).toBe('&File');
  });

  it('gives each accelerator once, and none of the page’s own keys', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const keys = items(platform, true).flatMap((item) =>
        item.accelerator === undefined ? [] : [String(item.accelerator)],
      );
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => /\+K$|^F6$|^[A-Z/[\]]$/.test(key))).toEqual([]);
    }
  });

  it('has developer tools only for developers', () => {
    const has = (developer: boolean): boolean =>
      items('linux', developer).some(
        (item) => item.role === 'toggleDevTools' || item.role === 'reload',
      );
    expect([has(true), has(false)]).toEqual([true, false]);
  });
});
