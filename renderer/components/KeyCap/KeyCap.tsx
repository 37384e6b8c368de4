import { useContext } from 'react';
import { keyCaps } from './key-text.ts';
import { cx } from '../cx.ts';
import styles from './KeyCap.module.css';
import { MacKeys } from './mac-keys.ts';

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
