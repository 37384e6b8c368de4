// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
import { Tree } from './Tree.tsx';

const state = {
  ...holding([aSkill('acme', 'refunds')]),
  servers: new Map([['acme', aServer('acme')]]),
  link: { status: 'ready' } as const,
};
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter skills' });

describe('the filter', () => {
  it('says that nothing fits, and gives everything back with one button', async () => {
    const { user, app } = drawn(<Tree />, state);
    expect(screen.getByRole('tree', { name: 'Servers and skills' })).toBeTruthy();
    await user.type(box(), 'zzz');
    expect(await screen.findByText('Nothing fits the filter')).toBeTruthy();
    expect(screen.queryByRole('tree')).toBeNull();
    await user.click(screen.getByText('Clear the filter', { selector: 'button, button *' }));
    expect(await screen.findByRole('tree')).toBeTruthy();
    expect(app.store.getState()).toMatchObject({ filterText: '', filterStanding: 'all' });
  });

  it('is emptied by Esc, and left by Esc when it is empty', async () => {
    const { user } = drawn(<Tree />, state);
    await user.type(box(), 'ref');
    expect(box().value).toBe('ref');
    await user.keyboard('{Escape}');
    expect(box().value).toBe('');
    expect(document.activeElement).toBe(box());
    await user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(box());
  });

  it('narrows by standing from a list that names each', async () => {
    const { user, app } = drawn(<Tree />, state);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Standing' }), 'Denied');
    expect(app.store.getState().filterStanding).toBe('denied');
    expect(await screen.findByText('Nothing fits the filter')).toBeTruthy();
  });

  it('takes any text as text', async () => {
    const { user } = drawn(<Tree />, state);
    await user.click(box());
    await user.paste(`${'('.repeat(5_000)}[[.*\\`);
    expect(await screen.findByText('Nothing fits the filter')).toBeTruthy();
  });
});

describe('the tree', () => {
  it('says how to begin when there is no server', () => {
    drawn(<Tree />, { link: { status: 'ready' } });
    expect(screen.getByText('No servers yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add server' })).toBeTruthy();
  });

  it('does not say so while the page is loading', () => {
    drawn(<Tree />, { link: { status: 'loading' } });
    expect(screen.queryByText('No servers yet')).toBeNull();
  });
});
