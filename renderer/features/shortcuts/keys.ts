import type { PaletteCommand } from '../../store/state.ts';

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
export function isTyping(target: unknown): boolean {
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
