import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of running processes that contain `text`; a zombie process has none. */
export function processesNaming(text: string): string[] {
  if (process.platform === 'win32') return [];
  const lines =
    process.platform === 'linux'
      ? fromProc()
      : execFileSync('ps', ['-Awwo', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(text) && !line.startsWith(`${process.pid} `));
}

function fromProc(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
      } catch {
        return [];
      }
    });
}
