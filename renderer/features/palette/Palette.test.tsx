// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PaletteCommand } from '../../store/state.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { Palette } from './Palette.tsx';

const command = (
  more: Partial<PaletteCommand> & { readonly id: string; readonly title: string },
) => ({
  group: 'Test',
  run: () => undefined,
  ...more,
});
const commands: readonly PaletteCommand[] = [
  command({ id: 'forget-all', title: 'Forget every decision', kind: 'danger', icon: 'trash' }),
  command({ id: 'settings', title: 'Settings', kind: 'settings', key: 'mod+,', icon: 'settings' }),
  command({ id: 'verify', title: 'Verify all files', key: 'v', letter: true, icon: 'play' }),
];

describe('the palette', () => {
  it('has an icon and shortcut beside each command, the current page’s first', () => {
    drawn(<Palette />, { commands });
    const options = screen.getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Verify all filesTestV',
      'SettingsTestCtrl,',
      'Forget every decisionremoves',
    ]);
    expect(options.map((option) => option.getAttribute('aria-keyshortcuts'))).toEqual([
      'V',
      'Control+,',
      null,
    ]);
    const signs = options.map((option) => option.querySelector('path')?.getAttribute('d'));
    expect(new Set(signs).size).toBe(3);
  });
  it('leads to the search in texts where no name matches', async () => {
    const { user, app } = drawn(<Palette />, { commands });
    await user.type(screen.getByRole('combobox', { name: 'Search' }), 'zzzz');
    await user.click(await screen.findByRole('button', { name: 'Search all texts' }));
    expect(app.store.getState().overlay).toEqual({ kind: 'search' });
  });
  it('highlights the first result again when more is typed', async () => {
    const { user } = drawn(<Palette />, { commands });
    const field = screen.getByRole('combobox', { name: 'Search' });
    await user.type(field, '{ArrowDown}{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe('palette-2');
    await user.type(field, 'e');
    expect(field.getAttribute('aria-activedescendant')).toBe('palette-0');
  });
  it('says in words that a command is destructive, not by color alone', () => {
    drawn(<Palette />, { commands });
    const last = screen.getByRole('option', { name: /^Forget every decision/ });
    expect(within(last).getByText('removes')).toBeTruthy();
  });
});
