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

function card(server = failed) {
  const reconnectServer = async () => ({ ok: true, value: {} }) as never;
  return drawn(<ConnectionCard server={server} />, {}, { reconnectServer });
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

it('of a server that is tried again keeps what failed, with the advice and the buttons', () => {
  const timeout = { reason: 'timeout', message: 'It didn’t answer within 30 s.', stderr: [] };
  const since = Date.now() - 12_000;
  card(
    aServer('acme', {
      connection: { status: 'connecting', attempt: 3, since, failure: timeout } as never,
    }),
  );
  expect(screen.getByText(timeout.message)).toBeTruthy();
  expect(screen.getByText('Trying again (12 s), attempt 4 of 6…')).toBeTruthy();
  expect(screen.getByText('What to do.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Nothing to do yet');
  for (const name of ['Try again', 'Edit…', 'Show log']) expect(press(name)).toBeTruthy();
});

it('of a slow start speaks of a download only if the server is a command', () => {
  const connection = { status: 'connecting', attempt: 0, since: Date.now() - 12_000 } as never;
  const target = { type: 'http', url: 'https://a.example/mcp', headerNames: [] } as never;
  card(aServer('acme', { connection, target }));
  expect(screen.getByText('Nothing to do yet.').parentElement?.textContent).toContain(
    'It hasn’t answered yet.',
  );
  expect(document.body.textContent).not.toContain('Downloading');
});
