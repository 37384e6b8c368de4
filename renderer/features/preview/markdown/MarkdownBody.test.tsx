// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
