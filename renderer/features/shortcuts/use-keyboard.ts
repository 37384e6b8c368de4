import { useEffect, useMemo } from 'react';
import { useTreeToggle } from '../../store/tree-visibility.ts';
import { useActions, useApp, useAppState, useCommands } from '../../store/context.ts';
import type { AppState, PaletteCommand } from '../../store/state.ts';
import { sharedCommands } from './shared-commands.ts';

/** The app's only keyboard listener. Components register commands; this runs them. */
export function useKeyboard() {
  const getState = useAppState();
  const actions = useActions();
  const tree = useTreeToggle();
  const mac = useApp((app) => app.info?.platform === 'mac');
  const theme = useApp((app) => app.settings.theme);

  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const commands = useMemo(
    () => sharedCommands(actions, getState, tree),
    [actions, getState, tree],
  );
  useCommands(commands);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const state = getState();
      const command = commandFor(event, state.commands, {
        mac,
        letters: state.settings.letterKeys,
        modal: isModal(state),
      });
      if (!command) return;
      event.preventDefault();
      // A held key repeats movement commands and nothing else.
      if (!event.repeat || command.repeats === true) command.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [getState, mac]);

  // The side buttons of a mouse. A browser navigates unless the page handles them; the desktop
  // window doesn't navigate unless the page does.
  useEffect(() => {
    const onMouse = (event: MouseEvent) => {
      if (event.button !== 3 && event.button !== 4) return;
      event.preventDefault();
      if (isModal(getState())) return;
      if (event.button === 3) actions.goBack();
      else actions.goForward();
    };
    window.addEventListener('mouseup', onMouse);
    return () => window.removeEventListener('mouseup', onMouse);
  }, [actions, getState]);
}

/** Whether something covers the page that must be answered or closed first. */
const isModal = ({ overlay }: Pick<AppState, 'overlay'>): boolean =>
  overlay !== null || document.querySelector('[role=dialog],[role=alertdialog]') !== null;

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is being held. */
  readonly repeat: boolean;
  readonly target: unknown;
}

/** A key press in `Command.key` notation: `mod+k`, `shift+f6`, `?`, `a`. */
export function keyName(event: PressedKey, mac: boolean): string {
  const key = event.key.toLowerCase();
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  const symbol = key.length === 1 && !/[a-z]/.test(key);
  return [
    mod && 'mod',
    other && 'other',
    event.altKey && 'alt',
    event.shiftKey && !symbol && 'shift',
    key,
  ]
    .filter(Boolean)
    .join('+');
}

/** True where letters are text, so plain-letter shortcuts must not run. */
function isTyping(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('closest' in target)) return false;
  const element = target as Element;
  return (
    element.closest(
      "input:not([type='checkbox']):not([type='radio']), textarea, " +
        "select, [contenteditable='true'], [role='textbox'], .monaco-editor",
    ) !== null
  );
}

/** A text field's own use of these keys is what the person means. */
const ofText: ReadonlySet<string> = new Set(['mod+z']);

/** Each press undoes one decision; a held key must not undo the whole session. */
const ofOnePress: ReadonlySet<string> = new Set(['mod+z']);

/**
 * The command for a key press. None while a modal is open; plain keys not while typing; single
 * letters only if the setting is on. If two commands share a key, the one registered last, the
 * current page's, wins.
 */
export function commandFor(
  event: PressedKey,
  commands: readonly PaletteCommand[],
  context: { readonly mac: boolean; readonly letters: boolean; readonly modal: boolean },
): PaletteCommand | null {
  if (context.modal) return null;
  const name = keyName(event, context.mac);
  if (event.repeat && ofOnePress.has(name)) return null;
  const plain = !/^(mod|alt|other)\+/.test(name) && !/^(shift\+)?f\d+$/.test(name);
  if ((plain || ofText.has(name)) && isTyping(event.target)) return null;
  const command = commands.findLast((each) => each.key === name);
  if (!command || (command.letter && !context.letters)) return null;
  return command;
}
