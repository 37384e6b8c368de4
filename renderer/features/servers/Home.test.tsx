// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aServer, aSkill } from '../../store/testing/fixtures.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { Home } from './Home.tsx';

const server = aServer('acme');
const row = {
  ...aSkill('acme', 'deploy'),
  standing: { kind: 'cannot-tell', reason: 'x' } as never,
};

it('says that it can’t tell what waits while the decisions can’t be read, and no count', () => {
  drawn(<Home />, {
    link: { status: 'open' } as never,
    servers: new Map([['acme', server]]),
    skills: new Map([['acme', new Map([[row.uri, row]])]]),
    store: { status: 'unreadable', path: '/a', reason: 'corrupt', message: 'cut short' },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Can’t tell what waits for a decision',
  );
  expect(document.body.textContent).not.toMatch(/\b0 (new|changed)|Nothing to review/);
});
