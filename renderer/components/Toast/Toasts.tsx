import { useEffect } from 'react';
import type { Tone } from '../Badge/Badge.tsx';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './Toasts.module.css';

export interface ToastItem {
  readonly id: number;
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly text: string;
}
const glyphs: Record<ToastItem['tone'], IconName> = {
  info: 'info',
  ok: 'approved',
  warn: 'warning',
  bad: 'error',
};

/**
 * The live region is always mounted, so that what is added to it is announced. Errors stay until
 * dismissed.
 */
export function Toasts({
  items,
  onDismiss,
}: {
  items: readonly ToastItem[];
  onDismiss: (id: number) => void;
}) {
  return (
    <div className={styles.region} role="region" aria-label="Notifications" aria-live="polite">
      {items.map((item) => (
        <Toast key={item.id} item={item} onDismiss={onDismiss} />
      ))}
    </div>
  );
}

function Toast({ item, onDismiss }: { item: ToastItem; onDismiss: (id: number) => void }) {
  useEffect(() => {
    if (item.tone === 'bad') return undefined;
    const timer = setTimeout(() => onDismiss(item.id), 6000);
    return () => clearTimeout(timer);
  }, [item, onDismiss]);
  return (
    <div className={cx(styles.toast, styles[item.tone satisfies Tone])}>
      <Icon name={glyphs[item.tone]} className={styles.icon} />
      <p className={styles.text}>{item.text}</p>
      <IconButton icon="cross" small label="Dismiss" onPress={() => onDismiss(item.id)} />
    </div>
  );
}
