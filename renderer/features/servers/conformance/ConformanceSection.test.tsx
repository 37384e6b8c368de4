// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RequestOutput } from '../../../../shared/contract.ts';
import type { ConformanceReport, ReportedCheck } from '../../../../shared/model/report.ts';
import { drawn, heldBecause } from '../../../store/testing/drawn.tsx';
import { anOperation, aServer } from '../../../store/testing/fixtures.ts';
import { ConformanceSection } from './ConformanceSection.tsx';

const aCheck = (id: string, more: Partial<ReportedCheck> = {}): ReportedCheck => ({
  ...{ id, clause: 'Listing', level: 'MUST', words: `The rule of ${id}.`, fix: `Fix ${id}.` },
  ...{ verdict: 'pass', why: null, faults: [], evidence: null },
  ...more,
});
const faulty = (id: string, verdict: 'fail' | 'warn', count = 1): ReportedCheck =>
  aCheck(id, {
    verdict,
    faults: Array.from({ length: count }, (_, at) => ({
      subject: `skill://a/${at}`,
      said: 'has no size',
      evidence: { request: 3, asked: 'skills/list {}', answer: '{"skills": []}' },
      place: null,
      known: false,
    })),
  });
const report = (...checks: ReportedCheck[]): ConformanceReport => ({
  ...{ format: 'skillgate/report@1', kind: 'conformance', target: 'acme' },
  ...{ protocol: '2026-07-28', checks, unfinished: [], stale: [] },
});

/** The section of a server about which this is held. */
async function shown(held: Partial<RequestOutput<'getReport'>> = {}) {
  const value = { report: null, flips: null, at: held.report ? 0 : null, ...held };
  const view = drawn(
    <ConformanceSection server={aServer('acme')} />,
    { servers: new Map([['acme', aServer('acme')]]) },
    {
      getReport: async () => ({ ok: true, value }),
      findExchange: async () => ({ ok: true, value: { row: null, doubt: 'never' } }),
      checkServer: async () => ({ ok: true, value: { operationId: 'one' } }),
    },
  );
  await screen.findByText(held.report ? /^Checked/ : /^Sends read-only requests/);
  return view;
}

const run = ({ store }: ReturnType<typeof drawn>['app'], id: string): void =>
  store
    .getState()
    .commands.find((one) => one.id === id)
    ?.run();

describe('an unchecked server', () => {
  it('gets no request before a person asks for a check', async () => {
    const { calls, user } = await shown();
    expect(calls.map(({ name }) => name)).toEqual(['getReport']);
    await user.click(screen.getByRole('button', { name: 'Check the server' }));
    await user.click(screen.getByRole('button', { name: 'Reconnect and check' }));
    expect(calls.slice(1)).toEqual([
      { name: 'checkServer', input: { server: 'acme', isFresh: false } },
      { name: 'checkServer', input: { server: 'acme', isFresh: true } },
    ]);
  });

  it('can’t be checked while disconnected, and says so', () => {
    const server = aServer('acme', { connection: { status: 'disabled' } });
    drawn(
      <ConformanceSection server={server} />,
      {},
      {
        getReport: async () => ({ ok: true, value: { report: null, flips: null, at: null } }),
      },
    );
    expect(heldBecause(screen.getByRole('button', { name: 'Check the server' }))).toBe(
      'Not connected',
    );
  });
});

describe('a running check', () => {
  it('says for how long, how much was answered, and what it is waiting for', () => {
    const operation = anOperation({
      ...{ kind: 'conformance', server: 'acme', uri: null, done: 12, total: null },
      ...{ message: 'waiting for skills/get', startedAt: Date.now() - 34_200 },
    });
    drawn(
      <ConformanceSection server={aServer('acme')} />,
      { operations: new Map([[operation.operationId, operation]]) },
      { getReport: async () => ({ ok: true, value: { report: null, flips: null, at: null } }) },
    );
    expect(screen.getByLabelText('Check in progress').textContent).toBe(
      'Checking for 34 s · 12 requests answered · waiting for skills/get',
    );
  });
});

describe('a report', () => {
  it('has each fault with its clause, request, response and fix', async () => {
    await shown({ report: report(faulty('no-size', 'fail'), aCheck('fine')) });
    const item = within(screen.getByRole('list', { name: 'Fails' }));
    for (const text of ['“Listing” (MUST)', 'Fix no-size.', 'skills/list {}', '{"skills": []}'])
      expect(item.getByText(text)).toBeTruthy();
    expect(item.getByText('skill://a/0')).toBeTruthy();
    expect(screen.getByText('Something needs fixing.')).toBeTruthy();
  });

  it('opens the exchange of each fault, and by key that of the current one', async () => {
    const two = faulty('b', 'fail', 2);
    const faults = two.faults.map((fault, at) => ({
      ...fault,
      evidence: { request: 7 + at, asked: 'skills/list {}', answer: '{}' },
    }));
    const { calls, user, app } = await shown({
      report: report(aCheck('a'), faulty('w', 'warn'), { ...two, faults }),
    });
    const sought = (request: number) => ({
      name: 'findExchange',
      input: { of: 'check', server: 'acme', request },
    });
    const key = () => app.store.getState().commands.find((one) => one.key === 'x');
    key()?.run();
    expect(calls.at(-1)).toEqual(sought(7));
    await user.click(
      screen.getByRole('button', { name: 'Show exchange of request 8, about skill://a/1' }),
    );
    expect(calls.at(-1)).toEqual(sought(8));
    key()?.run();
    expect(calls.at(-1)).toEqual(sought(8));
  });

  it('collapses only passed and skipped checks', async () => {
    const { container } = await shown({
      report: report(
        faulty('a', 'fail'),
        faulty('b', 'warn'),
        aCheck('c', { verdict: 'info', why: 'x' }),
        aCheck('d', { verdict: 'skipped', why: 'y' }),
        aCheck('e'),
      ),
    });
    const folds = [...container.querySelectorAll('details')].filter(
      ({ firstElementChild }) => firstElementChild?.querySelector('h3') !== null,
    );
    expect(folds.map((fold) => `${fold.querySelector('h3')?.textContent} ${fold.open}`)).toEqual([
      'Fails true',
      'Warnings true',
      'Information true',
      'Skipped false',
      'Passed false',
    ]);
  });

  it('says that nothing needs fixing only if everything was checked', async () => {
    const { unmount } = await shown({ report: report(aCheck('a')) });
    expect(screen.getByText('Nothing to fix.')).toBeTruthy();
    unmount();
    await shown({ report: { ...report(aCheck('a')), unfinished: ['The time was over.'] } });
    expect(screen.queryByText('Nothing to fix.')).toBeNull();
    expect(screen.getByText('Not everything was checked.')).toBeTruthy();
  });

  it('marks what is new and what is fixed since the previous check', async () => {
    await shown({
      report: report(faulty('a', 'fail', 2), aCheck('b')),
      flips: {
        fixed: [{ check: 'b', subject: 'skill://b', said: 's' }],
        fresh: [{ check: 'a', subject: 'skill://a/1', said: 's' }],
        unseen: [],
        left: 2,
      },
    });
    expect(screen.getByText(/1 fixed, 1 new, 2 to fix/)).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Fixed' })).getByText('b')).toBeTruthy();
    const faults = within(screen.getByRole('list', { name: 'What a found' })).getAllByRole(
      'listitem',
    );
    expect(faults.map((one) => one.textContent?.includes('new'))).toEqual([false, true]);
  });

  it('is filtered by any word of a check, and shows the remaining count', async () => {
    const { user } = await shown({ report: report(faulty('a', 'fail'), aCheck('b'), aCheck('c')) });
    const filter = screen.getByRole('textbox', { name: 'Filter checks' });
    await user.type(filter, 'RULE OF B');
    expect(screen.getByText('1 of 3 checks')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Fails' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('list', { name: 'Fails' })).toBeTruthy();
  });

  it('shows many faults of one check in parts', async () => {
    const { user } = await shown({ report: report(faulty('a', 'fail', 25)) });
    const list = screen.getByRole('list', { name: 'What a found' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: '10 more' }));
    await user.click(screen.getByRole('button', { name: '5 more' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(25);
  });

  it('returns to the check from which the person opened its exchange', async () => {
    const held = {
      report: report(faulty('one', 'fail', 3), faulty('two', 'fail'), aCheck('fine')),
    };
    const checkOf = (id: string) =>
      document.querySelector<HTMLElement>(`[data-check="${id}"] summary`);
    const ways = () => screen.getAllByRole('button', { name: /^Show exchange of request/ });
    const first = await shown(held);
    await first.user.click(ways()[2] as HTMLElement);
    cleanup();
    const second = await shown(held);
    expect(document.activeElement).toBe(ways()[2]);
    act(() => checkOf('two')?.focus());
    await act(async () => run(second.app, 'show-exchange'));
    cleanup();
    const third = await shown(held);
    expect(document.activeElement).toBe(checkOf('two'));
    act(() => checkOf('two')?.blur());
    await act(async () => run(third.app, 'show-exchange'));
    cleanup();
    await shown(held);
    expect(document.activeElement).toBe(checkOf('one'));
    cleanup();
    // Whoever comes another way is not moved.
    await shown(held);
    expect(document.activeElement).toBe(document.body);
  });
});
