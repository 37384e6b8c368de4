// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RendererApi } from '../../../../shared/contract.ts';
import { drawn, holding } from '../../../store/testing/drawn.tsx';
import { aSkill } from '../../../store/testing/fixtures.ts';
import { skillKey } from '../../../store/state.ts';
import { ManyPage } from './ManyPage.tsx';

const rows = ['one', 'two'].map((name) => aSkill('acme', name));
const started: RendererApi['decideMany'] = async () => ({ ok: true, value: { operationId: 'op' } });
const chord = '{Control>}{Enter}{/Control}';

function open() {
  const scene = drawn(<ManyPage />, holding(rows), { decideMany: started });
  const keys = rows.map(({ server, uri }) => skillKey(server, uri));
  act(() => {
    scene.app.actions.openMany('approve', keys);
    scene.app.actions.draftMany({ chosen: new Set(keys) });
  });
  return scene;
}
const press = (target: EventTarget, more: KeyboardEventInit = {}): void =>
  act(
    () =>
      void target.dispatchEvent(
        new KeyboardEvent('keydown', {
          ...{ key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true },
          ...more,
        }),
      ),
  );
const lying = (role: string): HTMLElement => {
  const over = document.body.appendChild(document.createElement('div'));
  over.setAttribute('role', role);
  return over;
};

describe('Ctrl Enter on the page for many skills', () => {
  it('decides from within it, and once', async () => {
    const { user, calls } = open();
    await user.keyboard(chord);
    await user.keyboard(chord);
    expect(calls.map(({ name }) => name)).toEqual(['decideMany']);
  });

  it.each(['dialog', 'alertdialog', 'menu'])(
    'decides nothing while something covers it: %s',
    async (role) => {
      const { user, calls } = open();
      const over = lying(role);
      await user.keyboard(chord);
      expect(calls).toEqual([]);
      over.remove();
      await user.keyboard(chord);
      expect(calls).toHaveLength(1);
    },
  );

  it('decides nothing with the focus in the tree', async () => {
    const { user, calls } = open();
    const tree = document.body.appendChild(document.createElement('input'));
    tree.focus();
    await user.keyboard(chord);
    expect(calls).toEqual([]);
    tree.remove();
  });

  it('decides nothing while held, as from the key that opened the page, or during composition', () => {
    const { calls } = open();
    const title = screen.getByRole('heading', { level: 1 });
    expect(document.activeElement).toBe(title);
    press(title, { repeat: true });
    press(screen.getByRole('textbox', { name: 'Note' }), { isComposing: true });
    expect(calls).toEqual([]);
    press(title);
    expect(calls).toHaveLength(1);
  });
});

describe('the chosen expiry', () => {
  afterEach(() => vi.useRealTimers());

  it('is checked when sent: a day that has passed by then ends no approval', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 23, 50) });
    const { user, calls, app } = open();
    act(() => app.actions.draftMany({ expiry: 'date', date: '2026-11-22' }));
    vi.setSystemTime(new Date(2026, 10, 23, 0, 10));
    await user.keyboard(chord);
    expect(calls).toEqual([]);
    expect(screen.getByText(/the date you chose has passed/)).toBeTruthy();
    act(() => app.actions.draftMany({ date: '2026-11-23' }));
    await user.keyboard(chord);
    expect(calls).toMatchObject([
      { name: 'decideMany', input: { expiresAt: expect.any(String) as string } },
    ]);
  });
});
