// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import type { FileView } from '../../../shared/model/file-view.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { useNoteCompared } from '../../store/readings.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { skillKey, type DetailState } from '../../store/state.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { FilePane } from './FilePane.tsx';

const row = aSkill('acme', 'deploy');
const file = { path: 'SKILL.md', uri: row.uri, size: 2_048, digest: `sha256:${'b'.repeat(64)}` };
const pane = (answers: Partial<RendererApi> = {}) =>
  drawn(<FilePane row={row} files={[file]} mode="preview" />, holding([row]), answers);
const read = (verdict: FileCheck): Partial<RendererApi> => ({
  readFile: async () => ({
    ok: true,
    value: { path: file.path, uri: file.uri, verdict, preview: null } as unknown as FileView,
  }),
});

describe('the pane of a file', () => {
  it('has loaded nothing, and offers to with the focus on its button', () => {
    const { calls } = pane();
    const button = screen.getByRole('button', { name: /^Open SKILL\.md/ });
    expect(document.activeElement).toBe(button);
    expect(screen.getByText('Not checked')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('has the same status as Files for a file that was verified without opening', () => {
    const detail = { row, files: [file], verdicts: { [file.uri]: { status: 'verified' } } };
    const known = { detail, error: null, stale: false, loading: false } as unknown;
    const { calls, container } = drawn(<FilePane row={row} files={[file]} mode="preview" />, {
      ...holding([row]),
      details: new Map([[skillKey('acme', row.uri), known as DetailState]]),
    });
    expect(screen.getByText('verified')).toBeTruthy();
    expect(screen.getByText('Verified')).toBeTruthy();
    expect(container.textContent).not.toMatch(/not (read|fetched)/i);
    expect(calls).toEqual([]);
  });

  it('shows a file that was opened in the changes, and no other version of it', async () => {
    const Opened = ({ digest }: { digest: string }) => {
      const note = useNoteCompared();
      return (
        <button type="button" onClick={() => note('acme', row.uri, { uri: file.uri, digest })}>
          Compare {digest}
        </button>
      );
    };
    const { user, calls } = drawn(
      <>
        <FilePane row={row} files={[file]} mode="source" />
        <Opened digest="another" />
        <Opened digest={file.digest} />
      </>,
      holding([row]),
      read({ status: 'unverifiable', reason: 'cancelled', message: 'It was cancelled.' }),
    );
    await user.click(screen.getByRole('button', { name: 'Compare another' }));
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: `Compare ${file.digest}` }));
    expect(await screen.findByText(/Nothing to show: It was cancelled\./)).toBeTruthy();
    expect(calls.map(({ name }) => name)).toEqual(['readFile']);
  });

  it('shows that it is loading, and requests once', async () => {
    const { user, calls } = pane({ readFile: () => new Promise(() => undefined) });
    await user.click(screen.getByRole('button', { name: /^Open SKILL\.md/ }));
    expect(screen.getByText(/Reading SKILL\.md…/)).toBeTruthy();
    expect(calls.map(({ name }) => name)).toEqual(['readFile']);
  });

  it('says why a file couldn’t be read, and tries again on request', async () => {
    const { user, calls } = pane({
      readFile: async () => ({
        ok: false,
        error: { code: 'server-unavailable', message: 'The server has ended.' } as never,
      }),
    });
    await user.click(screen.getByRole('button', { name: /^Open SKILL\.md/ }));
    expect(await screen.findByText('SKILL.md could not be read')).toBeTruthy();
    expect(screen.getByText('The server has ended.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(calls).toHaveLength(2);
  });

  it('doesn’t show a file that isn’t in the manifest', () => {
    drawn(<FilePane row={row} files={[file]} mode="preview" />, {
      ...holding([row]),
      file: 'skill://deploy/other.md',
    });
    expect(screen.getByText('This file isn’t in the skill’s manifest')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
  });
});

describe('the check of a file', () => {
  const open = async (verdict: FileCheck) => {
    const view = pane(read(verdict));
    await view.user.click(screen.getByRole('button', { name: /^Open SKILL\.md/ }));
    return view;
  };

  it('shows the failed check, expected and actual values, and no content', async () => {
    await open({
      status: 'failed',
      check: 'digest',
      message: 'The digest differs.',
      expected: `sha256:${'b'.repeat(64)}`,
      actual: `sha256:${'c'.repeat(64)}`,
    });
    const section = await screen.findByRole('region', { name: 'Failed check' });
    expect(section.textContent).toContain('SKILL.md doesn’t match the manifest');
    for (const text of ['digest', 'b'.repeat(64), 'c'.repeat(64), 'isn’t shown'])
      expect(section.textContent).toContain(text);
    expect(screen.getByRole('button', { name: 'Load the file again' })).toBeTruthy();
  });

  it('names each field of the frontmatter that differs', async () => {
    await open({
      status: 'failed',
      check: 'frontmatter',
      message: 'The frontmatter differs.',
      differences: [{ field: 'allowed-tools', expected: '"Read"', actual: '"Bash(*)"' }],
    });
    const line = await screen.findByRole('row', { name: /allowed-tools/ });
    expect(line.textContent).toBe('allowed-tools"Read""Bash(*)"');
  });

  it('says that nothing can be proved, and claims no failure', async () => {
    await open({ status: 'unverifiable', reason: 'cancelled', message: 'It was cancelled.' });
    expect(await screen.findByText(/Nothing to show: It was cancelled\./)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Failed check' })).toBeNull();
  });
});
