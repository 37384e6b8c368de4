// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { ConnectionCard } from './ConnectionCard.tsx';

const failure = {
  reason: 'spawn',
  message: 'Couldn’t start acme: npx isn’t on the PATH',
  stderr: [],
};
const failed = aServer('acme', {
  connection: { status: 'failed', failure, retryAt: null } as never,
});

function card() {
  const reconnectServer = async () => ({ ok: true, value: {} }) as never;
  return drawn(<ConnectionCard server={failed} />, {}, { reconnectServer });
}
const press = (name: string): HTMLElement => screen.getByRole('button', { name });

it('of a failed server has its next steps: edit it, try again, see the log', async () => {
  const { user, app, calls } = card();
  await user.click(press('Try again'));
  expect(calls).toEqual([{ name: 'reconnectServer', input: { server: 'acme' } }]);
  await user.click(press('Edit…'));
  expect(app.store.getState().selection).toEqual({ kind: 'edit-server', server: 'acme' });
  await user.click(press('Show log'));
  expect(app.store.getState().selection.kind).toBe('protocol');
});
