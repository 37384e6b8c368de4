// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import type { TextHit, TextSearch } from '../../../shared/model/text-search.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { SearchTexts } from './SearchTexts.tsx';

const uri = 'skill://pay/SKILL.md';
const excerpt = { text: 'refund\u202E it', from: 0, to: 6 };
const hits: readonly TextHit[] = [
  { server: 'acme', uri, name: 'pay', place: { in: 'description' }, excerpt },
  {
    ...{ server: 'acme', uri, name: 'pay', excerpt },
    place: { in: 'file', file: 'skill://pay/guide.md', path: 'guide.md', line: 7, column: 3 },
  },
];
const finds =
  (ended: TextSearch['ended'] = 'complete'): RendererApi['searchTexts'] =>
  async ({ text }) => ({
    ok: true,
    value: { hits: text === 'refund' ? [...hits] : [], files: 3, ended },
  });
const open = (searchTexts = finds()) => drawn(<SearchTexts />, {}, { searchTexts });
const field = () => screen.getByRole('combobox');
const options = () =>
  within(screen.getByRole('listbox', { name: 'Places' })).getAllByRole('option');

describe('the search of all texts', () => {
  it('lists each place with its skill, file, line and excerpt, hidden characters written out', async () => {
    const { user } = open();
    await user.type(field(), 'refund');
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(options()[1]?.textContent).toBe(String.raw`pay acmeguide.md:7refund\u{202E} it`);
    expect(screen.getByRole('status').textContent).toBe('2 places, 3 files searched');
  });
  it('opens a place in its file with Enter, and a skill for its description', async () => {
    const { user, app } = open();
    await user.type(field(), 'refund');
    await waitFor(() => expect(options()).toHaveLength(2));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(app.store.getState()).toMatchObject({
      selection: { kind: 'skill', server: 'acme', uri },
      tab: 'source',
      file: 'skill://pay/guide.md',
      place: { line: 7, column: 3 },
    });
  });
  it('never opens a hit for a text other than the typed one', async () => {
    const { user, app } = open();
    await user.type(field(), 'refund');
    await waitFor(() => expect(options()).toHaveLength(2));
    await user.keyboard('s{Enter}');
    expect(app.store.getState().selection.kind).toBe('home');
  });
  it('says that unread files aren’t searched, and when there’s more than it shows', async () => {
    const { user, unmount } = open();
    await user.type(field(), 'nothing');
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toMatch(/^No places\. 3 files searched/),
    );
    unmount();
    const { user: other } = open(finds('too-many'));
    await other.type(field(), 'refund');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^The first 2/));
  });
  it('ends a search that was left', async () => {
    const { calls, user, unmount } = open();
    await user.type(field(), 'x');
    unmount();
    expect(calls.at(-1)).toMatchObject({ name: 'searchTexts', input: { text: '' } });
  });
});
