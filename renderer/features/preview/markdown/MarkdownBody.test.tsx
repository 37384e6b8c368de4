// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FileEntry } from '../../../../shared/model/skill.ts';
import { createAppStore } from '../../../store/app-store.ts';
import { StoreProvider } from '../../../store/context.ts';
import { fakeApi } from '../../../store/testing/fake-api.ts';
import { MarkdownBody } from './MarkdownBody.tsx';
import { markdownTree } from './parse/markdown-tree.ts';

it('keeps a link’s focus and its dialog while the skill loads again', () => {
  const found = markdownTree('See [there](https://example.net/x) and [a file](guide.md).\n');
  if (!found.ok) throw new Error('it is not laid out');
  const store = createAppStore(fakeApi().api);
  const guide: FileEntry = { path: 'guide.md', uri: 'skill://a/guide.md' };
  const page = (files: readonly FileEntry[]) => (
    <StoreProvider value={store}>
      <MarkdownBody
        tree={found.tree}
        row={{ server: 's', uri: 'skill://a/SKILL.md' }}
        files={files}
        path="SKILL.md"
      />
    </StoreProvider>
  );
  const { rerender } = render(page([]));
  const link = screen.getByRole('button', { name: 'there' });
  link.focus();
  fireEvent.click(link);
  expect(screen.getByRole('alertdialog', { name: 'Open example.net?' })).toBeTruthy();
  rerender(page([guide]));
  expect(link.isConnected).toBe(true);
  expect(screen.getByRole('alertdialog', { name: 'Open example.net?' })).toBeTruthy();
  // The same elements, judged by what there is now.
  expect(screen.getByRole('button', { name: 'a file', hidden: true })).toBeTruthy();
});

it('shows a picture of the skill only once the person loads it and its bytes match', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:here');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const found = markdownTree(
    '![Chart](chart.png) ![Forged](forged.png) ![Far](https://a.example/x)\n',
  );
  if (!found.ok) throw new Error('it is not laid out');
  const { api, calls } = fakeApi({
    readFile: async ({ file }) => ({
      ok: true,
      value: {
        ...{ uri: file, path: 'p', digest: `sha256:${'a'.repeat(64)}`, size: 3 },
        ...{ truncated: false, hidden: [] },
        verdict: file.includes('forged')
          ? { status: 'failed', check: 'digest', message: 'm' }
          : { status: 'verified' },
        preview: {
          ...{ kind: 'image', mediaType: 'image/png', base64: 'AAAA', rest: [], texts: [] },
          ...{ whole: { what: 'w', offset: 0, length: 3, text: null, base64: '' }, cut: false },
        },
      } as never,
    }),
  });
  const files = ['chart.png', 'forged.png'].map((path) => ({ path, uri: `skill://a/${path}` }));
  const { container } = render(
    <StoreProvider value={createAppStore(api)}>
      <MarkdownBody
        tree={found.tree}
        row={{ server: 's', uri: 'skill://a/SKILL.md' }}
        files={files}
        path="SKILL.md"
      />
    </StoreProvider>,
  );
  expect(calls).toEqual([]);
  expect(container.querySelector('img')).toBeNull();
  const [chart, forged, ...others] = screen.getAllByRole('button', { name: 'Show' });
  expect(others).toEqual([]);
  fireEvent.click(chart as HTMLElement);
  fireEvent.click(forged as HTMLElement);
  await vi.waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(1), 60_000);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:here');
  // It counts as no part of the text that names it.
  expect(container.querySelector('[data-part=image]')).toBeNull();
});
