import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { app, BrowserWindow, dialog, shell, utilityProcess } from 'electron';
import { isLink } from '../shared/link.ts';
import { version } from '../shared/version.ts';
import { compose } from './compose.ts';
import { runApp } from './shell/app.ts';
import { editionMark, setAbout } from './shell/page.ts';
import { openExternal, openSignIn } from './shell/links.ts';
import { startInspection, endWithInput, hideSelf, sampleCommand } from './shell/own-processes.ts';
import { chooseFolder, saveFile } from './shell/file-dialogs.ts';
import { writeAtomic } from './storage/disk/atomic-file.ts';
import { dataFolderPath } from './storage/disk/data-folder.ts';

declare const __ELECTRON_VERSION__: string;

const report = (error: unknown): void => console.error(error);

/** `main.cjs` is in the build's folder, beside what it needs. */
const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/**
 * The list of servers for this run, and whether its commands start unasked. Chromium's own switches
 * stand in the same command line, so unknown ones are let through. Beside a link there is no
 * `--allow-start`: whoever wrote the link may have reached the command line with it.
 */
function sessionList(): { sessionConfig: string | null; allowStart: boolean } {
  const args = process.argv.slice(1);
  const { values } = parseArgs({
    args,
    options: { config: { type: 'string' }, 'allow-start': { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  });
  const chosen =
    typeof values.config === 'string' ? values.config : (process.env['SKILLGATE_CONFIG'] ?? '');
  return {
    sessionConfig: chosen === '' ? null : chosen,
    allowStart: values['allow-start'] === true && !args.some(isLink),
  };
}

/**
 * The command line beside this window: a program of its own in a package. From a clone it takes
 * the Node that npm runs with, for this program cannot be one.
 */
function commandOf(): { command: string; args: string[] } | null {
  const name = process.platform === 'win32' ? 'skillgate.exe' : 'skillgate';
  if (app.isPackaged) return { command: join(process.resourcesPath, 'command', name), args: [] };
  const node = process.env['npm_node_execpath'];
  return node === undefined ? null : { command: node, args: [built('cli.js')] };
}

function openApp(): void {
  const place = { platform: process.platform, home: homedir(), env: process.env };
  const options = {
    place,
    cwd: process.cwd(),
    version,
    userName: userName(),
    sample: sampleCommand(app, process.env),
    command: commandOf(),
    ...sessionList(),
    autoRetry: true,
    isDesktop: true,
    findings: built('findings'),
    startInspection: async (path: string) =>
      startInspection(
        {
          fork: (...given) => utilityProcess.fork(...given),
          getAppMetrics: () => app.getAppMetrics(),
        },
        path,
      ),
  };
  const window = {
    pageFolder: built('renderer'),
    preload: built('preload.cjs'),
    userData: join(dataFolderPath(place, options.cwd), 'electron'),
    platform: process.platform,
    process,
    report,
    args: process.argv.slice(1),
  };
  const shownVersion = version + editionMark(process.versions['electron'], __ELECTRON_VERSION__);
  setAbout(app, shownVersion);
  // Don't await: Electron isn't ready before this file has been evaluated.
  runApp(window, () =>
    compose(options, {
      shell: 'electron',
      shownVersion,
      openExternal: (url) => openExternal(url, dialog, shell),
      openSignIn: (opening) => openSignIn(opening, shell),
      saveFile: (name, text) => {
        const [window = null] = BrowserWindow.getAllWindows();
        return saveFile(name, text, window, dialog, (path, bytes) => writeAtomic(path, [bytes]));
      },
      chooseFolder: () => {
        const [window = null] = BrowserWindow.getAllWindows();
        return chooseFolder(window, dialog);
      },
    }),
  ).catch((error: unknown) => {
    report(error);
    dialog.showErrorBox(
      'Skillgate can’t start',
      error instanceof Error ? error.message : String(error),
    );
    app.exit(1);
  });
}

if (process.argv.includes('--sample-server')) {
  hideSelf(app);
  endWithInput(app, process.stdin);
  void import('./sample/server.ts');
} else openApp();
