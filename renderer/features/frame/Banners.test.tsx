// @vitest-environment happy-dom
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

it('reports a missing decisions file with each possible next step', () => {
  const message =
    '/data/approvals.json is missing. To start with no decisions, run `skillgate forget --all --yes`.';
  const store = { status: 'unreadable', path: ready.path, reason: 'missing', message } as const;
  drawn(<Banners />, { store, link });
  const notices = screen.getByRole('region', { name: 'Notices' }).textContent;
  expect(notices).toContain('no skill counts as approved');
  expect(notices).toContain('skillgate forget --all --yes');
});
