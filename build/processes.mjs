import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a program with this terminal; gives its exit code (1 when a signal ended it). Signals sent
 * to us go on to it.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    process.on('SIGTERM', pass).on('SIGINT', pass).on('SIGHUP', pass);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', pass).off('SIGINT', pass).off('SIGHUP', pass);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program without input; gives its exit code and all that it printed. */
export function runQuietly(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Processor seconds of all programs that this one started and that have ended; NaN where Linux isn't. */
export function childSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // `cutime` and `cstime` of proc(5), in hundredths of a second on every Linux that Node runs on.
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}

function bytesUnder(folder) {
  let total = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true })) {
      try {
        total += statSync(join(folder, String(entry))).size;
      } catch {
        // Gone between the listing and the look: the download moved it.
      }
    }
  } catch {
    return total;
  }
  return total;
}

/**
 * Runs a program that downloads something, and ends it when its temporary folder has not
 * grown for `stallMs`: a slow line may take its time, no line at all does not hang.
 * Gives `{ok, output}`; `output` is what the program printed, for the reason.
 */
export function runDownload(command, args, { stallMs, env = {} }) {
  const scratch = mkdtempSync(join(tmpdir(), 'skillgate-download-'));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, TMPDIR: scratch, TEMP: scratch, TMP: scratch },
      detached: process.platform !== 'win32',
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    let size = 0;
    let grewAt = Date.now();
    let stalled = false;
    const watch = setInterval(() => {
      const now = bytesUnder(scratch) + output.length;
      if (now !== size) {
        size = now;
        grewAt = Date.now();
      } else if (Date.now() - grewAt > stallMs) {
        stalled = true;
        try {
          if (process.platform === 'win32') child.kill();
          else process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It ended on its own meanwhile.
        }
      }
    }, 500);
    const end = (ok) => {
      clearInterval(watch);
      rmSync(scratch, { recursive: true, force: true });
      resolve({ ok, output: stalled ? `no answer for ${stallMs / 1000} s` : output });
    };
    child.once('error', (error) => {
      output = error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** The line of a program's output that says most about its failure. */
export function reasonIn(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  return (
    lines.find((line) => /error|ENOTFOUND|ECONN|denied|refused|forbidden|failed/i.test(line)) ??
    lines.at(-1) ??
    'it gave no reason'
  ).slice(0, 200);
}
