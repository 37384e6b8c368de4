// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCommands } from '../../store/context.ts';
import type { PaletteCommand } from '../../store/state.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
import { Tree } from './Tree.tsx';

const skills = ['one', 'two', 'three'].map((name) => aSkill('acme', name));
const dynamic = aSkill('acme', 'live', { content: 'dynamic' });

const commands: PaletteCommand[] = [
  { id: 'deny', title: 'Deny', group: 'Decide', key: 'd', letter: true, run: () => undefined },
  {
    ...{ id: 'next', title: 'Next', group: 'Decide', key: 'n', letter: true, kind: 'app' },
    run: () => undefined,
  },
];
function Page() {
  useCommands(commands);
  return <Tree />;
}

function tree() {
  const view = drawn(
    <Page />,
    {
      ...holding([...skills, dynamic]),
      servers: new Map([['acme', aServer('acme')]]),
      selection: { kind: 'skill', server: 'acme', uri: 'skill://one/SKILL.md' },
      link: { status: 'ready' },
    },
    { getSkill: () => new Promise(() => undefined) },
  );
  const passed = vi.fn();
  window.addEventListener('keydown', passed);
  return { ...view, passed };
}
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  return () => vi.restoreAllMocks();
});

describe('keys in the tree', () => {
  it('open the skill that arrow keys rest on, and read it once', async () => {
    const { app, user } = tree();
    act(() => screen.getByRole('tree').focus());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(app.store.getState().selection).toMatchObject({ uri: 'skill://one/SKILL.md' });
    await waitFor(() => expect(app.store.getState().toRead).toBe(true));
    expect(app.store.getState().selection).not.toMatchObject({ uri: 'skill://one/SKILL.md' });
  });
  it('show a dynamic skill without reading it', async () => {
    const { app, user } = tree();
    act(() => screen.getByRole('tree').focus());
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(app.store.getState().selection).toMatchObject({ uri: dynamic.uri }));
    expect(app.store.getState().toRead).toBe(false);
  });
  it('open nothing if selecting a skill doesn’t open it', async () => {
    const { app, user } = tree();
    act(() => {
      app.store.setState((state) => ({ settings: { ...state.settings, openOnSelect: false } }));
      screen.getByRole('tree').focus();
    });
    await user.keyboard('{ArrowDown}');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(app.store.getState()).toMatchObject({
      selection: { uri: 'skill://one/SKILL.md' },
      toRead: false,
    });
  });
  it('give a letter to the focused skill, never to the one that was open', async () => {
    const { app, user, passed } = tree();
    act(() => screen.getByRole('tree').focus());
    await user.keyboard('{ArrowDown}d');
    expect(app.store.getState().selection).not.toMatchObject({ uri: 'skill://one/SKILL.md' });
    expect(passed.mock.calls.map(([{ key }]) => key)).toContain('d');
  });
  it('keep a letter about a skill from a row that is none', async () => {
    const { user, passed } = tree();
    act(() => screen.getByRole('tree').focus());
    await user.keyboard('{Home}dn');
    expect(passed.mock.calls.map(([{ key }]) => key)).toEqual(['n']);
  });
});
