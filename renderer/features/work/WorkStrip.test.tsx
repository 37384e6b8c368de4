// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { anOperation, aSkill } from '../../store/testing/fixtures.ts';
import { WorkStrip } from './WorkStrip.tsx';

const row = aSkill('acme', 'bad');
const state = (...all: ReturnType<typeof anOperation>[]) => ({
  ...holding([row]),
  info: {
    version: '0',
    shell: 'browser' as const,
    platform: 'linux' as const,
    sessionConfig: null,
    dataFolder: '/data',
  },
  operations: new Map(all.map((one) => [one.operationId, one])),
});
const failed = anOperation({
  ...{ status: 'done', message: '4 match, 1 failed', failed: 1, endedAt: 100 },
  notDone: [
    {
      ...{ server: 'acme', uri: row.uri, file: 'skill://bad/run.sh', name: 'bad' },
      ...{ path: 'run.sh', why: 'failed: digest doesn’t match' },
    },
  ],
});

describe('running work', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it('appears after half a second, with a stop button while that is useful', () => {
    drawn(
      <WorkStrip />,
      state(
        anOperation({ ...{ kind: 'approve', total: 2500, done: 1140 }, server: null }),
        anOperation({ operationId: 'two', kind: 'import', server: null, stoppable: false }),
      ),
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => void vi.advanceTimersByTime(600));
    expect(screen.getByText('Approving 2,500 · 1,140 saved')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Show 1 more', expanded: false }));
    expect(
      screen.getByRole('button', { name: 'Show only the first', expanded: true }),
    ).toBeTruthy();
    expect(screen.getAllByRole('progressbar')).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(1);
  });

  it('is one line, and counted if there is more', () => {
    const all = Array.from({ length: 5 }, (_, at) => anOperation({ operationId: String(at) }));
    drawn(<WorkStrip />, state(...all));
    act(() => void vi.advanceTimersByTime(600));
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Show 4 more' })).toBeTruthy();
  });
});

describe('a result', () => {
  it('leaves on its own after a success, but never with a failure or under the pointer', () => {
    vi.useFakeTimers();
    const done = anOperation({ operationId: 'two', status: 'done', message: 'ok', endedAt: 9_000 });
    drawn(<WorkStrip />, state(done, failed));
    fireEvent.click(screen.getByRole('button', { name: 'Show 1 more' }));
    const success = screen.getByRole('group', { name: 'Verified acme: ok' });
    fireEvent.pointerEnter(success);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getAllByRole('group')).toHaveLength(2);
    fireEvent.pointerLeave(success);
    act(() => void vi.advanceTimersByTime(16_000));
    const names = screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['Verified acme: 4 match, 1 failed']);
    vi.useRealTimers();
  });

  it('stays, expands its failures, and is closed for every window', async () => {
    const { user, calls, app } = drawn(<WorkStrip />, state(failed), {
      closeResult: async () => ({ ok: true, value: {} }),
    });
    await user.click(screen.getByRole('button', { name: 'Show 1' }));
    await user.click(screen.getByRole('button', { name: /^bad.*run\.sh/ }));
    expect(app.store.getState()).toMatchObject({
      selection: { kind: 'skill', uri: row.uri },
      file: 'skill://bad/run.sh',
    });
    await user.click(screen.getByRole('button', { name: /^Close: Verified acme/ }));
    expect(calls.at(-1)).toEqual({ name: 'closeResult', input: { operationId: 'one' } });
  });

  it('is navigated by arrows line by line, and Tab reaches each exchange button', async () => {
    const [line] = failed.notDone;
    if (line === undefined) throw new Error('nothing went wrong');
    const other = { ...line, file: 'skill://bad/other.sh', path: 'other.sh' };
    const both = anOperation({ ...failed, notDone: [line, other] });
    const { user } = drawn(<WorkStrip />, state(both));
    await user.click(screen.getByRole('button', { name: 'Show 2' }));
    const focused = (): string =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '';
    // Past the cross that closes it.
    await user.tab();
    await user.tab();
    expect(focused()).toMatch(/^badrun\.sh/);
    await user.keyboard('{ArrowDown}');
    expect(focused()).toMatch(/^badother\.sh/);
    await user.tab();
    expect(focused()).toBe('Show exchange of bad: other.sh');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toMatch(/^badrun\.sh/);
  });

  it('is announced once by the page that saw the work, and by no page loaded later', () => {
    const { app } = drawn(<WorkStrip />, state(failed));
    expect(screen.getByRole('status').textContent).toBe('');
    const run = anOperation({ operationId: 'two' });
    act(() => app.store.setState(state(failed, run)));
    act(() =>
      app.store.setState(
        state(failed, { ...run, status: 'cancelled', message: '2 match', endedAt: 9 }),
      ),
    );
    expect(screen.getByRole('status').textContent).toBe('Verifying acme was stopped: 2 match');
  });

  it('is announced without taking space if start and end came at once', () => {
    const { app } = drawn(<WorkStrip />, state());
    act(() =>
      app.store.setState(
        state(anOperation({ status: 'done', message: '4 match', startedAt: 0, endedAt: 100 })),
      ),
    );
    expect(screen.getByRole('status').textContent).toBe('Verified acme: 4 match');
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('can be undone as a whole if it decided something', async () => {
    const { user, calls } = drawn(
      <WorkStrip />,
      state(
        anOperation({
          ...{ kind: 'approve', status: 'done', message: '12 skills approved', endedAt: 5 },
          undoable: true,
        }),
      ),
      { undoMany: async () => ({ ok: true, value: { operationId: 'undo' } }) },
    );
    const result = screen.getByRole('group', { name: 'acme: 12 skills approved' });
    await user.click(within(result).getByRole('button', { name: 'Undo' }));
    expect(calls).toEqual([{ name: 'undoMany', input: { operationId: 'one' } }]);
  });
});
