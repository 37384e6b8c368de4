// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RendererApi, RequestInput, RequestOutput } from '../../../shared/contract.ts';
import type { AppliedHost, HostEntryView, HostView } from '../../../shared/model/hosts.ts';
import type { Operation } from '../../../shared/model/operation.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { layOut } from '../../store/testing/in-view.ts';
import { HostsPage } from './HostsPage.tsx';

const entry = (label: string, more: Partial<HostEntryView> = {}): HostEntryView => ({
  ...{ key: label, label, project: '', state: 'direct', target: null, server: null },
  ...{ problem: null, repairable: false, undoable: false, shownAs: null },
  ...more,
});
const through = (label: string, more: Partial<HostEntryView> = {}): HostEntryView =>
  entry(label, { state: 'through', server: label, undoable: true, shownAs: 'usual', ...more });
const host = (id: 'cursor' | 'windsurf', ...entries: HostEntryView[]): HostView => ({
  ...{ id, name: id === 'cursor' ? 'Cursor' : 'Windsurf', path: `/${id}`, restart: 'Restart it.' },
  usual: id === 'cursor' ? [] : ['index', 'resources'],
  ...{ status: 'ready', message: '', entries },
});
const start = {
  ...{ command: 'acme-server', args: [], folder: null, environment: [], origin: '/cursor' },
};
const preview = (input: RequestInput<'previewHost'>): RequestOutput<'previewHost'> => ({
  ...{ changeId: `c-${String(input.exposes)}`, host: input.host, name: 'Cursor', path: '/cursor' },
  entries: input.keys.map((label) => ({
    ...{ label, project: '', server: label, line: 3 },
    lines: [{ kind: 'added', text: `"gateway" for ${label}` }],
  })),
  added: input.keys.map((label) => ({ label, isNew: true, isAllowed: false, start })),
  ...{ left: [], challenge: 'challenge' },
});
const same = { label: 'acme', project: '', isSame: true, isLeft: false, text: 'works the same' };
const worse = { ...same, isSame: false, isLeft: true, text: 'Through Skillgate it doesn’t work' };
const written: AppliedHost = { path: '/cursor', outcome: 'written', tried: [same] };

/** The page over these apps; `end` answers the change that was confirmed. */
function open(
  hosts: readonly HostView[],
  answers: Partial<RendererApi> = {},
  state: Parameters<typeof drawn>[1] = {},
) {
  let end: (done: AppliedHost) => void = () => {};
  const applied = new Promise<AppliedHost>((resolve) => {
    end = resolve;
  });
  let now = hosts;
  const view = drawn(<HostsPage StartFacts={() => <p>the whole command</p>} />, state, {
    getHosts: async () => ({ ok: true, value: { hosts: [...now], problem: null } }),
    getHostRules: async () => ({ ok: true, value: { rules: [] } }),
    previewHost: async (input) => ({ ok: true, value: preview(input) }),
    applyHost: async () => ({ ok: true, value: await applied }),
    cancel: async () => ({ ok: true, value: {} }),
    ...answers,
  });
  const inputs = (name: string) =>
    view.calls.filter((call) => call.name === name).map(({ input }) => input);
  return {
    ...view,
    inputs,
    end: (done: AppliedHost) => end(done),
    now: (next: HostView[]) => (now = next),
  };
}
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const running: Operation = {
  ...{ operationId: 'o-1', kind: 'protect', server: null, uri: null, status: 'running' },
  ...{ done: 1, total: 5, failed: 0, stoppable: true, startedAt: 0, endedAt: null },
  ...{ message: 'Starting acme directly and through Skillgate, 2 of 5', notDone: [] },
  ...{ undoable: false, closed: false },
};

describe('an app that isn’t protected', () => {
  beforeEach(() => layOut());
  afterEach(() => vi.unstubAllGlobals());

  it('is protected in one click on the page, with the lines and commands there first', async () => {
    const { user, inputs, end, now, app } = open([host('cursor', entry('acme'))]);
    const panel = within(await screen.findByRole('group', { name: 'Protect Cursor' }));
    await waitFor(() => expect(heldBecause(button('Protect Cursor'))).toBeNull());
    expect(panel.getByText('"gateway" for acme')).toBeTruthy();
    expect(panel.getByText('the whole command')).toBeTruthy();
    await user.click(button('Protect Cursor'));
    expect(inputs('applyHost')).toMatchObject([{ changeId: 'c-usual', isUntested: false }]);

    act(() => app.store.setState({ operations: new Map([['o-1', running]]) }));
    expect(panel.getByText('Starting acme directly and through Skillgate, 2 of 5')).toBeTruthy();
    now([host('cursor', through('acme'))]);
    await act(async () => end(written));
    // The results stay, although nothing is left to protect.
    expect(await panel.findByText('Works the same.')).toBeTruthy();
    expect(panel.getByText('Next, in Cursor: Restart it.')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('group', { name: 'Protect Cursor' })).toBeNull();
  });

  it('can’t be protected before everything was on screen', async () => {
    vi.unstubAllGlobals();
    layOut(() => false);
    const { user, inputs } = open([host('cursor', entry('acme'))]);
    await screen.findByText('"gateway" for acme');
    expect(heldBecause(button('Protect Cursor'))).toBe('Scroll through the changes first.');
    await user.click(button('Protect Cursor'));
    expect(inputs('applyHost')).toEqual([]);
  });

  it.each([
    ['cursor', 'Skills extension only (default for Cursor)', 4],
    [
      'windsurf',
      'Resource skill://index.json + Top of the resource list (default for Windsurf)',
      5,
    ],
  ] as const)('says what the default of %s stands for', async (id, name, count) => {
    open([host(id, entry('acme'))]);
    const select = await screen.findByLabelText<HTMLSelectElement>(/^How the app finds/);
    const names = [...select.options].map((option) => option.text);
    expect(names[0]).toBe(name);
    expect(new Set(names).size).toBe(count);
  });

  it('must be seen again when its change is replaced', async () => {
    const { user } = open([host('cursor', entry('acme'))]);
    await waitFor(() => expect(heldBecause(button('Protect Cursor'))).toBeNull());
    vi.unstubAllGlobals();
    layOut(() => false);
    await user.selectOptions(screen.getByLabelText('How the app finds approved skills'), 'tools');
    await screen.findByText('"gateway" for acme');
    expect(heldBecause(button('Protect Cursor'))).toBe('Scroll through the changes first.');
  });

  it('is saved without a trial where the person says so', async () => {
    const { user, inputs, end } = open([host('cursor', entry('acme'))]);
    await waitFor(() => expect(heldBecause(button('Protect Cursor'))).toBeNull());
    await user.click(screen.getByLabelText('Save without trying the servers first'));
    await user.click(button('Protect Cursor'));
    expect(inputs('applyHost')).toMatchObject([{ isUntested: true }]);
    await act(async () => end({ ...written, tried: [] }));
  });

  it('is stopped while its servers start, and nothing of it stays', async () => {
    const { user, inputs, end, app } = open([host('cursor', entry('acme'))]);
    await waitFor(() => expect(heldBecause(button('Protect Cursor'))).toBeNull());
    await user.click(button('Protect Cursor'));
    act(() => app.store.setState({ operations: new Map([['o-1', running]]) }));
    await user.click(button('Stop'));
    expect(inputs('cancel')).toEqual([{ operationId: 'o-1' }]);
    await act(async () => end({ ...written, outcome: 'cancelled', tried: [] }));
    expect(await screen.findByRole('button', { name: 'Protect Cursor' })).toBeTruthy();
    expect(app.store.getState().toasts.map(({ text }) => text)).toEqual([
      'Stopped. Cursor’s file is unchanged.',
    ]);
  });

  it('says of each server what was seen and what to do next', async () => {
    const { user, end } = open([host('cursor', entry('acme'), entry('b'))]);
    await waitFor(() => expect(heldBecause(button('Protect Cursor'))).toBeNull());
    await user.click(button('Protect Cursor'));
    const neither = { ...same, label: 'b', isSame: false, text: 'It doesn’t work' };
    await act(async () => end({ ...written, tried: [worse, neither] }));
    expect(await screen.findByText('Through Skillgate it doesn’t work')).toBeTruthy();
    expect(screen.getByText(/^Cursor still reaches it directly, so skills/)).toBeTruthy();
    expect(screen.getByText(/^Saved anyway, because Cursor may have what’s missing/)).toBeTruthy();
    await user.click(button('Review again'));
    expect(await screen.findByText('"gateway" for b')).toBeTruthy();
  });

  it('is offered on the page for the first app only, and never in a session', async () => {
    const hosts = [host('cursor', through('a')), host('windsurf', entry('b'), entry('c'))];
    const { unmount } = open([...hosts, host('cursor', entry('d'))]);
    expect(await screen.findByRole('group', { name: 'Protect Windsurf' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Protect Cursor' })).toBeNull();
    unmount();
    open(hosts, {}, { info: { sessionConfig: '/list.json' } as never });
    expect(await screen.findByText('All 2 through Skillgate…')).toBeTruthy();
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('an app that’s protected', () => {
  beforeEach(() => layOut());
  afterEach(() => vi.unstubAllGlobals());

  it('names how many of a server’s skills it gets, and leads to those that wait', async () => {
    const skills = new Map([
      [
        'acme',
        new Map([
          ['skill://a', aSkill('acme', 'a', { standing: { kind: 'approved' } as never })],
          ['skill://b', aSkill('acme', 'b')],
        ]),
      ],
    ]);
    const { user, app } = open([host('cursor', through('acme'))], {}, { skills });
    expect(
      await screen.findByText('Cursor gets 1 of its 2 skills: what you approved.'),
    ).toBeTruthy();
    await user.click(button('Review 1 skill'));
    expect(app.store.getState().selection).toMatchObject({ kind: 'review', server: 'acme' });
  });

  it('says that it gets nothing while nothing is approved', async () => {
    const skills = new Map([['acme', new Map([['skill://b', aSkill('acme', 'b')]])]]);
    open([host('cursor', through('acme'))], {}, { skills });
    expect(
      await screen.findByText('Cursor doesn’t get its one skill until you approve it.'),
    ).toBeTruthy();
  });

  it('is shown skills in another way, from the way it has now', async () => {
    const previewHost: RendererApi['previewHost'] = async (input) => ({
      ok: true,
      value: { ...preview(input), added: [] },
    });
    const hosts = [host('cursor', through('acme', { shownAs: 'tools' }))];
    const { user, inputs, end } = open(hosts, { previewHost });
    await user.click(await screen.findByText('Change how it finds skills…'));
    const dialog = screen.getByRole('alertdialog', {
      name: 'Change how Cursor finds skills of “acme”?',
    });
    const select = within(dialog).getByLabelText<HTMLSelectElement>(/^How the app finds/);
    expect(select.value).toBe('tools');
    await user.selectOptions(select, 'index');
    await waitFor(() => expect(heldBecause(button('Save file'))).toBeNull());
    await user.click(button('Save file'));
    expect(inputs('previewHost')).toMatchObject([{ exposes: ['tools'] }, { exposes: ['index'] }]);
    await act(async () => end({ ...written, tried: [] }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
