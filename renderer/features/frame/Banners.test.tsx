// @vitest-environment happy-dom
import type { StoreState } from '../../../shared/model/approval.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { Banners } from './Banners.tsx';

const ready = { status: 'ready', path: '/data/approvals.json', revision: 1, records: 1 } as const;
const link = { status: 'open' } as never;

it('shows no notice while decisions are read and saved normally', () => {
  drawn(<Banners />, { store: ready, link });
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull();
});

it('says what the last decision couldn’t do, and that it is in effect', () => {
  const store = { ...ready, flushProblem: 'EIO', mirrorProblem: '/copy.json: the disk is full' };
  drawn(<Banners />, { store, link });
  const notices = screen.getByRole('region', { name: 'Notices' }).textContent;
  expect(notices).toContain(
    'Your last decision is in effect but might not survive a power failure',
  );
  expect(notices).toContain('The second copy of your decisions is out of date');
  expect(notices).toContain('/copy.json: the disk is full');
});

it('says that an app’s own settings don’t follow the decisions', () => {
  drawn(<Banners />, { store: { ...ready, rulesProblem: '/s.json is read-only' }, link });
  const notices = screen.getByRole('region', { name: 'Notices' }).textContent;
  expect(notices).toContain('An app’s own settings don’t follow your decisions');
  expect(notices).toContain('/s.json is read-only. Your decisions count all the same.');
});

it('reports a missing decisions file with each possible next step', () => {
  const message =
    '/data/approvals.json is missing. To start with no decisions, run `skillgate forget --all --yes`.';
  const store = { status: 'unreadable', path: ready.path, reason: 'missing', message } as const;
  drawn(<Banners />, { store, link });
  const notices = screen.getByRole('region', { name: 'Notices' }).textContent;
  expect(notices).toContain('no skill counts as approved');
  expect(notices).toContain('skillgate forget --all --yes');
});

const damaged: Extract<StoreState, { status: 'unreadable' }> = {
  status: 'unreadable',
  path: ready.path,
  reason: 'corrupt',
  message: 'It’s cut short.',
  copies: [
    { name: 'newest', at: '2020-11-21T14:02:00.000Z', decisions: 312 },
    { name: 'older', at: '2020-11-20T14:02:00.000Z', decisions: 1 },
  ],
};
const restored = {
  copy: 'newest',
  at: '2020-11-21T14:02:00.000Z',
  decisions: 312,
  toConfirm: 2,
  left: 1,
};

it('restores the newest copy with one click, and says what came of it', async () => {
  const { user, calls, app } = drawn(
    <Banners />,
    { store: damaged, link },
    { recoverDecisions: async () => ({ ok: true, value: restored }) },
  );
  await user.click(
    screen.getByRole('button', { name: /^Restore the copy from .*\(312 decisions\)/ }),
  );
  expect(calls).toContainEqual({ name: 'recoverDecisions', input: { copy: 'newest' } });
  expect(JSON.stringify(app.store.getState().toasts)).toContain('2 approvals to confirm');
});

it('starts empty only after a confirmation', async () => {
  const { user, calls } = drawn(
    <Banners />,
    { store: damaged, link },
    { recoverDecisions: async () => ({ ok: true, value: { ...restored, copy: null, at: null } }) },
  );
  await user.click(screen.getByRole('button', { name: 'Start empty…' }));
  expect(calls.some(({ name }) => name === 'recoverDecisions')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Start empty' }));
  expect(calls).toContainEqual({ name: 'recoverDecisions', input: { copy: null } });
});

it('offers no copy and no empty start where the folder isn’t safe', () => {
  const unsafe: StoreState = { ...damaged, reason: 'unsafe-folder', copies: [] };
  drawn(<Banners />, { store: unsafe, link });
  expect(screen.queryByRole('button', { name: /Restore|Start empty/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy file path' })).toBeTruthy();
});
