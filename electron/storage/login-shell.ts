import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import {
  foldersIn,
  shellArguments,
  type LoginShellPath,
  type NoShellPath,
} from '../core/start/login-path.ts';
import { isProgram, type MachineInfo } from './disk/data-folder.ts';

export interface LoginShellBounds {
  readonly ms: number;
  readonly bytes: number;
}

const bounds: LoginShellBounds = { ms: 5_000, bytes: 256 * 1024 };

/** Turns the question off: `SKILLGATE_LOGIN_SHELL=off`. */
const variable = 'SKILLGATE_LOGIN_SHELL';
const off = /^(?:off|no|false|0)$/i;

/**
 * Asks the person's login shell for its PATH: a desktop starts apps without what nvm, Homebrew and
 * others add there. The shell runs the person's own settings, which may hang, print anything or
 * have folders that others can write; none of this may keep a server from starting, or start
 * another program.
 */
export async function askLoginShell(
  { platform, env, home }: MachineInfo,
  shell: string | null = shellOf(env),
  { ms, bytes }: LoginShellBounds = bounds,
): Promise<LoginShellPath> {
  const none = (problem: NoShellPath): LoginShellPath => ({
    ...{ shell, folders: [], leftOut: [], problem },
  });
  if (platform === 'win32') return { ...none('windows'), shell: null };
  if (off.test(env[variable] ?? '')) return none('off');
  if (shell === null || !shell.startsWith('/') || !isProgram(shell)) return none('no-shell');
  const mark = `skillgate-${randomBytes(12).toString('hex')}`;
  const args = shellArguments(shell, mark);
  if (args === null) return none('unknown-shell');
  const question = { shell, args, env, home, mark, ms, bytes };
  // A variable that no program can be given throws.
  const printed = await printedBy(question).catch(() => ({ problem: 'no-answer' as const }));
  if (typeof printed !== 'string') return none(printed.problem);
  const found = foldersIn(printed, mark);
  if (found === null) return none('no-answer');
  const folders: string[] = [];
  const leftOut = [...found.leftOut];
  for (const folder of found.folders) {
    const why = await whyLeftOut(folder);
    if (why === null) folders.push(folder);
    else leftOut.push({ folder, why });
  }
  return { shell, folders, leftOut, problem: null };
}

/** The account's shell: a variable may come from whatever started this process. */
function shellOf(env: MachineInfo['env']): string | null {
  try {
    const { shell } = userInfo();
    if (shell !== null && shell !== '') return shell;
  } catch {
    // The account may have no entry.
  }
  const named = env['SHELL'] ?? '';
  return named.startsWith('/') ? named : null;
}

/** In a folder that everybody can write, anybody can put an `npx`. */
async function whyLeftOut(folder: string): Promise<'missing' | 'writable' | null> {
  const facts = await stat(folder).catch(() => null);
  if (facts?.isDirectory() !== true) return 'missing';
  return (facts.mode & 0o002) === 0 ? null : 'writable';
}

interface Question {
  readonly shell: string;
  readonly args: readonly string[];
  readonly env: MachineInfo['env'];
  readonly home: string;
  readonly mark: string;
  readonly ms: number;
  readonly bytes: number;
}

/** What the shell printed up to the second mark. It ends, with all that it started, in any case. */
function printedBy(question: Question): Promise<string | { readonly problem: NoShellPath }> {
  const { shell, args, env, home, mark, ms, bytes } = question;
  return new Promise((resolve) => {
    let text = '';
    // A session of its own: without a terminal nothing can ask, and nothing is stopped for asking.
    const child = spawn(shell, [...args], {
      cwd: isFolder(home) ? home : '/',
      env: { ...env, TERM: 'dumb' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    };
    process.once('exit', kill);
    const finish = (found: string | { readonly problem: NoShellPath }): void => {
      clearTimeout(timer);
      kill();
      process.off('exit', kill);
      child.stdout.destroy();
      resolve(found);
    };
    const timer = setTimeout(() => finish({ problem: 'timeout' }), ms);
    child.on('error', () => finish({ problem: 'no-answer' }));
    // What it started may hold its output open after its end.
    child.on('exit', () => setTimeout(() => finish(text), 50).unref());
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      const first = text.indexOf(mark);
      if (first !== -1 && text.includes(mark, first + mark.length)) finish(text);
      else if (text.length > bytes) finish({ problem: 'too-long' });
    });
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
