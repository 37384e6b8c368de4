// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { layOut } from '../../store/testing/in-view.ts';
import { ConsentDialog } from './ConsentList.tsx';

const asks = (fingerprint: string) =>
  aServer('a', { connection: { status: 'needs-consent', fingerprint, changed: false } as never });
const start = { command: 'npx', folder: null, environment: [], origin: 'servers.json' };

const open = () => {
  let now = 'f-1';
  const viewStart: RendererApi['viewStart'] = async () => ({
    ok: true,
    value: { fingerprint: now, start: { ...start, args: [[{ text: now }]] }, challenge: 'c' },
  });
  const view = drawn(
    <ConsentDialog server="a" />,
    { servers: new Map([['a', asks(now)]]) },
    { viewStart, allowStart: async () => ({ ok: true, value: {} }) },
  );
  const replace = (fingerprint: string): void => {
    now = fingerprint;
    act(() => view.app.store.setState({ servers: new Map([['a', asks(fingerprint)]]) }));
  };
  const started = () => view.calls.filter(({ name }) => name === 'allowStart');
  return { ...view, replace, started };
};
const button = (): HTMLElement => screen.getByRole('button', { name: 'Start this command' });

describe('the question before a command starts', () => {
  beforeEach(() => layOut());
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['/opt/evil/npx', '/opt/evil/npx'],
    [undefined, 'not found on this machine'],
  ])('names the program that the command means here: %s', async (program, words) => {
    drawn(
      <ConsentDialog server="a" />,
      { servers: new Map([['a', asks('f-1')]]) },
      {
        viewStart: async () => ({
          ok: true,
          value: {
            fingerprint: 'f-1',
            start: { ...start, args: [], ...(program === undefined ? {} : { program }) },
            challenge: 'c',
          },
        }),
      },
    );
    const term = await screen.findByText('Program');
    expect(term.nextElementSibling?.textContent).toBe(words);
  });

  it('is answered for the command that was on screen', async () => {
    const { user, started } = open();
    await waitFor(() => expect(heldBecause(button())).toBeNull());
    await user.click(button());
    await waitFor(() => expect(started()).toMatchObject([{ input: { fingerprint: 'f-1' } }]));
  });

  it('can’t be answered before the end of the command was on screen', async () => {
    vi.unstubAllGlobals();
    layOut(() => false);
    const { user, started } = open();
    expect(await screen.findByText('f-1')).toBeTruthy();
    expect(heldBecause(button())).toBe('Scroll through the whole command first.');
    await user.click(button());
    expect(started()).toEqual([]);
  });

  it('doesn’t take a click at the moment when the command is replaced', async () => {
    const { user, replace, started } = open();
    await waitFor(() => expect(heldBecause(button())).toBeNull());
    // The attacker writes the list of servers.
    replace('f-2');
    await waitFor(() => expect(heldBecause(button())).toBe('The command changed. Read it again.'));
    await user.click(button());
    expect(started()).toEqual([]);
    await waitFor(() => expect(heldBecause(button())).toBeNull(), { timeout: 5_000 });
  });
});
