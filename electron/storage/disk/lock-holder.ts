import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './disk.ts';

/** The process that holds a lock. Empty texts where the platform does not tell. */
export interface LockHolder {
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
