// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useImperativeHandle, type Ref } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { ChangesTab } from './ChangesTab.tsx';
import { useChanges } from './use-file-diff.ts';

// The editor needs a real browser; here it reports one change and leaves at its edges.
vi.mock('../../components/DiffView/DiffView.tsx', () => ({
  DiffView: ({
    ref,
    label,
    onChanges,
    onEdge,
    onSeen,
  }: {
    ref: Ref<DiffHandle>;
    label: string;
    onChanges: (count: number) => void;
    onEdge?: (direction: 'next' | 'previous') => void;
    onSeen?: (from: number, to: number, how: 'in view' | 'unchanged') => void;
  }) => {
    useImperativeHandle(ref, () => ({
      go: (direction) => onEdge?.(direction),
      reveal: () => undefined,
      find: () => undefined,
    }));
    return (
      <button
        type="button"
        onClick={() => {
          onChanges(1);
          onSeen?.(0, 1, 'in view');
          onSeen?.(1, 3, 'unchanged');
        }}
      >
        Diff of {label}
      </button>
    );
  },
}));

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const file = (path: string) => ({
  path,
  uri: `skill://refunds/${path}`,
  change: 'modified' as const,
  before: { digest: digest('a'), size: 1 },
  after: { digest: digest('b'), size: 2 },
});

const row = aSkill('acme', 'refunds');
const changed = {
  files: [file('one.md'), file('two.md')],
  frontmatter: [],
  approvedAt: '2026-01-01T00:00:00.000Z',
} as unknown as SkillChanges;

function tab(more: Partial<SkillChanges> = {}) {
  const changes = { ...changed, ...more };
  return drawn(
    <ChangesTab row={row} comparison={{ changes, again: () => undefined }} hasRail />,
    { ...holding([row]), selection: { kind: 'skill', server: 'acme', uri: row.uri } },
    {
      getDiff: async (input) => ({
        ok: true,
        value: diffOf(input.file),
      }),
    },
  );
}
const diffOf = (uri: string) =>
  ({
    path: uri.slice(16),
    language: 'markdown',
    before: { text: 'a' },
    after: { text: 'b\nc' },
  }) as never;
const chosen = (): string | undefined =>
  within(screen.getByRole('list', { name: 'Changed files' }))
    .getAllByRole('button')
    .find((one) => one.getAttribute('aria-pressed') === 'true')?.textContent;
const run = (app: ReturnType<typeof tab>['app'], key: string): void =>
  app.store
    .getState()
    .commands.findLast((one) => one.key === key)
    ?.run();

describe('what didn’t change', () => {
  it.each([
    ['counts as read if all of it was read when it was approved', { wasRead: true }, 'read'],
    ['doesn’t count if it was approved unread', {}, 'partly read'],
  ] as const)('%s', async (_, more, word) => {
    const { app, user } = tab(more);
    run(app, ']');
    await user.click(await screen.findByRole('button', { name: /^Diff of/ }));
    expect(await screen.findByText(word)).toBeTruthy();
  });
});

describe('a file that couldn’t be compared', () => {
  it('is compared again with Try again, and stays chosen', async () => {
    const Page = () => <ChangesTab row={row} comparison={useChanges(row, true)} hasRail />;
    let fails = true;
    const { app, user } = drawn(
      <Page />,
      { ...holding([row]), selection: { kind: 'skill', server: 'acme', uri: row.uri } },
      {
        getChanges: async () => ({ ok: true, value: changed }),
        getDiff: async (input) =>
          fails
            ? { ok: false, error: { code: 'not-connected', message: 'Not connected.' } }
            : { ok: true, value: diffOf(input.file) },
      },
    );
    await screen.findByText('Choose a file to see what changed');
    run(app, ']');
    await screen.findByText('Not connected.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Diff of one.md' })).toBeTruthy();
    expect(chosen()).toMatch(/one\.md/);
  });
});

describe('a walk through the changed files', () => {
  it('goes on to the next file after the last change, and back', async () => {
    const { app, user } = tab();
    run(app, ']');
    await waitFor(() => expect(chosen()).toMatch(/one\.md/));
    await user.click(await screen.findByRole('button', { name: /^Diff of/ }));
    run(app, ']');
    await waitFor(() => expect(chosen()).toMatch(/two\.md/));
    run(app, '[');
    await waitFor(() => expect(chosen()).toMatch(/one\.md/));
  });
  it('goes with U to the next unread changed file', async () => {
    const { app } = tab();
    run(app, 'u');
    await waitFor(() => expect(chosen()).toMatch(/one\.md/));
  });
  it('shows the diff of a file that was chosen elsewhere, once', async () => {
    const { app, calls } = tab();
    app.actions.openFile('acme', 'skill://refunds/SKILL.md', file('two.md').uri, 'changes');
    await waitFor(() => expect(chosen()).toMatch(/two\.md/));
    expect(app.store.getState().toRead).toBe(false);
    expect(calls.filter(({ name }) => name === 'getDiff')).toHaveLength(1);
  });
  it('opens at the first changed file where a person chose the skill', async () => {
    const { app } = tab();
    app.store.setState({ file: null, toRead: true });
    await waitFor(() => expect(chosen()).toMatch(/one\.md/));
    expect(app.store.getState().toRead).toBe(false);
  });
  it('loads nothing for a file that only an address names', () => {
    const { app, calls } = tab();
    app.store.setState({ file: file('two.md').uri, toRead: false });
    expect(calls.filter(({ name }) => name === 'getDiff')).toEqual([]);
  });
});
