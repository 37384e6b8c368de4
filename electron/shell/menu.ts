import type { MenuItemConstructorOptions } from 'electron';

const separator: MenuItemConstructorOptions = { type: 'separator' };

/**
 * The application menu with the accelerators that people expect on their platform. Keys that
 * the page handles itself (⌘K, `/`, F6 …) stay out, because a menu would swallow them.
 * `developer` adds reload and the developer tools; a packaged app has neither.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  developer: boolean,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const app: MenuItemConstructorOptions = {
    label: 'Skillgate',
    submenu: [
      { role: 'about' },
      separator,
      { role: 'services' },
      separator,
      { role: 'hide', accelerator: 'Command+H' },
      { role: 'hideOthers', accelerator: 'Command+Alt+H' },
      { role: 'unhide' },
      separator,
      { role: 'quit', accelerator: 'Command+Q' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      mac
        ? { role: 'close', accelerator: 'Command+W' }
        : { role: 'quit', accelerator: platform === 'win32' ? 'Alt+F4' : 'Ctrl+Q' },
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: '&Edit',
    submenu: [
      { role: 'undo', accelerator: 'CmdOrCtrl+Z' },
      { role: 'redo', accelerator: platform === 'win32' ? 'Ctrl+Y' : 'Shift+CmdOrCtrl+Z' },
      separator,
      { role: 'cut', accelerator: 'CmdOrCtrl+X' },
      { role: 'copy', accelerator: 'CmdOrCtrl+C' },
      { role: 'paste', accelerator: 'CmdOrCtrl+V' },
      { role: 'selectAll', accelerator: 'CmdOrCtrl+A' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'resetZoom', accelerator: 'CmdOrCtrl+0' },
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+Plus' },
      { role: 'zoomOut', accelerator: 'CmdOrCtrl+-' },
      separator,
      { role: 'togglefullscreen', accelerator: mac ? 'Ctrl+Command+F' : 'F11' },
      ...(developer
        ? ([
            separator,
            { role: 'reload', accelerator: 'CmdOrCtrl+R' },
            { role: 'toggleDevTools', accelerator: mac ? 'Alt+Command+I' : 'Ctrl+Shift+I' },
          ] satisfies MenuItemConstructorOptions[])
        : []),
    ],
  };
  const window: MenuItemConstructorOptions = {
    label: '&Window',
    role: 'windowMenu',
    submenu: [
      { role: 'minimize', accelerator: 'CmdOrCtrl+M' },
      ...(mac
        ? ([{ role: 'zoom' }, separator, { role: 'front' }] satisfies MenuItemConstructorOptions[])
        : ([{ role: 'close', accelerator: 'Ctrl+W' }] satisfies MenuItemConstructorOptions[])),
    ],
  };
  const help: MenuItemConstructorOptions = {
    label: '&Help',
    role: 'help',
    submenu: [{ role: 'about' }],
  };
  return mac ? [app, file, edit, view, window] : [file, edit, view, window, help];
}
