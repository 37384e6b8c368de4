// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RendererApi } from '../../../../shared/contract.ts';
import { glance } from '../../../components/use-rested.ts';
import { drawn, holding } from '../../../store/testing/drawn.tsx';
import { createAppStore } from '../../../store/app-store.ts';
import { StoreProvider } from '../../../store/context.ts';
import { choiceOf } from '../../../store/groups.ts';
import { fakeApi } from '../../../store/testing/fake-api.ts';
import { aServer, aSkill, aSnapshot } from '../../../store/testing/fixtures.ts';
import { skillKey } from '../../../store/state.ts';
import { BulkPane } from './BulkPane.tsx';

const checks = { verified: 0, failed: 0, unread: 0, unverifiable: 0, total: 0 };
const { findings } = aSkill('acme', 'any');
const rows = ['one', 'two'].map((name) =>
  aSkill('acme', name, { findings: { ...findings, files: 1 } }),
);
const started: RendererApi['decideMany'] = async () => ({ ok: true, value: { operationId: 'op' } });
const chord = '{Control>}{Enter}{/Control}';

function open() {
  const scene = drawn(<BulkPane />, holding(rows), { decideMany: started });
  const keys = rows.map(({ server, uri }) => skillKey(server, uri));
  act(() => {
    scene.app.actions.openMany('approve', keys);
    scene.app.actions.draftMany({
      chosen: new Set(rows.map((row) => choiceOf(skillKey(row.server, row.uri), row))),
    });
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

describe('the page for many skills, back on screen after one of them was decided', () => {
  const late = (): void => act(() => void vi.advanceTimersByTime(glance + 1));
  const back = () => {
    const scene = open();
    const [{ server, uri }] = rows as [(typeof rows)[0]];
    act(() => scene.app.actions.viewSelected({ server, uri }));
    scene.rerender(<StoreProvider value={scene.app}>one skill</StoreProvider>);
    act(() => scene.app.actions.returnToSelection());
    scene.rerender(
      <StoreProvider value={scene.app}>
        <BulkPane />
      </StoreProvider>,
    );
    return scene;
  };
  const button = () => screen.getByRole('button', { name: /^Approve 2 skills/ });
  afterEach(() => vi.useRealTimers());

  it.each([
    ['chord', () => press(document.body)],
    ['click', () => act(() => button().click())],
  ])('takes no second %s for a decision about the others', (_, again) => {
    vi.useFakeTimers();
    const { calls } = back();
    again();
    expect(calls).toEqual([]);
    expect(screen.getByText(/back at the selection/)).toBeTruthy();
    late();
    again();
    expect(calls).toMatchObject([{ name: 'decideMany' }]);
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

it('regroups without an alarm when the person verifies what is listed', async () => {
  const row = aSkill('acme', 'one', { checked: { ...checks, total: 1 } });
  const main = fakeApi({}, aSnapshot({ servers: [aServer('acme')], skills: [row] }));
  const app = createAppStore(main.api, (run) => run());
  await app.load();
  app.actions.openMany('approve', [skillKey(row.server, row.uri)]);
  render(
    <StoreProvider value={app}>
      <BulkPane />
    </StoreProvider>,
  );
  const now = { ...row, checked: { ...checks, total: 1, verified: 1 } };
  const found = { ...now, findings: { ...row.findings, high: 1, files: 1 } };
  act(() =>
    main.send({ type: 'skills-put', server: 'acme', reset: false, skills: [found], refused: [] }),
  );
  const page = screen.getByRole('article').textContent;
  expect(page).toContain('1 high or critical');
  expect(page).not.toMatch(/changed while this page was open|skipped since/i);
});

it('selects what turned out to be without findings once *Read all* is over, and not before', async () => {
  const unread = ['one', 'two', 'three'].map((name) =>
    aSkill('acme', name, { checked: { ...checks, total: 1 } }),
  );
  const read = unread.map((row, at) => ({
    ...row,
    checked: { ...checks, total: 1, verified: 1 },
    findings: { ...row.findings, files: 1, high: at === 2 ? 1 : 0 },
  }));
  const { user, app } = drawn(<BulkPane />, holding(unread), {
    verifyServer: async () => ({ ok: true, value: { operationId: 'op' } }),
  });
  act(() =>
    app.actions.openMany(
      'approve',
      unread.map(({ server, uri }) => skillKey(server, uri)),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Check all' }));
  const put = (rows: typeof read): void =>
    act(() =>
      app.store.setState({
        skills: new Map([['acme', new Map(rows.map((row) => [row.uri, row]))]]),
      }),
    );
  put(read.map((row) => ({ ...row, inspecting: 1 })));
  expect(screen.queryByRole('button', { name: /^Approve 2 skills/ })).toBeNull();
  put(read);
  expect(await screen.findByRole('button', { name: /^Approve 2 skills/ })).toBeTruthy();
});
