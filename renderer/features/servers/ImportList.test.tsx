// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { drawn, heldBecause } from '../../store/testing/drawn.tsx';
import { ImportList } from './ImportList.tsx';

type Candidate = ImportPreview['candidates'][number];
const program: Candidate['target'] = {
  type: 'stdio',
  command: 'npx',
  args: ['-y', 'some server', ''],
  cwd: '/srv/tools',
  envNames: ['API_TOKEN', 'NODE_OPTIONS', 'a\u202Eb'],
};
const preview = (...candidates: readonly Candidate[]): ImportPreview => ({
  importId: 'i',
  source: 'Pasted',
  path: null,
  candidates: [...candidates],
  problems: [],
});
const items = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((one) => one.textContent);

describe('servers that would be added', () => {
  it('are shown with each argument, the folder and the name of every variable, before any consent', () => {
    const { calls } = drawn(<ImportList preview={preview({ label: 'a', target: program })} />);
    expect(items('Arguments')).toEqual(['-y', 'some server', '(empty)']);
    expect(items('Environment')).toEqual([
      'API_TOKEN = •••••• (not shown)',
      'NODE_OPTIONS = •••••• (not shown)',
      String.raw`a\u{202E}b = •••••• (not shown)`,
    ]);
    expect(screen.getByText('/srv/tools')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('are shown with the name of every header where they are at an address', () => {
    const target = {
      type: 'http' as const,
      url: 'https://a.example/mcp',
      headerNames: ['Authorization'],
    };
    drawn(<ImportList preview={preview({ label: 'a', target })} />);
    expect(items('Headers')).toEqual(['Authorization = •••••• (not shown)']);
  });

  it('cannot be added while none is ticked, nor taken twice, and say why', async () => {
    const there = { label: 'b', target: program, duplicateOf: 'mine' };
    const list = preview({ label: 'a', target: program }, there);
    const { user, calls } = drawn(<ImportList preview={list} />);
    const held = screen.getByRole('checkbox', { name: 'b' });
    expect(heldBecause(held)).toContain('here already as “mine”');
    await user.click(held);
    await user.click(screen.getByRole('checkbox', { name: 'a' }));
    const add = screen.getByRole('button', { name: 'Add 0 servers' });
    expect(heldBecause(add)).toBe('No server is ticked');
    await user.click(add);
    expect(calls).toEqual([]);
  });
});
