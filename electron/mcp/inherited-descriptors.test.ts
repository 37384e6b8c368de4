import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inheritable, insteadOf } from './child.ts';

describe.runIf(process.platform === 'linux')('what a server would inherit', () => {
  it('is nothing of what Node opens', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skillgate-inherited-'));
    const file = join(folder, 'secret');
    writeFileSync(file, 'secret');
    const descriptor = openSync(file, 'r');
    try {
      expect(inheritable()).not.toContain(descriptor);
    } finally {
      closeSync(descriptor);
      rmSync(folder, { recursive: true });
    }
  });

  it('is empty in its place, and the others are left alone', () => {
    const list = (stdio: ('ignore' | number)[]): Record<string, string> =>
      JSON.parse(
        spawnSync(
          process.execPath,
          [
            '-p',
            `JSON.stringify(Object.fromEntries(['7', '9'].map((name) => {
              try { return [name, fs.readlinkSync('/proc/self/fd/' + name)]; }
              catch { return [name, 'closed']; }
            })))`,
          ],
          { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit', ...stdio] },
        ).stdout,
      ) as Record<string, string>;
    const given = openSync(import.meta.filename, 'r');
    try {
      const leaking = insteadOf([]);
      for (let index = 0; index < 7; index += 1) leaking.push(index === 6 ? given : 'ignore');
      expect(list(leaking)['9']).toBe(import.meta.filename);
      expect(list(insteadOf([9]))['9']).toBe('/dev/null');
      expect(list(insteadOf([3, 9]))['9']).toBe('/dev/null');
    } finally {
      closeSync(given);
    }
  });
});
