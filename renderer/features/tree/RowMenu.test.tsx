// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
import { Tree } from './Tree.tsx';

const at = '2026-11-21T12:00:00.000Z';
const denied = { standing: { kind: 'denied', at } } as unknown as Partial<SkillRow>;
const skills = [aSkill('acme', 'a'), aSkill('acme', 'b', denied), aSkill('docs', 'c')];
const state = {
  ...holding(skills),
  servers: new Map(['acme', 'docs'].map((label) => [label, aServer(label)])),
  link: { status: 'ready' } as const,
};
const row = (name: RegExp) => screen.getByRole('treeitem', { name });
const offered = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
const key = (name: string) => `acme\nskill://${name}/SKILL.md`;

describe('the menu of a row', () => {
  it('offers the actions that the skill’s status allows, on right click', async () => {
    const { user, app } = drawn(<Tree />, state);
    fireEvent.contextMenu(row(/^b/));
    expect(screen.getByRole('menu', { name: 'Actions for b' })).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Actions for b' })).toBeTruthy();
    expect(offered()).toEqual([
      ...['Open', 'Show files', 'Approve…', 'Revoke…', 'Verify all files'],
      ...['Copy link', 'Copy the URI'],
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Revoke…' }));
    // On the page of the skill, where what is decided about can be seen.
    const about = { server: 'acme', uri: 'skill://b/SKILL.md' };
    expect(app.store.getState()).toMatchObject({
      selection: { kind: 'skill', ...about },
      panel: { action: 'revoke', ...about },
    });
  });

  it('opens by key at the focused row, and Esc returns the focus', async () => {
    const { user } = drawn(<Tree />, state);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{Shift>}{F10}{/Shift}');
    expect(screen.getByRole('menu', { name: 'Actions for a' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.keyboard('{Home}{ContextMenu}');
    expect(offered()).toContain('Select all listed skills');
  });

  it('covers all selected rows if the row is one of them', async () => {
    const { user, app, calls } = drawn(
      <Tree />,
      { ...state, picked: new Set([key('a'), key('b')]) },
      { verifySkill: async () => ({ ok: true, value: { operationId: '1' } }) },
    );
    fireEvent.contextMenu(row(/^a(?!cme)/));
    expect(offered()[0]).toBe('Approve 2 skills…');
    await user.click(screen.getByRole('menuitem', { name: 'Verify 2 skills' }));
    expect(calls.map(({ input }) => input)).toEqual([
      { server: 'acme', uri: 'skill://a/SKILL.md' },
      { server: 'acme', uri: 'skill://b/SKILL.md' },
    ]);
    fireEvent.contextMenu(row(/^b/));
    await user.click(screen.getByRole('menuitem', { name: 'Deny 2 skills…' }));
    expect(app.store.getState().many).toMatchObject({ action: 'deny', items: { length: 2 } });
    expect(app.store.getState().selection).toEqual({
      ...{ kind: 'review', at: null, filter: 'selected' },
    });
  });

  it('closes when its skill is swapped or removed', () => {
    const { app } = drawn(<Tree />, state);
    fireEvent.contextMenu(row(/^a(?!cme)/));
    expect(screen.getByRole('menu')).toBeTruthy();
    const swapped = aSkill('acme', 'a', { setDigest: `sha256:${'e'.repeat(64)}` });
    app.store.setState(holding([swapped, ...skills.slice(1)]));
    return expect.poll(() => screen.queryByRole('menu')).toBeNull();
  });
});

describe('several rows', () => {
  it('are selected with Ctrl+A within one server only', async () => {
    const { user, app } = drawn(<Tree />, state);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{Control>}a{/Control}');
    expect([...app.store.getState().picked]).toEqual([key('a'), key('b')]);
    expect(screen.getByRole('toolbar', { name: 'Selected skills' }).textContent).toContain(
      '2 selected',
    );
  });

  it('stay selected behind a filter, and are counted as hidden', async () => {
    const { user, app } = drawn(<Tree />, state);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{Control>}a{/Control}');
    const bar = screen.getByRole('toolbar', { name: 'Selected skills' });
    expect(bar.textContent).not.toContain('hidden');
    act(() => app.actions.setFilterText('nothing like it'));
    expect(bar.textContent).toContain('2 selected, 2 hidden');
  });

  it('are selected with Shift and the arrows, one by one', async () => {
    const { user, app } = drawn(<Tree />, state);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    expect([...app.store.getState().picked]).toEqual([key('a'), key('b')]);
  });
});
