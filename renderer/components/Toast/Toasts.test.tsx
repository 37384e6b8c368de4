// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts, type ToastItem } from './Toasts.tsx';

const gone: number[] = [];
const undone: string[] = [];
const draw = (...items: ToastItem<string>[]) =>
  render(
    <Toasts
      items={items}
      onDismiss={(id) => gone.push(id)}
      onUndo={(what) => undone.push(what)}
      undoKey="mod+z"
    />,
  );
const denied: ToastItem<string> = {
  ...{ id: 1, tone: 'info', text: 'Denied deploy.' },
  ...{ icon: 'denied', undo: 'deploy' },
};

beforeEach(() => {
  vi.useFakeTimers();
  gone.length = 0;
  undone.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a notice', () => {
  it('announces a decision with Undo and its key', () => {
    draw(denied);
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(region.textContent).toContain('Denied deploy. To undo, press Ctrl Z.');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect([undone, gone]).toEqual([['deploy'], [1]]);
  });

  it('undoes nothing by the second click of a double click, which another row may get', () => {
    draw(denied);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 2 });
    expect([undone, gone]).toEqual([[], []]);
  });

  it('shows the key only on the newest, which it undoes', () => {
    draw(denied, { ...denied, id: 2, undo: 'other' });
    const keys = screen
      .getAllByRole('button', { name: 'Undo' })
      .map((button) => button.getAttribute('aria-keyshortcuts'));
    expect(keys).toEqual([null, 'Control+Z']);
  });

  it('stays longer if it offers an action, and stays while it has focus or the pointer', () => {
    draw(denied);
    act(() => vi.advanceTimersByTime(11_000));
    expect(gone).toEqual([]);
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    act(() => vi.advanceTimersByTime(60_000));
    expect(gone).toEqual([]);
    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    act(() => vi.advanceTimersByTime(12_000));
    expect(gone).toEqual([1]);
  });

  it('stays until dismissed if it is an error', () => {
    draw({ id: 3, tone: 'bad', text: 'Not written.' });
    act(() => vi.advanceTimersByTime(600_000));
    expect(gone).toEqual([]);
  });
});
