// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { StderrSection } from './StderrSection.tsx';

const server = aServer('acme', {
  target: { type: 'stdio', command: 'acme', args: [], env: [] } as never,
});

it('standard error that couldn’t be loaded says why', async () => {
  const getStderr = async () =>
    ({ ok: false, error: { code: 'internal', message: 'The main process ended.' } }) as never;
  const { user } = drawn(<StderrSection server={server} />, {}, { getStderr });
  await user.click(screen.getByText('Standard error'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The output couldn’t be loaded. The main process ended.',
  );
});
