import type { ChildProcess } from 'node:child_process';
import { statSync, openSync, readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { spawn } from 'cross-spawn';
import { windowsProgram } from '../../shared/windows-program.ts';
import { programPath } from '../core/start/program.ts';

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Groups of the children that run now: whatever way this process ends, they end with it. */
const running = new Set<number>();
let watchingExit = false;

/**
 * Starts a server without a shell, at the head of its own process group, so that it can be
 * ended together with everything it started. It gets three pipes and nothing else that is open
 * here. On Windows `.cmd` and `.bat` launchers work.
 * A command that cannot be started makes the child emit `error`.
 */
export function startChild(given: ChildCommand): ChildProcess {
  if (!watchingExit) {
    watchingExit = true;
    process.on('exit', () => {
      for (const pid of running) killGroup(pid, 'SIGKILL');
    });
  }
  const child = spawn(programToStart(given, process.platform, isFile), [...given.args], {
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
    env: { ...given.env, ...(process.platform === 'win32' ? pathOnly : {}) },
    stdio: ['pipe', 'pipe', 'pipe', ...insteadOf(inheritable())],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const pid = child.pid;
  if (pid !== undefined) {
    running.add(pid);
    const unwatch = watched(pid);
    child.once('exit', () => {
      unwatch();
      // The leader is gone; a grandchild that stayed behind holds the pipes and must not.
      if (process.platform !== 'win32') killGroup(pid, 'SIGKILL');
      running.delete(pid);
    });
  }
  return child;
}

/**
 * What the system is asked to start. On Windows the file itself: Windows, and cross-spawn with it,
 * would look for a bare name in the current folder first, which may be a cloned repository. Throws
 * ENOENT where there is none.
 */
export function programToStart(
  { command, env, cwd }: Pick<ChildCommand, 'command' | 'env' | 'cwd'>,
  platform: NodeJS.Platform,
  isProgram: (path: string) => boolean,
): string {
  if (platform !== 'win32') return command;
  const path = programPath(command, { platform, env, folder: cwd ?? '.', isProgram });
  if (path === null) throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' });
  return path;
}

/** The same for the shells that `.cmd` launchers run in. */
const pathOnly = { NoDefaultCurrentDirectoryInExePath: '1' };

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Ends the group when this process is killed so that it can end nothing itself: a shell reads a
 * pipe that only this process holds, and does it when the pipe breaks. Gives the way to send it
 * home. Elsewhere than under POSIX nothing can be done.
 */
function watched(group: number): () => void {
  if (process.platform === 'win32') return () => {};
  const guard = spawn(
    '/bin/sh',
    ['-c', 'read -r _ || kill -s KILL -- "-$1" 2>/dev/null', 'sh', String(group)],
    {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore', ...insteadOf(inheritable())],
      // A signal for this program's whole group, as of a terminal, must not reach it.
      detached: true,
    },
  );
  // Without a shell there is no guard, and everything else works.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  return () => void guard.stdin?.end('\n');
}

/**
 * Ends a child and its children: closes stdin, waits `patienceMs`, SIGTERM to the group,
 * waits again, SIGKILL. Resolves when the group is gone.
 */
export async function endChild(child: ChildProcess, patienceMs: number): Promise<void> {
  const pid = child.pid;
  child.stdin?.end();
  if (pid === undefined) return;
  if (!(await exited(child, patienceMs))) {
    if (process.platform !== 'win32') killGroup(pid, 'SIGTERM');
    if (process.platform === 'win32' || !(await exited(child, patienceMs))) await killChild(child);
  }
  await groupGone(pid, 500);
  release(child);
}

/** Ends a child and its children at once. */
export async function killChild(child: ChildProcess): Promise<void> {
  const pid = child.pid;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    await exited(
      spawn(windowsProgram('taskkill.exe', process.env), ['/PID', String(pid), '/T', '/F'], {
        stdio: 'ignore',
        windowsHide: true,
      }),
      5_000,
    );
  } else {
    killGroup(pid, 'SIGKILL');
  }
  await exited(child, 1_000);
  release(child);
}

/** A pipe that somebody else still holds would keep this process alive. */
function release(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Gone already.
  }
}

function exited(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (gone: boolean): void => {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.off('error', onExit);
      resolve(gone);
    };
    const onExit = (): void => finish(true);
    const timer = setTimeout(() => finish(false), withinMs);
    child.once('exit', onExit);
    child.once('error', onExit);
  });
}

async function groupGone(pid: number, withinMs: number): Promise<void> {
  if (process.platform === 'win32') return;
  for (let waited = 0; waited < withinMs; waited += 10) {
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Of `fcntl`, on Linux: the descriptor is closed when another program is started. */
const closeOnExec = 0o2000000;

/**
 * Descriptors of this process that a program started by it would have, too, beside the first
 * three, in order. Chromium leaves the sockets to its own processes open like that; Node closes
 * all of its own. Other systems than Linux pass on nothing that is not named.
 */
export function inheritable(): number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((descriptor) => descriptor > 2 && isInheritable(descriptor))
      .toSorted((a, b) => a - b);
  } catch {
    // No /proc here: nothing can be known, and a server is started all the same.
    return [];
  }
}

function isInheritable(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // Closed since it was listed: the listing's own.
    return false;
  }
}

let nothing: number | null = null;

/**
 * Takes descriptors, sorted; gives what a child gets in their place from its fourth on: nothing to
 * read, and nowhere to write to. With them a server could talk to the window's processes, and
 * they would outlive the app as long as it does.
 */
export function insteadOf(descriptors: readonly number[]): ('ignore' | number)[] {
  const last = descriptors.at(-1);
  if (last === undefined) return [];
  nothing ??= openSync('/dev/null', 'r+');
  const put = nothing;
  const taken = new Set(descriptors);
  return Array.from({ length: last - 2 }, (_, index) => (taken.has(index + 3) ? put : 'ignore'));
}
