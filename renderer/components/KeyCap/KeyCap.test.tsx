// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from '../Button/Button.tsx';
import { KeyCap, ariaKeys, keyText, MacKeys } from './KeyCap.tsx';

const draw = (key: string, mac: boolean): HTMLElement =>
  render(
    <MacKeys value={mac}>
      <KeyCap of={key} />
    </MacKeys>,
  ).container;
const caps = (drawn: HTMLElement): (string | null)[] =>
  [...drawn.querySelectorAll('kbd > kbd')].map(({ textContent }) => textContent);

afterEach(cleanup);

describe('a keycap', () => {
  it('has one cap for each key, by the platform’s names', () => {
    expect(caps(draw('mod+k', false))).toEqual(['Ctrl', 'K']);
    expect(caps(draw('mod+k', true))).toEqual(['⌘', 'K']);
    expect(caps(draw('shift+f6', false))).toEqual(['Shift', 'F6']);
  });
  it('never shows an arrow for Enter without the word', () => {
    expect(caps(draw('mod+enter', false))).toEqual(['Ctrl', 'Enter ↵']);
    expect(keyText('mod+enter', false)).toBe('Ctrl Enter');
  });
  it('uses the names that assistive technology knows', () => {
    expect([ariaKeys('mod+enter', false), ariaKeys('mod+k', true)]).toEqual([
      'Control+Enter',
      'Meta+K',
    ]);
    expect([ariaKeys('escape', false), ariaKeys('a', false)]).toEqual(['Escape', 'A']);
  });
  it('isn’t part of a button’s name, which exposes the key separately', () => {
    render(<Button hint="mod+enter">Approve 1 skill</Button>);
    const button = screen.getByRole('button', { name: 'Approve 1 skill' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
    expect(button.querySelector('kbd')?.getAttribute('aria-hidden')).toBe('true');
  });
});
