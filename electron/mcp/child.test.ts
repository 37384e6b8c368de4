import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { programToStart } from './child.ts';
import { isRunning } from './testing/processes.ts';
import { bundled } from './testing/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'skillgate-child-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ended = (pids: readonly number[]): Promise<boolean> =>
  new Promise((resolve) => {
    const started = Date.now();
    const look = (): void => {
      if (!pids.some(isRunning)) resolve(true);
      else if (Date.now() - started > 60_000) resolve(false);
      else setTimeout(look, 20);
    };
    look();
  });

describe('a server and its own child', () => {
  it.each(['exit', 'throw', 'kill'])('do not outlive a program that leaves by %s', async (way) => {
    const pids = join(folder, `${way}.json`);
    const leaver = spawn(process.execPath, [bundled('leaver'), bundled('hostile'), pids, way], {
      stdio: 'ignore',
    });
    await new Promise((resolve) => leaver.once('exit', resolve));
    const ids = JSON.parse(readFileSync(pids, 'utf8')) as number[];
    expect(ids).toHaveLength(2);
    expect(await ended(ids)).toBe(true);
  });
});

describe('the program that the system is asked to start', () => {
  const env = { Path: 'C:\\nodejs' };
  const planted = 'C:\\repository\\npx.cmd';

  it('is on Windows the file on the PATH, and never one in the current folder', () => {
    const given = { command: 'npx', env, cwd: 'C:\\repository' };
    const start = (...files: string[]) =>
      programToStart(given, 'win32', (path) => files.includes(path));
    expect(start(planted, 'npx.cmd', 'C:\\nodejs\\npx.cmd')).toBe('C:\\nodejs\\npx.cmd');
    expect(() => start(planted, 'npx.cmd', 'npx')).toThrow(
      expect.objectContaining({ code: 'ENOENT' }) as Error,
    );
  });

  it('is elsewhere left to the system, which looks on the PATH alone', () => {
    expect(programToStart({ command: 'npx', env: {} }, 'linux', () => false)).toBe('npx');
  });
});
