// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { layOut } from '../../store/testing/in-view.ts';
import { ConsentList } from './ConsentList.tsx';

const asks = (label: string, fingerprint: string) =>
  aServer(label, { connection: { status: 'needs-consent', fingerprint, changed: false } as never });
const start = { command: 'npx', args: [], folder: null, environment: [], origin: 'servers.json' };
/** Two commands ask; `now` gives the fingerprint that the main side has of each at the moment. */
const list = (now: Record<string, string> = { a: 'f-a', b: 'f-b' }) => {
  const viewStart: RendererApi['viewStart'] = async ({ server }) => ({
    ok: true,
    value: {
      fingerprint: now[server] ?? '',
      start: { ...start, args: [[{ text: `arg-of-${server}` }]] },
      challenge: 'c',
    },
  });
  const view = drawn(
    <ConsentList />,
    { servers: new Map(['a', 'b'].map((label) => [label, asks(label, `f-${label}`)])) },
    { viewStart, allowStart: async () => ({ ok: true, value: {} }) },
  );
  const started = () => view.calls.filter(({ name }) => name === 'allowStart');
  return { ...view, started };
};
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });

const seen = (...labels: readonly string[]) =>
  waitFor(() =>
    expect(labels.map((label) => heldBecause(box(label)))).toEqual(labels.map(() => null)),
  );
beforeEach(() => layOut());
afterEach(() => vi.unstubAllGlobals());

describe('a list of commands that need permission', () => {
  it('selects none, shows each in full, and starts none on its own', async () => {
    const { started } = list();
    expect(await screen.findByText('arg-of-a')).toBeTruthy();
    expect(screen.getByText('arg-of-b')).toBeTruthy();
    expect([box('a').checked, box('b').checked]).toEqual([false, false]);
    const button: HTMLButtonElement = screen.getByRole('button', { name: 'Start 0 commands' });
    expect(heldBecause(button)).toBe('Select commands to allow.');
    expect(started()).toEqual([]);
  });

  it('starts the selected commands and nothing else', async () => {
    const { user, started } = list();
    await seen('b');
    await user.click(box('b'));
    await user.click(screen.getByRole('button', { name: 'Start 1 command' }));
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(started()[0]?.input).toMatchObject({ server: 'b', fingerprint: 'f-b' });
  });

  it('selects all at once only after each was on screen, and never a replaced command', async () => {
    const { user, app, started } = list();
    expect(heldBecause(screen.getByRole('button', { name: 'Select all 2' }))).toBe(
      'Scroll through the commands first',
    );
    await seen('a', 'b');
    const connection = { status: 'needs-consent', fingerprint: 'f-c', changed: true } as never;
    const servers = new Map(app.store.getState().servers);
    act(() => app.store.setState({ servers: servers.set('c', aServer('c', { connection })) }));
    await user.click(screen.getByRole('button', { name: 'Select all 2' }));
    expect([box('a').checked, box('b').checked, box('c').checked]).toEqual([true, true, false]);
    await user.click(screen.getByRole('button', { name: 'Start 2 commands' }));
    await waitFor(() => expect(started()).toHaveLength(2));
  });

  it('selects no command whose end wasn’t on screen', async () => {
    vi.unstubAllGlobals();
    layOut((element) => element.getAttribute('data-part') !== 'b\nf-b');
    const { user, started } = list();
    await seen('a');
    await user.click(box('b'));
    expect(box('b').checked).toBe(false);
    expect(heldBecause(box('b'))).toBe('Scroll through the whole command first.');
    expect(heldBecause(screen.getByRole('button', { name: 'Select all 2' }))).toBe(
      'Scroll through the commands first',
    );
    expect(started()).toEqual([]);
  });

  it('doesn’t start a replacement of a selected command', async () => {
    const now = { a: 'f-a', b: 'f-b' };
    const { user, started, app } = list(now);
    await seen('a');
    await user.click(box('a'));
    now.a = 'f-evil';
    await user.click(screen.getByRole('button', { name: 'Start 1 command' }));
    await waitFor(() =>
      expect(JSON.stringify(app.store.getState().toasts)).toContain(
        'its command changed in the meantime',
      ),
    );
    expect(started()).toEqual([]);
  });

  it('clears the selection when the command changes on screen, and offers only what is shown', async () => {
    const { user, app } = list();
    await seen('a');
    await user.click(box('a'));
    app.store.setState({ servers: new Map([['a', asks('a', 'f-evil')]]) });
    await waitFor(() => expect(box('a').checked).toBe(false));
    expect(heldBecause(box('a'))).toContain('Loading the command');
    await user.click(box('a'));
    expect(box('a').checked).toBe(false);
    expect(screen.queryByText('arg-of-a')).toBeNull();
  });
});
