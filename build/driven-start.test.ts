import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, chromium, errors } from '@playwright/test';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endDriven, startDriven } from './driven-start.ts';

const folder = mkdtempSync(join(tmpdir(), 'skillgate-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const late = (): Promise<never> => Promise.reject(new errors.TimeoutError('late'));

describe('a start under a driver', () => {
  it('is repeated if the program didn’t answer in time, and says so each time', async () => {
    const notes: string[] = [];
    const start = vi
      .fn(late)
      .mockImplementationOnce(late)
      .mockResolvedValueOnce('up' as never);
    expect(await startDriven('Electron', start, (line) => notes.push(line))).toBe('up');
    expect(start).toHaveBeenCalledTimes(2);
    expect(notes).toEqual(['Electron didn’t answer its driver within 30 s']);
  });

  it('gives up after three attempts', async () => {
    const notes: string[] = [];
    const start = vi.fn(late);
    await expect(startDriven('Electron', start, (line) => notes.push(line))).rejects.toThrow(
      errors.TimeoutError,
    );
    expect(start).toHaveBeenCalledTimes(3);
    expect(notes).toHaveLength(2);
  });

  it('isn’t repeated after any other failure, which is the product’s own', async () => {
    const start = vi.fn(() => Promise.reject(new Error('ended with code 1')));
    await expect(startDriven('Electron', start, () => {})).rejects.toThrow('ended with code 1');
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('passes on rejections that others leave unawaited meanwhile', async () => {
    const heard: unknown[] = [];
    const before = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const listen = (reason: unknown): void => void heard.push(reason);
    process.on('unhandledRejection', listen);
    const start = async (): Promise<void> => {
      void Promise.reject(new Error('of somebody else'));
      void late();
      await new Promise((resolve) => setTimeout(resolve));
    };
    await startDriven('Electron', start, () => {});
    expect(heard).toEqual([new Error('of somebody else')]);
    expect(process.listeners('unhandledRejection')).toEqual([listen]);
    process.off('unhandledRejection', listen);
    for (const listener of before) process.on('unhandledRejection', listener);
  });

  it.skipIf(process.platform === 'win32').each([
    ['an Electron', (options: object) => _electron.launch({ ...options, args: [] })],
    ['a Chromium', (options: object) => chromium.launch(options)],
  ])('is repeated after %s that hangs, which is ended', async (_name, launch) => {
    const hanging = join(mkdtempSync(join(folder, 'one-')), 'hanging');
    const pids = `${hanging}.pids`;
    writeFileSync(hanging, `#!/bin/sh\necho $$ >> '${pids}'\nexec sleep 60\n`);
    chmodSync(hanging, 0o755);
    const notes: string[] = [];
    const start = (timeout: number): Promise<unknown> =>
      launch({ executablePath: hanging, timeout });
    await expect(startDriven('It', start, (line) => notes.push(line), 500)).rejects.toThrow(
      errors.TimeoutError,
    );
    expect(notes).toEqual(Array(2).fill('It didn’t answer its driver within 0.5 s'));
    // One that a busy machine ends before its first line leaves no number.
    const started = readFileSync(pids, 'utf8').trim().split('\n');
    expect(started.length).toBeLessThanOrEqual(3);
    await vi.waitFor(() => {
      for (const pid of started) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    });
  });
});

describe.skipIf(process.platform === 'win32')('an end under a driver', () => {
  /** A program that doesn't quit, and maybe a server below it. */
  const stuck = async (below: string) => {
    const code = `${below}; console.log('up'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const ended = once(child, 'exit').then(() => {});
    return { pid: child.pid ?? 0, close: () => ended };
  };

  it('that never comes is forced, and noted', async () => {
    const notes: string[] = [];
    const program = await stuck('');
    await endDriven(program, (line) => notes.push(line), 100);
    await program.close();
    expect(notes).toEqual(['Electron was still running 0.1 s after quitting, and was killed']);
  });

  it('that leaves a server behind is a failure', async () => {
    const server = `require('child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })`;
    const ending = endDriven(await stuck(server), () => {}, 100);
    await expect(ending).rejects.toThrow(/hasn’t quit: still running are .*process\.stdin/);
  });

  it('in time needs nothing', async () => {
    const notes: string[] = [];
    await endDriven({ pid: -1, close: () => Promise.resolve() }, (line) => notes.push(line));
    expect(notes).toEqual([]);
  });
});
