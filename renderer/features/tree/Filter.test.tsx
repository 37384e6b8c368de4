// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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
  it('says that nothing matches, and restores everything with one button', async () => {
    const { user, app } = drawn(<Tree />, state);
    expect(screen.getByRole('tree', { name: 'Servers and skills' })).toBeTruthy();
    await user.type(box(), 'zzz');
    expect(await screen.findByText('No skills match the filter')).toBeTruthy();
    expect(screen.queryByRole('tree')).toBeNull();
    await user.click(screen.getByText('Clear filter', { selector: 'button, button *' }));
    expect(await screen.findByRole('tree')).toBeTruthy();
    expect(app.store.getState()).toMatchObject({ filterText: '', filterStanding: 'all' });
  });

  it('is cleared by Esc, and left by Esc when empty', async () => {
    const { user } = drawn(<Tree />, state);
    await user.type(box(), 'ref');
    expect(box().value).toBe('ref');
    await user.keyboard('{Escape}');
    expect(box().value).toBe('');
    expect(document.activeElement).toBe(box());
    await user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(box());
  });

  it('narrows by status from a list that names each', async () => {
    const { user, app } = drawn(<Tree />, state);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Denied');
    expect(app.store.getState().filterStanding).toBe('denied');
    expect(await screen.findByText('No skills match the filter')).toBeTruthy();
  });

  it.each(['{ArrowDown}', '{Enter}'])('is left for the first matching skill by %s', async (key) => {
    const skills = [aSkill('acme', 'a/invoices'), aSkill('acme', 'a/refunds')];
    const { user, app } = drawn(<Tree />, { ...state, ...holding(skills) });
    await user.type(box(), 'ref');
    await user.keyboard(key);
    expect(document.activeElement).toBe(screen.getByRole('tree'));
    await user.keyboard('{Enter}');
    expect(app.store.getState().selection).toMatchObject({ uri: 'skill://a/refunds/SKILL.md' });
  });

  it('announces the remaining count once per word, not per letter', async () => {
    const skills = ['refunds', 'reports', 'invoices'].map((name) => aSkill('acme', name));
    const { user } = drawn(<Tree />, { ...state, ...holding(skills) });
    const said: string[] = [];
    const status = screen.getByRole('status');
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    await user.type(box(), 'ref');
    expect(screen.getByText('1 of 3 skills', { selector: '[aria-hidden]' })).toBeTruthy();
    await vi.waitFor(() => expect(status.textContent).toBe('1 of 3 skills'), 60_000);
    expect(said).toEqual(['1 of 3 skills']);
  });

  it('treats any text as text', async () => {
    const { user } = drawn(<Tree />, state);
    await user.click(box());
    await user.paste(`${'('.repeat(5_000)}[[.*\\`);
    expect(await screen.findByText('No skills match the filter')).toBeTruthy();
  });
});

describe('the tree', () => {
  it('says how to start without a server', () => {
    drawn(<Tree />, { link: { status: 'ready' } });
    expect(screen.getByText('No servers yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add server or folder' })).toBeTruthy();
  });

  it('doesn’t say so while the page is loading', () => {
    drawn(<Tree />, { link: { status: 'loading' } });
    expect(screen.queryByText('No servers yet')).toBeNull();
  });
});
