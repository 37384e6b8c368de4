// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
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
    await screen.findByText('arg-of-b');
    await user.click(box('b'));
    await user.click(screen.getByRole('button', { name: 'Start 1 command' }));
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(started()[0]?.input).toMatchObject({ server: 'b', fingerprint: 'f-b' });
  });

  it('doesn’t start a replacement of a selected command', async () => {
    const now = { a: 'f-a', b: 'f-b' };
    const { user, started, app } = list(now);
    await screen.findByText('arg-of-a');
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
    await screen.findByText('arg-of-a');
    await user.click(box('a'));
    app.store.setState({ servers: new Map([['a', asks('a', 'f-evil')]]) });
    await waitFor(() => expect(box('a').checked).toBe(false));
    expect(heldBecause(box('a'))).toContain('Loading the command');
    await user.click(box('a'));
    expect(box('a').checked).toBe(false);
    expect(screen.queryByText('arg-of-a')).toBeNull();
  });
});
