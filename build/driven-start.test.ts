import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, chromium, errors } from '@playwright/test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startDriven } from './driven-start.ts';

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
    const started = readFileSync(pids, 'utf8').trim().split('\n');
    expect(started).toHaveLength(3);
    await vi.waitFor(
      () => {
        for (const pid of started) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
      },
      { timeout: 10_000 },
    );
  });
});
