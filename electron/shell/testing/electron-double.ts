import { EventEmitter } from 'node:events';

/**
 * A double of the `electron` module for machines without its runtime: records what the shell
 * asked for and lets a test play the part of the platform. Vitest resolves `electron` to it.
 */
type Listener = (...args: readonly never[]) => unknown;

class WebContents extends EventEmitter {
  mainFrame = { url: 'app://skillgate/index.html' };
  readonly sent: { channel: string; value: unknown }[] = [];
  windowOpenHandler: ((details: { url: string }) => { action: string }) | null = null;
  destroyed = false;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
  reloads = 0;
  reload = (): void => void (this.reloads += 1);
  /** As Electron does: the page's process ends, and that is told. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'crashed' });
  }
  send(channel: string, value: unknown): void {
    this.sent.push({ channel, value });
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly calls: string[] = [];
  readonly options: {
    readonly webPreferences: Readonly<Record<string, unknown>>;
    readonly [name: string]: unknown;
  };
  loaded: string | null = null;
  minimized = false;
  maximized = false;
  normalBounds = { x: 10, y: 20, width: 1000, height: 700 };
  constructor(options: BrowserWindow['options']) {
    super();
    this.options = options;
    double.windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(address: string): Promise<void> {
    this.loaded = address;
    this.emit('ready-to-show');
    return double.loading;
  }
  isDestroyed = (): boolean => this.webContents.destroyed;
  close = (): void => void this.calls.push('close');
  static getAllWindows = (): BrowserWindow[] => double.windows;
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  getNormalBounds = (): typeof this.normalBounds => this.normalBounds;
  maximize = (): void => void this.calls.push('maximize');
  restore = (): void => void this.calls.push('restore');
  show = (): void => void this.calls.push('show');
  focus = (): void => void this.calls.push('focus');
}

class App extends EventEmitter {
  readonly paths = new Map<string, string>();
  isPackaged = false;
  sandboxed = false;
  accelerated = true;
  quits = 0;
  exitCode: number | null = null;
  whenReady = (): Promise<void> => double.ready;
  setPath = (name: string, path: string): void => void this.paths.set(name, path);
  about: Readonly<Record<string, unknown>> = {};
  setAboutPanelOptions = (options: App['about']): void => void (this.about = options);
  getAppPath = (): string => '/product';
  disableHardwareAcceleration = (): void => void (this.accelerated = false);
  enableSandbox = (): void => void (this.sandboxed = true);
  requestSingleInstanceLock = (): boolean => double.hasLock;
  /** As Electron does: asks first, and only ends when nobody objected. */
  quit = (): void => {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) this.quits += 1;
  };
  exit = (code = 0): void => void (this.exitCode = code);
}

class Session extends EventEmitter {
  permissionRequest:
    | ((
        contents: unknown,
        permission: string,
        answer: (granted: boolean) => void,
        details: { requestingUrl: string },
      ) => void)
    | null = null;
  permissionCheck: ((contents: unknown, permission: string, origin: string) => boolean) | null =
    null;
  devicePermission: (() => boolean) | null = null;
  beforeRequest:
    | ((details: { url: string }, answer: (response: { cancel: boolean }) => void) => void)
    | null = null;
  spellChecker = true;
  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<Session['beforeRequest']>): void =>
      void (this.beforeRequest = listener),
  };
  setPermissionRequestHandler = (handler: NonNullable<Session['permissionRequest']>): void =>
    void (this.permissionRequest = handler);
  setPermissionCheckHandler = (handler: NonNullable<Session['permissionCheck']>): void =>
    void (this.permissionCheck = handler);
  setDevicePermissionHandler = (handler: () => boolean): void =>
    void (this.devicePermission = handler);
  setSpellCheckerEnabled = (on: boolean): void => void (this.spellChecker = on);
}

interface Message {
  readonly message: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
  readonly defaultId?: number;
  readonly cancelId?: number;
  readonly signal?: AbortSignal;
}

interface SaveOptions {
  readonly defaultPath: string;
}

/** What a test sets before, and looks at after. */
export const double = {
  ready: Promise.resolve(),
  /** What loading the page comes to. */
  loading: Promise.resolve(),
  hasLock: true,
  /** Index of the button that the person presses in a message box. */
  pressed: 0,
  windows: [] as BrowserWindow[],
  handlers: new Map<string, (event: unknown, input: unknown) => Promise<unknown>>(),
  schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
  pages: new Map<string, (request: Request) => Promise<Response>>(),
  menu: null as unknown,
  messages: [] as Message[],
  /** A message box stays until it is closed by its signal. */
  heldOpen: false,
  errors: [] as string[],
  /** Names that a save dialog proposed, and what the person chooses in it. */
  proposed: [] as string[],
  chosen: '',
  opened: [] as string[],
  /** Whether the system shows notices, and those that it was given. */
  notices: true,
  shown: [] as Notification[],
  exposed: new Map<string, Record<string, Listener>>(),
  invoked: [] as { channel: string; input: unknown }[],
};

export const app = new App();
const defaultSession = new Session();
export const session = { defaultSession };
export const protocol = {
  registerSchemesAsPrivileged: (schemes: typeof double.schemes): void =>
    void double.schemes.push(...schemes),
  handle: (scheme: string, handler: (request: Request) => Promise<Response>): void =>
    void double.pages.set(scheme, handler),
};
export const ipcMain = {
  handle: (channel: string, handler: (event: unknown, input: unknown) => Promise<unknown>): void =>
    void double.handlers.set(channel, handler),
};
export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: (channel: string, input: unknown): Promise<unknown> => {
    double.invoked.push({ channel, input });
    return Promise.resolve({ ok: true, value: {} });
  },
});
export const contextBridge = {
  exposeInMainWorld: (name: string, value: Record<string, Listener>): void =>
    void double.exposed.set(name, value),
};
export const Menu = {
  buildFromTemplate: (template: unknown): unknown => template,
  setApplicationMenu: (menu: unknown): void => void (double.menu = menu),
};
export const nativeTheme = { shouldUseDarkColors: false };
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};
export const dialog = {
  /** With or without the window that it belongs to; answered at once unless it is held open. */
  showMessageBox: (
    ...args: readonly [BrowserWindow, Message] | readonly [Message]
  ): Promise<{ response: number }> => {
    const options = args.length === 1 ? args[0] : args[1];
    double.messages.push(options);
    if (!double.heldOpen) return Promise.resolve({ response: double.pressed });
    return new Promise((resolve) => {
      options.signal?.addEventListener('abort', () => resolve({ response: options.cancelId ?? 0 }));
    });
  },
  /** Gives what the person chose, or that they chose nothing. */
  showSaveDialog: (
    ...args: readonly [BrowserWindow, SaveOptions] | readonly [SaveOptions]
  ): Promise<{ canceled: boolean; filePath: string }> => {
    double.proposed.push((args.length === 1 ? args[0] : args[1]).defaultPath);
    return Promise.resolve({ canceled: double.chosen === '', filePath: double.chosen });
  },
  /** The same for folders. */
  showOpenDialog: (): Promise<{ canceled: boolean; filePaths: string[] }> =>
    Promise.resolve({
      canceled: double.chosen === '',
      filePaths: double.chosen === '' ? [] : [double.chosen],
    }),
  showErrorBox: (_title: string, text: string): void => void double.errors.push(text),
};
export class Notification extends EventEmitter {
  static isSupported = (): boolean => double.notices;
  readonly options: { readonly title: string; readonly body: string };
  constructor(options: Notification['options']) {
    super();
    this.options = options;
  }
  show = (): void => void double.shown.push(this);
}
export const shell = {
  openExternal: (address: string): Promise<void> => {
    double.opened.push(address);
    return Promise.resolve();
  },
};

/** A fresh machine: call before each test. */
export function resetDouble(): void {
  app.removeAllListeners();
  app.paths.clear();
  Object.assign(app, {
    isPackaged: false,
    sandboxed: false,
    accelerated: true,
    quits: 0,
    exitCode: null,
  });
  defaultSession.removeAllListeners();
  Object.assign(defaultSession, {
    permissionRequest: null,
    permissionCheck: null,
    devicePermission: null,
    beforeRequest: null,
    spellChecker: true,
  });
  ipcRenderer.removeAllListeners();
  Object.assign(double, {
    ready: Promise.resolve(),
    loading: Promise.resolve(),
    hasLock: true,
    pressed: 0,
    heldOpen: false,
    windows: [],
    schemes: [],
    menu: null,
    messages: [],
    errors: [],
    proposed: [],
    chosen: '',
    opened: [],
    notices: true,
    shown: [],
    invoked: [],
  });
  for (const map of [double.handlers, double.pages, double.exposed]) map.clear();
}
