// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { AddFolder } from './AddFolder.tsx';
import { RemoveServer } from './EditServer.tsx';
import { ServerPage } from './ServerPage.tsx';

const path = '/home/ada/.claude/skills';
const label = '~/.claude/skills';
const listing = aServer(label).listing;
const folder = aServer(label, {
  folder: path,
  target: { type: 'stdio', command: 'skillgate', args: ['folder', path], envNames: [] },
});
const found = [
  { path, label, skills: 2, isAdded: true },
  { path: '/work/\u202Eskills', label: 'skills', skills: 1, isAdded: false },
];
const finds = async () => ({ ok: true, value: found }) as const;

describe('the form that adds a folder', () => {
  it('adds a typed path and opens the folder', async () => {
    const { user, calls, app } = drawn(
      <AddFolder />,
      {},
      { findFolders: finds, addFolder: async () => ({ ok: true, value: { label } }) },
    );
    await user.type(screen.getByRole('textbox', { name: 'Path of a folder' }), ' ~/skills ');
    await user.click(screen.getByRole('button', { name: 'Add folder' }));
    expect(calls.at(-1)).toEqual({ name: 'addFolder', input: { path: '~/skills' } });
    expect(app.store.getState().selection).toMatchObject({ kind: 'server', server: label });
  });

  it('says what’s wrong beside the field, and requests nothing without a path', async () => {
    const message = 'There’s no SKILL.md in /tmp or its subfolders.';
    const { user, calls } = drawn(
      <AddFolder />,
      {},
      {
        findFolders: finds,
        addFolder: async () => ({ ok: false, error: { code: 'bad-input', message } }),
      },
    );
    const add = screen.getByRole('button', { name: 'Add folder' });
    await user.click(add);
    expect(screen.getByRole('alert').textContent).toBe('Enter the path of a folder.');
    expect(calls.map(({ name }) => name)).toEqual(['findFolders']);
    await user.type(screen.getByRole('textbox'), '/tmp');
    await user.click(add);
    expect(screen.getByRole('alert').textContent).toBe(message);
  });

  it('lets the window choose a folder, which is added only then', async () => {
    const info = { shell: 'electron' } as never;
    const { user, calls } = drawn(
      <AddFolder />,
      { info },
      { findFolders: finds, chooseFolder: async () => ({ ok: true, value: { path } }) },
    );
    await user.click(screen.getByRole('button', { name: 'Choose…' }));
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(path);
    expect(calls.map(({ name }) => name)).toEqual(['findFolders', 'chooseFolder']);
  });

  it('offers no choice where a browser can’t tell a path', () => {
    drawn(<AddFolder />, { info: { shell: 'browser' } as never }, { findFolders: finds });
    expect(screen.queryByRole('button', { name: 'Choose…' })).toBeNull();
  });

  it('offers what was found with its number of skills, hides nothing of a path, and knows what was added', async () => {
    const { user, calls, app } = drawn(
      <AddFolder />,
      { servers: new Map([[label, folder]]) },
      { findFolders: finds, addFolder: async () => ({ ok: true, value: { label: 'skills' } }) },
    );
    const list = await screen.findByRole('list');
    expect(list.textContent).toContain(`${path} 2 skills`);
    await user.click(
      within(list).getByRole('button', { name: String.raw`Add /work/\u{202E}skills` }),
    );
    expect(calls.at(-1)).toMatchObject({ name: 'addFolder', input: { path: found[1]?.path } });
    await user.click(within(list).getByRole('button', { name: `Open ${label}, already added` }));
    expect(app.store.getState().selection).toMatchObject({ kind: 'server', server: label });
  });
});

describe('the page of a folder', () => {
  const opened = (more: Partial<typeof folder> = {}) =>
    drawn(<ServerPage server={label} tab={undefined} />, {
      servers: new Map([[label, { ...folder, ...more }]]),
    });

  it('says what apps make of a decision, and where the folder is', () => {
    opened();
    const text = document.body.textContent ?? '';
    expect(text).toContain('Apps read this folder themselves and don’t ask Skillgate');
    expect(text).toContain('Claude Code, Codex and opencode can follow your decision');
    expect(text).toContain(path);
    expect(text).not.toContain('stdio');
  });

  it('offers nothing that only a server can do', async () => {
    const { user } = opened();
    await user.click(screen.getByRole('button', { name: `More for ${label}` }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toContain('Remove…');
    for (const item of ['Reconnect', 'Edit…', 'Open by URI…', 'Switch off', 'Export decisions…'])
      expect(items).not.toContain(item);
  });

  it('names what wasn’t read', () => {
    const message = `${path}/away: it’s a link to /etc, which wasn't followed.`;
    opened({ listing: { ...listing, problems: [{ rule: 'not-read', message }] } });
    expect(document.body.textContent).toContain(message);
  });

  it('is removed without a word about stopping a server', () => {
    drawn(<RemoveServer server={label} />, { servers: new Map([[label, folder]]) });
    const { textContent } = screen.getByRole('alertdialog');
    expect(textContent).toContain('Its files stay as they are.');
    expect(textContent).not.toContain('stops');
  });
});
