// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { Composer } from './Composer.tsx';

const ready = (label: string) => ({ ...aServer(label), label });
const open = (...labels: string[]) =>
  drawn(
    <Composer of={{ server: 'acme', row: 7 }} onSent={() => {}} onClose={() => {}} />,
    { servers: new Map(labels.map((label) => [label, ready(label)])) },
    {
      composeLog: async ({ server, row }) => ({
        ok: true,
        value: {
          methods: server === 'acme' ? ['ping', 'skills/list'] : ['skills/list', 'skills/get'],
          method: row === null ? 'skills/get' : 'skills/list',
          params: row === null ? '{}' : '{"cursor": "mine"}',
        },
      }),
      sendByHand: async () => ({ ok: true, value: { row: 1 } }),
    },
  );
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Parameters' });

it('sends a request to another server as written, as far as that server accepts it', async () => {
  const { user, calls } = open('acme', 'beta');
  expect((await field()).value).toBe('{"cursor": "mine"}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'beta');
  await screen.findByRole('option', { name: 'skills/get' });
  expect((await field()).value).toBe('{"cursor": "mine"}');
  expect(screen.getByRole('combobox', { name: 'Method' })).toHaveProperty('value', 'skills/list');
  await user.click(screen.getByRole('button', { name: /^Send/ }));
  expect(calls.slice(1)).toEqual([
    { name: 'composeLog', input: { server: 'beta', row: null } },
    {
      name: 'sendByHand',
      input: { server: 'beta', method: 'skills/list', params: '{"cursor": "mine"}' },
    },
  ]);
});

it('offers no choice with one connected server', async () => {
  open('acme');
  await field();
  expect(screen.getByRole('heading', { name: 'Send to acme' })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Server' })).toBeNull();
});
