import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a program in this terminal; returns its exit code (1 if a signal ended it). Forwards signals
 * to it.
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

/** Runs a program without input; returns its exit code and output. */
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

/** Processor seconds of all ended child programs; NaN except on Linux. */
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
        // It disappeared in between: the download moved it.
      }
    }
  } catch {
    return total;
  }
  return total;
}

/**
 * Runs a program that downloads something, and ends it if its temporary folder hasn't grown for
 * `stallMs`: a slow connection may take its time, a dead one doesn't hang. Returns `{ok, output}`;
 * `output` is what the program printed.
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
          // It has ended on its own.
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

/** The output line that best explains the failure. */
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
