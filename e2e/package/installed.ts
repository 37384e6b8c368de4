import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { openDisplay } from '../../build/electron-runtime/index.mjs';
import { root } from '../../build/product.ts';

/** The user of the installed program: an ordinary one, not root. */
const person = 1000;
const isRoot = process.getuid?.() === 0;

/** Where `npm run dist` put this test's packages. */
export const packages = process.env['SKILLGATE_PACKAGES'] ?? join(root, '.cache/packages');

/** Why there's no package to test, according to `npm test`. */
export const whyNone =
  process.env['SKILLGATE_NO_PACKAGE'] ?? `${packages} has no .deb: npm run dist makes one on Linux`;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Window {
  readonly page: Page;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** A `.deb` in its own root folder, and a person with a home beside it. */
export class Installed {
  readonly deb: string;
  readonly top: string;
  readonly root: string;
  readonly home: string;
  readonly #open = new Set<() => Promise<void>>();

  constructor() {
    this.top = mkdtempSync(join(tmpdir(), 'skillgate-installed-'));
    chmodSync(this.top, 0o755);
    this.root = join(this.top, 'root');
    this.home = join(this.top, 'home');
    mkdirSync(this.home, { mode: 0o700 });
    if (isRoot) chownSync(this.home, person, person);
    for (const folder of ['info', 'updates', 'triggers'])
      mkdirSync(join(this.root, 'var/lib/dpkg', folder), { recursive: true });
    for (const file of ['status', 'available'])
      writeFileSync(join(this.root, 'var/lib/dpkg', file), '');
    this.deb = join(packages, Installed.find() ?? '');
  }

  /** The package's file name, or null when none was made. */
  static find(): string | null {
    try {
      return readdirSync(packages).find((name) => name.endsWith('.deb')) ?? null;
    } catch {
      return null;
    }
  }

  /** Runs dpkg on this root only. Its scripts run outside, because the root has no shell. */
  dpkg(...args: readonly string[]): string {
    const force = ['depends', 'not-root', 'script-chrootless'].map((one) => `--force-${one}`);
    const words = ['dpkg', `--root=${this.root}`, ...force, '--log=/dev/null', ...args];
    // Without root privileges: as root of a user namespace, which may assign files to root there.
    const [command, ...rest] = isRoot ? words : ['unshare', '--map-root-user', ...words];
    return execFileSync(command ?? '', rest, { encoding: 'utf8', env: this.env({ root: true }) });
  }

  path(name: string): string {
    return join(this.root, name);
  }

  /** A login environment and nothing else from this machine: no display, no Node options. */
  env(options: { readonly root?: boolean } = {}): Record<string, string> {
    return options.root === true
      ? { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
      : { PATH: `${this.path('usr/bin')}:/usr/bin:/bin`, HOME: this.home, LC_ALL: 'C.UTF-8' };
  }

  private asPerson(program: string, args: readonly string[]): [string, readonly string[]] {
    const ids = [`--reuid=${person}`, `--regid=${person}`, '--clear-groups'];
    return isRoot ? ['setpriv', [...ids, '--', program, ...args]] : [program, args];
  }

  /** Runs an installed program to its end, as the person, without a display. */
  run(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    const [command, words] = this.asPerson(this.path(name), args);
    return new Promise((resolve) => {
      const options = { env: { ...this.env(), ...env }, cwd: this.home, timeout: 60_000 };
      execFile(command, words, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, stdout, stderr });
      });
    });
  }

  /** Starts the window like the desktop and returns its page. */
  async open(): Promise<Window> {
    const display = await openDisplay({ width: 1280, height: 900 });
    const [command, words] = this.asPerson(this.path('opt/skillgate/skillgate-window'), [
      '--disable-gpu',
      '--remote-debugging-port=0',
    ]);
    const child = spawn(command, words, {
      env: { ...this.env(), ...display.env },
      cwd: this.home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Ended like a session ends its programs; Electron ignores the debugging port's close.
    const close = async (): Promise<void> => {
      this.#open.delete(close);
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
        await ended;
        clearTimeout(late);
      }
      await display.stop();
    };
    this.#open.add(close);
    try {
      // Electron has one context whose defaults can't be set.
      const address = await debuggingAddress(child);
      const browser = await chromium.connectOverCDP(address, { noDefaults: true });
      const [context] = browser.contexts();
      const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
      if (page === undefined) throw new Error('the program showed no page');
      return { page, process: child, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Ends what a timed-out test left open, and removes everything. */
  async remove(): Promise<void> {
    for (const close of this.#open) await close();
    rmSync(this.top, { recursive: true, force: true });
  }
}

/** Chromium's line on standard error once it listens; all its output if it exits first. */
function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const look = (data: Buffer): void => {
      said += data.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stderr?.on('data', look);
    child.stdout?.on('data', look);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${said}`)));
  });
}
