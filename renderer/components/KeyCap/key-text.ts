/** How keys without a letter are drawn on a cap and named to screen readers. */
const namedKeys: Readonly<Record<string, { readonly cap: string; readonly aria: string }>> = {
  arrowleft: { cap: '←', aria: 'ArrowLeft' },
  arrowright: { cap: '→', aria: 'ArrowRight' },
  arrowup: { cap: '↑', aria: 'ArrowUp' },
  arrowdown: { cap: '↓', aria: 'ArrowDown' },
  escape: { cap: 'Esc', aria: 'Escape' },
  enter: { cap: 'Enter ↵', aria: 'Enter' },
  space: { cap: 'Space', aria: 'Space' },
  home: { cap: 'Home', aria: 'Home' },
  end: { cap: 'End', aria: 'End' },
};

/** Modifiers: Mac cap, other caps, then `aria-keyshortcuts` for each. */
const modifiers: Readonly<Record<string, readonly [string, string, string, string]>> = {
  mod: ['⌘', 'Ctrl', 'Meta', 'Control'],
  shift: ['⇧', 'Shift', 'Shift', 'Shift'],
  alt: ['⌥', 'Alt', 'Alt', 'Alt'],
};

/** The labels of the key caps for a command key such as `mod+k`, one per cap. */
export function keyCaps(key: string, mac: boolean): readonly string[] {
  return key
    .split('+')
    .map((part) => modifiers[part]?.[mac ? 0 : 1] ?? namedKeys[part]?.cap ?? part.toUpperCase());
}

/** The key as text in a sentence: `⌘K`, `Ctrl K`, `F6`, `Enter`. */
export function keyText(key: string, mac: boolean): string {
  return keyCaps(key, mac)
    .map((cap) => cap.replace(' ↵', ''))
    .join(mac ? '' : ' ');
}

/** The key for `aria-keyshortcuts`: `Control+K`. */
export function ariaKeys(key: string, mac: boolean): string {
  return key
    .split('+')
    .map((part) => modifiers[part]?.[mac ? 2 : 3] ?? namedKeys[part]?.aria ?? part.toUpperCase())
    .join('+');
}
