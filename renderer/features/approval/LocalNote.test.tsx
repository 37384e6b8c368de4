// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { HostRulesView, HostView } from '../../../shared/model/hosts.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { LocalNote } from './ApprovalAbout.tsx';

const app = (id: 'codex' | 'opencode', name: string) =>
  ({ id, name, path: `/${id}`, status: 'ready', entries: [] }) as unknown as HostView;
const rules = (host: 'codex' | 'opencode', isOn: boolean, ...off: string[]): HostRulesView => ({
  ...{ host, byName: true, path: `/${host}`, isOn, allow: 0, deny: off.length, off },
  ...{ differs: false, left: [], problem: null },
});
const note = (isDenied: boolean, ...views: HostRulesView[]) =>
  drawn(
    <LocalNote name="pdf" isDenied={isDenied} />,
    {
      hosts: {
        found: { hosts: [app('codex', 'Codex'), app('opencode', 'opencode')], problem: null },
        error: null,
      },
    },
    { getHostRules: async () => ({ ok: true, value: { rules: views } }) },
  );

it('names the apps whose settings turn a local skill off', async () => {
  note(false, rules('codex', true, 'pdf'), rules('opencode', true, 'pdf', 'other'));
  expect(await screen.findByText('Off in Codex and opencode, by its name.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('leads from a denial to the apps that don’t follow it yet', async () => {
  const { user, app: page } = note(true, rules('codex', false), rules('opencode', true, 'pdf'));
  expect(
    await screen.findByText(/^Codex doesn’t follow your decisions about local skills yet/),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Turn that on…' }));
  expect(page.store.getState().selection).toEqual({ kind: 'hosts' });
});

it('says nothing of a skill that’s on where no decision asks for it', async () => {
  const { container, calls } = note(false, rules('codex', true, 'other'));
  await expect.poll(() => calls.some(({ name }) => name === 'getHostRules')).toBe(true);
  expect(container.textContent).toBe('');
});
