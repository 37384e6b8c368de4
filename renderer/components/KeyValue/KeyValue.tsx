import type { ReactNode } from 'react';
import styles from './KeyValue.module.css';

/** A list of names and values; absent values are left out. */
export function KeyValue({
  items,
}: {
  items: readonly { readonly name: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className={styles.list}>
      {items
        .filter((item) => item.value !== null && item.value !== undefined && item.value !== '')
        .map((item) => (
          <div key={item.name} className={styles.row}>
            <dt>{item.name}</dt>
            <dd>{item.value}</dd>
          </div>
        ))}
    </dl>
  );
}
