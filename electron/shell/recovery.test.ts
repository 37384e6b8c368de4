import type { BrowserWindow as Window, Dialog } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { recoverWindow } from './recovery.ts';
import { BrowserWindow, dialog, double, resetDouble } from './testing/electron-double.ts';

describe('a window whose page ends or hangs', () => {
  let window: BrowserWindow;
  let reported: string[];
  let now: number;
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const crash = async (): Promise<void> => {
    window.webContents.forcefullyCrashRenderer();
    await settle();
  };

  beforeEach(() => {
    resetDouble();
    window = new BrowserWindow({ webPreferences: {} });
    reported = [];
    now = 1_000_000;
    recoverWindow(
      window as unknown as Window,
      dialog as unknown as Dialog,
      (error) => reported.push(String(error)),
      () => now,
    );
  });

  it('is loaded again at once, with a word about it', async () => {
    await crash();
    expect(window.webContents.reloads).toBe(1);
    expect(double.messages.map(({ message }) => message)).toEqual([
      'The window crashed and was reloaded.',
    ]);
    expect(double.messages[0]?.detail).toContain('crashed');
    expect(reported).toEqual(["Error: the window's process ended: crashed"]);
  });

  it('is left alone when its process ended as it should', async () => {
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    await settle();
    expect([window.webContents.reloads, double.messages, reported]).toEqual([0, [], []]);
  });

  it('is not loaded for ever: at the third end within a minute the person decides', async () => {
    for (const _ of [1, 2, 3]) await crash();
    expect(window.webContents.reloads).toBe(2);
    expect(double.messages[2]).toMatchObject({ buttons: ['Close', 'Reload'] });
    expect(window.calls).toEqual(['close']);
    double.pressed = 1;
    await crash();
    expect(window.webContents.reloads).toBe(3);
  });

  it('counts only the ends of the last minute', async () => {
    for (const _ of [1, 2, 3, 4]) {
      await crash();
      now += 30_001;
    }
    expect(window.webContents.reloads).toBe(4);
  });

  it('is asked about when it hangs, once, and loaded again when the person wants that', async () => {
    double.pressed = 1;
    window.emit('unresponsive');
    window.emit('unresponsive');
    await settle();
    expect(double.messages.map(({ message }) => message)).toEqual([
      'The window isn’t responding.',
      'The window crashed and was reloaded.',
    ]);
    expect(window.webContents.reloads).toBe(1);
  });

  it('waits when the person says so, and stops asking when the page answers', async () => {
    window.emit('unresponsive');
    await settle();
    expect(window.webContents.reloads).toBe(0);
    double.heldOpen = true;
    window.emit('unresponsive');
    await settle();
    expect(double.messages[1]?.signal?.aborted).toBe(false);
    window.emit('responsive');
    await settle();
    expect(double.messages[1]?.signal?.aborted).toBe(true);
    expect(window.webContents.reloads).toBe(0);
  });
});
