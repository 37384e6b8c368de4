import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  readlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../../../shared/result.ts';
import { codeOf, messageOf } from './data-folder.ts';
import { hostname } from 'node:os';

// Own code: proper-lockfile is unmaintained and calls a lock stale by age, so that a process
// that slept or was stopped loses a lock that it still believes in.

export interface LockFailure {
  readonly reason: 'locked' | 'unwritable';
  readonly message: string;
}

/** Longest wait for another process, in ms; a commit takes some 20. */
const defaultWaitMs = 10_000;

/**
 * Runs `work` while no other process and nobody else in this one holds the lock at `path`.
 * A lock whose process is gone is taken over; a live one never is, however old. Waits at
 * most `waitMs`. What `work` throws is thrown; the lock is given back in any case.
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  waitMs: number = defaultWaitMs,
): Promise<Result<T, LockFailure>> {
  const token = randomBytes(12).toString('hex');
  const until = performance.now() + waitMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (acquire(path, token)) break;
      removeDead(path);
      if (acquire(path, token)) break;
    } catch (error) {
      // Another process swept the same dead file first: simply try again.
      if (codeOf(error) === 'ENOENT' && performance.now() < until && existsSync(dirname(path)))
        continue;
      return err({ reason: 'unwritable', message: `${path}: ${messageOf(error)}` });
    }
    if (performance.now() >= until)
      return err({
        reason: 'locked',
        message: `${path} is held by another process. If no Skillgate is running, remove that file`,
      });
    // Uneven steps, so that several waiting processes do not keep meeting.
    await wait(Math.min(1 + attempt, 15) + (randomBytes(1)[0] ?? 0) / 64);
  }
  try {
    return ok(await work());
  } finally {
    release(path, token);
  }
}

/** A hard link puts the lock there with its content at once: no reader ever sees an empty one. */
function acquire(path: string, token: string): boolean {
  const own = `${path}.${token}`;
  const content = JSON.stringify({ ...thisProcess(), token });
  try {
    writeFileSync(own, content, { flag: 'wx', mode: 0o600 });
    linkSync(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error)))
      throw error;
    return acquireWithoutLinks(path, content);
  } finally {
    // On a full disk it may be there and empty.
    rmSync(own, { force: true });
  }
}

/**
 * File systems without hard links (exFAT): a kill inside this call leaves a lock that a person must
 * remove.
 */
function acquireWithoutLinks(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Never throws: what was done under the lock is done, and a lock that stays is told to whoever
 * waits for it.
 */
function release(path: string, token: string): void {
  try {
    if (readHolder(path)?.token === token) unlinkSync(path);
  } catch {
    // The folder has gone or was made read-only meanwhile.
  }
}

/**
 * Removes a lock whose process is gone. The right to remove the lock of token T is itself a
 * lock, named after T: of several processes that see the same dead lock one removes it, and a
 * late one finds another token and leaves the new lock alone. A remover that died in turn
 * left a lock with its own token, which is removed the same way.
 */
function removeDead(path: string, depth = 0): void {
  const holder = readHolder(path);
  if (holder === null || depth > 3 || !isDead(holder)) return;
  const right = `${path.replace(/\.dead-[0-9a-f]+$/, '')}.dead-${holder.token}`;
  const token = randomBytes(12).toString('hex');
  if (!acquire(right, token)) {
    removeDead(right, depth + 1);
    return;
  }
  try {
    if (readHolder(path)?.token === holder.token) unlinkSync(path);
    sweep(path);
  } finally {
    release(right, token);
  }
}

/** Removes what dead processes prepared for a lock and never linked. */
function sweep(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || !/^[0-9a-f]{24}$/.test(name.slice(prefix.length))) continue;
    const prepared = join(dirname(path), name);
    const holder = readHolder(prepared);
    if (holder !== null && isDead(holder)) unlinkSync(prepared);
  }
}

function readHolder(path: string): (LockHolder & { readonly token: string }) | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const value = JSON.parse(text) as Partial<LockHolder & { token: string }> | null;
    if (
      typeof value?.token !== 'string' ||
      !/^[0-9a-f]{24}$/.test(value.token) ||
      typeof value.pid !== 'number'
    )
      return null;
    return {
      pid: value.pid,
      host: String(value.host),
      boot: String(value.boot),
      space: String(value.space),
      started: String(value.started),
      token: value.token,
    };
  } catch {
    // Not written by Skillgate, or cut short where hard links are missing: nobody can say that its
    // writer is gone.
    return null;
  }
}

/** The process that holds a lock. Empty texts where the platform does not tell. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Linux: names this start of the machine. */
  readonly boot: string;
  /**
   * The PID namespace on Linux: in a different one (a container), the same number is a different
   * process.
   */
  readonly space: string;
  /**
   * Linux: clock ticks from boot to the process's start; tells a reused PID from the old process.
   */
  readonly started: string;
}

let own: LockHolder | null = null;

export function thisProcess(): LockHolder {
  own ??= {
    pid: process.pid,
    host: hostname(),
    boot: bootId(),
    space: pidSpace(),
    started: startTicks(process.pid),
  };
  return own;
}

/** True only when the process is certainly gone; whatever cannot be told counts as alive. */
export function isDead(holder: LockHolder, here: LockHolder = thisProcess()): boolean {
  if (holder.host !== here.host) return false;
  if (holder.boot !== here.boot) return holder.boot !== '' && here.boot !== '';
  if (holder.space !== here.space) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
  const started = startTicks(holder.pid);
  return holder.started !== '' && started !== '' && started !== holder.started;
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id').trim();
}

function pidSpace(): string {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '';
  } catch {
    return '';
  }
}

/** Field 22 of /proc/PID/stat, counted after the program's name, which may hold anything. */
function startTicks(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function readText(path: string): string {
  if (process.platform !== 'linux') return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
