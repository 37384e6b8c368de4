import { useContext, createContext } from 'react';
import { cx } from '../cx.ts';
import styles from './KeyCap.module.css';

/**
 * A key such as `mod+enter`, drawn as one cap per key; every key on screen is drawn this way.
 * `quiet`: the parent already exposes it through `aria-keyshortcuts`.
 */
export function KeyCap({ of, quiet = false }: { readonly of: string; readonly quiet?: boolean }) {
  const mac = useContext(MacKeys);
  return (
    <kbd className={styles.keys} aria-hidden={quiet || undefined}>
      {keyCaps(of, mac).map((cap) => (
        <kbd key={cap} className={cx(styles.cap, cap.length > 1 && styles.word)}>
          {cap}
        </kbd>
      ))}
    </kbd>
  );
}

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
function keyCaps(key: string, mac: boolean): readonly string[] {
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

/** Whether to draw Mac keys. The app sets it once; every key cap follows. */
export const MacKeys = createContext(false);
