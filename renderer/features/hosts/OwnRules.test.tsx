import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { HostRulesView, RulesChange } from '../../../shared/model/hosts.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { OwnRules } from './OwnRules.tsx';

const path = '/home/ada/.claude/settings.json';
const off: HostRulesView = {
  ...{ host: 'claude-code', byName: false, path, isOn: false, allow: 0, deny: 0 },
  ...{ off: [], differs: false, left: [], problem: null },
};
const change: RulesChange = {
  ...{
    changeId: 'c1',
    host: 'claude-code',
    byName: false,
    path,
    to: 'on',
    isWhole: false,
    line: 3,
  },
  lines: [
    { kind: 'same', text: '    "allow": [' },
    { kind: 'added', text: '      "Skill(acme:refunds@sha256:abc)"' },
  ],
  left: [
    { server: 'acme', uri: 'skill://a\u202eb', reason: 'its name can’t be written in a rule' },
  ],
};
const hosts = [{ id: 'claude-code' as const, name: 'Claude Code' }];

function page(rules: HostRulesView, more: Parameters<typeof drawn>[2] = {}) {
  return drawn(
    <OwnRules hosts={hosts} />,
    {},
    {
      getHostRules: async () => ({ ok: true, value: { rules: [rules] } }),
      previewHostRules: async () => ({ ok: true, value: { ...change, challenge: 'x' } }),
      applyHost: async () => ({ ok: true, value: { path, outcome: 'written', tried: [] } }),
      ...more,
    },
  );
}

it('is off, unconfirmed, and shows the exact lines before anything is written', async () => {
  const { user, calls } = page(off);
  const control = await screen.findByRole('switch', {
    name: 'Claude Code’s own settings follow your decisions (unconfirmed)',
  });
  expect(control.getAttribute('aria-checked')).toBe('false');
  await user.click(control);
  const dialog = await screen.findByRole('alertdialog');
  const lines = await within(dialog).findByRole('list', { name: `Line 3 of ${path}` });
  expect(lines.textContent).toContain('added: ');
  expect(lines.textContent).toContain('"Skill(acme:refunds@sha256:abc)"');
  expect(dialog.textContent).toContain('No version of Claude Code has been seen to honor');
  expect(dialog.textContent).not.toContain('\u202e');
  expect(dialog.textContent).toContain('its name can’t be written in a rule');
  expect(calls.some(({ name }) => name === 'applyHost')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Save file' }));
  await expect
    .poll(() => calls.find(({ name }) => name === 'applyHost')?.input)
    .toEqual({ changeId: 'c1', proof: 'a proof', isUntested: false });
});

it('can’t be saved where the settings can’t be changed, and says why', async () => {
  const error = { code: 'refused' as const, message: `${path} is read-only.` };
  const { user } = page(off, { previewHostRules: async () => ({ ok: false, error }) });
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText(`${path} is read-only.`)).toBeTruthy();
  const save = screen.getByRole('button', { name: 'Save file' });
  expect(heldBecause(save)).toBe('This can’t be changed');
});

it('says what is written, what differs, and what has no rule', async () => {
  const problem = `${path} was left unchanged: it isn’t valid JSON`;
  const on = { ...off, isOn: true, allow: 2, deny: 1, differs: true, left: change.left, problem };
  const { user, calls } = page(on);
  const item = await screen.findByText('2 skills allowed in one version, 1 denied by name');
  expect(item.closest('li')?.textContent).toContain(problem);
  expect(screen.getByText(/Its rules and your decisions differ/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Update…' }));
  await screen.findByRole('alertdialog');
  expect(calls.find(({ name }) => name === 'previewHostRules')?.input).toEqual({
    ...{ host: 'claude-code', byName: false, to: 'on' },
  });
});

it('says that local skills are meant by name alone', async () => {
  const { user, calls } = page({ ...off, byName: true, isOn: true, deny: 2, differs: true });
  expect((await screen.findByText('2 off')).closest('li')?.textContent).toContain(
    'local skills, by name',
  );
  await user.click(screen.getByRole('button', { name: 'Update…' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('By name alone');
  expect(dialog.textContent).not.toContain('Unconfirmed');
  expect(calls.find(({ name }) => name === 'previewHostRules')?.input).toEqual({
    ...{ host: 'claude-code', byName: true, to: 'on' },
  });
});

it('is absent where no app here has such settings', async () => {
  const { calls, container } = drawn(
    <OwnRules hosts={[]} />,
    {},
    { getHostRules: async () => ({ ok: true, value: { rules: [off] } }) },
  );
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  expect(container.textContent).toBe('');
});
