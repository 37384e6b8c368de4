import { useContext } from 'react';
import { keyCaps } from './key-text.ts';
import { cx } from '../cx.ts';
import styles from './KeyCap.module.css';
import { MacKeys } from './mac-keys.ts';

/**
 * A key to press, in the notation of commands (`mod+enter`): a cap for each key that is held. The
 * one way in which keys are drawn. `quiet`: what it stands in says the key itself
 * (`aria-keyshortcuts`).
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
