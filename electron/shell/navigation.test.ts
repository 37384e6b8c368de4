import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { denyNavigation, denyPermissions, returnToPage } from './app.ts';
import { resetDouble, session } from './testing/electron-double.ts';

describe('navigation', () => {
  class Contents extends EventEmitter {
    open: ((details: { url: string }) => { action: string }) | null = null;
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
      this.open = handler;
    }
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'is stopped at %s',
    (name) => {
      const contents = new Contents();
      denyNavigation(contents as unknown as WebContents);
      let prevented = false;
      contents.emit(name, {
        preventDefault: () => (prevented = true),
        url: 'app://skillgate/index.html',
      });
      expect(prevented).toBe(true);
    },
  );

  it('is undone when nobody was asked before it: the page is loaded again', () => {
    const contents = new Contents();
    let loads = 0;
    returnToPage(contents as unknown as WebContents, () => (loads += 1));
    contents.emit('did-navigate', {}, 'app://skillgate/index.html');
    expect(loads).toBe(0);
    contents.emit('did-navigate', {}, 'about:blank');
    expect(loads).toBe(1);
  });

  it('opens no new window, whatever the address', () => {
    const contents = new Contents();
    denyNavigation(contents as unknown as WebContents);
    expect(
      ['https://example.com', 'app://skillgate/index.html', 'about:blank'].map(
        (url) => contents.open?.({ url }).action,
      ),
    ).toEqual(['deny', 'deny', 'deny']);
  });
});

describe('permissions', () => {
  beforeEach(() => {
    resetDouble();
    denyPermissions(session.defaultSession as unknown as Session);
  });
  const request = (permission: string, requestingUrl: string): boolean => {
    let answer = false;
    session.defaultSession.permissionRequest?.({}, permission, (granted) => (answer = granted), {
      requestingUrl,
    });
    return answer;
  };

  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fullscreen',
    'hid',
    'usb',
    'serial',
    'fileSystem',
  ])('are denied: %s', (permission) => {
    expect(request(permission, 'app://skillgate/index.html')).toBe(false);
    expect(session.defaultSession.permissionCheck?.({}, permission, 'app://skillgate')).toBe(false);
    expect(session.defaultSession.devicePermission?.()).toBe(false);
  });

  it('let our page, and nobody else, write to the clipboard', () => {
    expect(request('clipboard-sanitized-write', 'app://skillgate/index.html')).toBe(true);
    expect(
      session.defaultSession.permissionCheck?.({}, 'clipboard-sanitized-write', 'app://skillgate/'),
    ).toBe(true);
    expect(request('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
    expect(
      session.defaultSession.permissionCheck?.(
        {},
        'clipboard-sanitized-write',
        'app://skillgate.evil',
      ),
    ).toBe(false);
  });

  it('let no request leave the page’s own files, and no download start', () => {
    const cancelled = (url: string): boolean | undefined => {
      let result: boolean | undefined;
      session.defaultSession.beforeRequest?.({ url }, ({ cancel }) => (result = cancel));
      return result;
    };
    expect(['app://skillgate/a.js', 'blob:app://skillgate/1'].map(cancelled)).toEqual([
      false,
      false,
    ]);
    expect(
      [
        'https://evil.example/beacon.png',
        'http://127.0.0.1/',
        'file:///etc/passwd',
        'ws://127.0.0.1/',
        'data:text/html,x',
        'nonsense',
      ].map(cancelled),
    ).toEqual([true, true, true, true, true, true]);
    let prevented = false;
    session.defaultSession.emit('will-download', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(true);
  });
});
