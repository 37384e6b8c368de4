/** How the keys that have no letter of their own are written on a cap, and called by a screen reader. */
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

/** Modifiers: on a Mac's caps, on those of others, for `aria-keyshortcuts` there and elsewhere. */
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

/** The same within a sentence: `⌘K`, `Ctrl K`, `F6`, `Enter`. */
export function keyText(key: string, mac: boolean): string {
  return keyCaps(key, mac)
    .map((cap) => cap.replace(' ↵', ''))
    .join(mac ? '' : ' ');
}

/** The same for `aria-keyshortcuts`: `Control+K`. */
export function ariaKeys(key: string, mac: boolean): string {
  return key
    .split('+')
    .map((part) => modifiers[part]?.[mac ? 2 : 3] ?? namedKeys[part]?.aria ?? part.toUpperCase())
    .join('+');
}
