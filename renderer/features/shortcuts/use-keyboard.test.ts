import { describe, expect, it } from 'vitest';
import { keyText } from '../../components/KeyCap/KeyCap.tsx';
import type { PaletteCommand } from '../../store/state.ts';
import { commandFor, keyName, type PressedKey } from './use-keyboard.ts';

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  target: null,
  ...more,
});
const command = (id: string, key: string, letter = false): PaletteCommand => ({
  id,
  title: id,
  group: 'Test',
  key,
  letter,
  run: () => undefined,
});
const commands = [
  command('palette', 'mod+k'),
  command('approve', 'a', true),
  command('help', '?'),
  command('panes', 'f6'),
  command('undo', 'mod+z'),
];
const context = { mac: false, letters: true, modal: false };
const field = { closest: () => ({}) };

describe('the keyboard', () => {
  it('names keys the same on every platform', () => {
    expect(keyName(press('K', { metaKey: true }), true)).toBe('mod+k');
    expect(keyName(press('k', { ctrlKey: true }), false)).toBe('mod+k');
    expect(keyName(press('?', { shiftKey: true }), false)).toBe('?');
    expect(keyText('mod+k', true)).toBe('⌘K');
    expect(keyText('shift+f6', false)).toBe('Shift F6');
  });
  it('never takes a letter from someone who is typing', () => {
    expect(commandFor(press('a', { target: field }), commands, context)).toBeNull();
    expect(commandFor(press('?', { target: field, shiftKey: true }), commands, context)).toBeNull();
    expect(commandFor(press('k', { target: field, ctrlKey: true }), commands, context)?.id).toBe(
      'palette',
    );
    expect(commandFor(press('F6', { target: field }), commands, context)?.id).toBe('panes');
  });
  it('leaves undo to the text being typed', () => {
    const undo = { ctrlKey: true };
    expect(commandFor(press('z', { ...undo, target: field }), commands, context)).toBeNull();
    expect(commandFor(press('z', undo), commands, context)?.id).toBe('undo');
  });
  it('undoes one decision per press, however long it is held', () => {
    const held = { ctrlKey: true, repeat: true };
    expect(commandFor(press('z', held), commands, context)).toBeNull();
    expect(commandFor(press('k', held), commands, context)?.id).toBe('palette');
  });
  it('ignores single letters when they are switched off', () => {
    expect(commandFor(press('a'), commands, { ...context, letters: false })).toBeNull();
    expect(commandFor(press('a'), commands, context)?.id).toBe('approve');
  });
  it('doesn’t act on a letter with a modifier: Ctrl+A isn’t A', () => {
    expect(commandFor(press('a', { ctrlKey: true }), commands, context)).toBeNull();
  });
  it('is silent while a dialog is open', () => {
    expect(
      commandFor(press('k', { ctrlKey: true }), commands, { ...context, modal: true }),
    ).toBeNull();
  });
  it('gives a shared key to the page that registered last', () => {
    expect(commandFor(press('a'), [...commands, command('later', 'a')], context)?.id).toBe('later');
  });
});
