// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import { drawn, heldBecause, holding } from '../../store/testing/drawn.tsx';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
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

describe('the tree in a narrow window', () => {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number }) => void };
  };
  const withTree = (
    <Frame tree={<button>row</button>} main={<p>page</p>} drawer={null} work={null} />
  );
  beforeEach(() => happyDOM.setViewport({ width: 620 }));
  afterEach(() => happyDOM.setViewport({ width: 1024 }));

  it('lies over the page once it’s asked for, has the focus, and Escape closes it', async () => {
    const { user, calls } = drawn(withTree, {}, answers);
    expect(side()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the tree' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'row' }));
    expect(document.querySelector('main')?.closest('[inert]')).not.toBeNull();
    await user.keyboard('{Escape}');
    expect(side()).toBeNull();
    expect(document.activeElement).toBe(document.querySelector('main'));
    expect(calls).toEqual([]);
  });

  it('closes once a page is chosen', async () => {
    const { user, app } = drawn(withTree, {}, answers);
    await user.click(screen.getByRole('button', { name: 'Show the tree' }));
    act(() => app.actions.openHosts());
    expect(side()).toBeNull();
  });
});

describe('the status in the frame', () => {
  const link = { status: 'ready' } as const;
  const entry = {
    ...{ key: 'k', label: 'acme', project: '', target: null, server: null, problem: null },
    ...{ repairable: false, undoable: true, shownAs: null },
  };
  const host = (id: 'cursor' | 'vscode', state: 'direct' | 'through') => ({
    ...{ id, name: id, path: id, restart: '', usual: [], status: 'ready' as const, message: '' },
    entries: [{ ...entry, state }],
  });
  const hosts = { hosts: [host('cursor', 'direct'), host('vscode', 'through')], problem: null };
  const getHosts = async () => ({ ok: true as const, value: hosts });

  it('says how many apps are protected, and leads there in one click', async () => {
    const { user, app } = drawn(frame, { link }, { ...answers, getHosts });
    await user.click(await screen.findByRole('button', { name: 'Protected apps: 1 of 2' }));
    expect(app.store.getState().selection).toEqual({ kind: 'hosts' });
  });

  it('gives no count of protected apps that it couldn’t look for', async () => {
    const error = { code: 'internal' as const, message: 'no disk' };
    const { app } = drawn(frame, { link }, { getHosts: async () => ({ ok: false, error }) });
    await expect.poll(() => app.store.getState().hosts.error).toBe('no disk');
    expect(screen.getByRole('button', { name: 'Protected apps' })).toBeTruthy();
  });

  it('counts a server as failed while it’s tried again', () => {
    const failure = { reason: 'timeout', message: 'No answer.', stderr: [] };
    const connection = { status: 'connecting', attempt: 1, failure } as never;
    drawn(frame, { servers: new Map([['acme', aServer('acme', { connection })]]) });
    expect(screen.getByRole('button', { name: '1 server failed' })).toBeTruthy();
  });

  it('leads to a server that failed and to what waits, and says what changed', async () => {
    const failure = { kind: 'exited', message: 'gone', stderr: [] };
    const failed = aServer('acme', { connection: { status: 'failed', failure } as never });
    const changes = { added: [], removed: [], modified: [] };
    const standing = { kind: 'changed', metadata: true, approvedAt: '', changes } as const;
    const skills = holding([aSkill('acme', 'a'), aSkill('acme', 'b', { standing })]);
    const { user, app } = drawn(frame, { ...skills, servers: new Map([['acme', failed]]) });
    await user.click(screen.getByRole('button', { name: '1 server failed' }));
    expect(app.store.getState().selection).toEqual({ kind: 'server', server: 'acme' });
    await user.click(screen.getByRole('button', { name: '2 to review, 1 changed' }));
    expect(app.store.getState().selection.kind).toBe('review');
  });

  it('counts nothing to review while decisions can’t be read', () => {
    const store = { status: 'unreadable', path: '', reason: 'missing', message: '' } as const;
    drawn(frame, { ...holding([aSkill('acme', 'a')]), store });
    expect(screen.getByRole('button', { name: '? to review' })).toBeTruthy();
  });
});

it('leaves out the protocol drawer on the page that shows the same messages', () => {
  const { app } = drawn(frame, { drawerOpen: true });
  expect(screen.getByRole('region', { name: 'Protocol' }).textContent).toBe('drawer');
  act(() => app.actions.openProtocol());
  expect(screen.queryByRole('region', { name: 'Protocol' })).toBeNull();
  act(() => app.actions.selectHome());
  expect(screen.getByRole('region', { name: 'Protocol' })).toBeTruthy();
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
