import type { PaletteCommand } from '../../store/state.ts';

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** It is still held. */
  readonly repeat: boolean;
  readonly target: unknown;
}

/** A key press in the notation of `Command.key`: `mod+k`, `shift+f6`, `?`, `a`. */
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

/** True where letters are text: a shortcut without a modifier must leave them alone. */
export function isTyping(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('closest' in target)) return false;
  const element = target as Element;
  return (
    element.closest(
      "input:not([type='checkbox']):not([type='radio']), textarea, select, [contenteditable='true'], [role='textbox'], .monaco-editor",
    ) !== null
  );
}

/** What a text field does with these is what the person means there. */
const ofText: ReadonlySet<string> = new Set(['mod+z']);

/** Each press takes one decision back: a key that is held must not take back a whole sitting. */
const ofOnePress: ReadonlySet<string> = new Set(['mod+z']);

/**
 * The command that a key press asks for. Nothing while a modal is open; keys without a modifier
 * never while typing; single letters only while the setting is on. Of two commands with the
 * same key, the one registered last wins: the page in front.
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
