// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { Frame } from './Frame.tsx';

const frame = <Frame tree={<p>tree</p>} main={<p>page</p>} drawer={<p>drawer</p>} work={null} />;
const answers: Partial<RendererApi> = {
  saveSettings: async (change) => ({ ok: true, value: change as never }),
};
const side = () => screen.queryByRole('navigation', { name: 'Servers and skills' });

describe('the side with the tree', () => {
  it('is hidden and shown by its button, which says what it does, and is remembered', async () => {
    const { user, calls } = drawn(frame, {}, answers);
    await user.click(screen.getByRole('button', { name: 'Hide the tree' }));
    expect(side()).toBeNull();
    expect(screen.getByText('page')).toBeTruthy();
    const show = screen.getByRole('button', { name: 'Show the tree' });
    expect(show.getAttribute('aria-expanded')).toBe('false');
    await user.click(show);
    expect(side()).not.toBeNull();
    expect(calls).toEqual([
      { name: 'saveSettings', input: { treeOpen: false } },
      { name: 'saveSettings', input: { treeOpen: true } },
    ]);
  });

  it('is hidden by Enter on its separator, and resized by the arrows', async () => {
    const { user, calls } = drawn(frame, {}, answers);
    screen.getByRole('separator', { name: 'Width of the tree' }).focus();
    await user.keyboard('{ArrowRight}{Enter}');
    expect(calls.map(({ input }) => input)).toEqual([{ treeWidth: 316 }, { treeOpen: false }]);
    expect(side()).toBeNull();
  });
});

describe('Back and Forward', () => {
  it('can be pressed only if they lead somewhere, and give the reason', async () => {
    const { user, app } = drawn(frame);
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    const held = () => [heldBecause(button('Back')), heldBecause(button('Forward'))];
    const none = ['No page to go back to', 'No page to go forward to'];
    expect(held()).toEqual(none);
    button('Back').focus();
    expect(document.activeElement).toBe(button('Back'));
    await user.click(button('Back'));
    app.actions.openHosts();
    await expect.poll(() => held()[0]).toBeNull();
    await user.click(button('Back'));
    expect(app.store.getState().selection.kind).toBe('home');
    expect(held()).toEqual([none[0], null]);
  });
});
