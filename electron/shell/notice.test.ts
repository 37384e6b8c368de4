import { beforeEach, describe, expect, it } from 'vitest';
import { showNotice } from './app.ts';
import { BrowserWindow, double, Notification, resetDouble } from './testing/electron-double.ts';

beforeEach(resetDouble);

const notice = { title: 'A host asks', body: '“<b>host</b> & co” asked acme for refunds.' };
const show = (window: () => BrowserWindow | null = () => null): void =>
  showNotice(Notification as never, notice, window as never);

describe('a notice of the system', () => {
  it('has no markup that a desktop would draw', () => {
    show();
    expect(double.shown).toHaveLength(1);
    expect(double.shown[0]?.options.body).not.toMatch(/[<&]/);
  });

  it('brings the window to the front when it is clicked', () => {
    const window = new BrowserWindow({ webPreferences: {} });
    window.minimized = true;
    show(() => window);
    double.shown[0]?.emit('click');
    expect(window.calls).toEqual(['restore', 'show', 'focus']);
  });

  it('is no trouble without a window, or where the system has no notices', () => {
    show();
    double.shown[0]?.emit('click');
    double.notices = false;
    show();
    expect(double.shown).toHaveLength(1);
  });
});
