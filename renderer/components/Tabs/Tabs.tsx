import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { cx } from '../cx.ts';
import styles from './Tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  /** A short figure behind the label, such as "3/4". */
  readonly note?: ReactNode;
  readonly content: ReactNode;
}

/** Tabs that mount only the selected panel. `fill` lets the panel take the remaining height. */
export function Tabs({
  label,
  items,
  selected,
  onSelect,
  fill,
  after,
}: {
  label: string;
  items: readonly TabItem[];
  selected: string;
  onSelect: (id: string) => void;
  fill?: boolean;
  /** Stands behind the list, as its menu. */
  after?: ReactNode;
}) {
  return (
    <AriaTabs
      className={cx(styles.tabs, fill && styles.fill)}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      keyboardActivation="manual"
    >
      <div className={styles.head}>
        <TabList aria-label={label} className={styles.list ?? ''}>
          {items.map((item) => (
            <Tab key={item.id} id={item.id} className={styles.tab ?? ''}>
              {item.label}
              {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
            </Tab>
          ))}
        </TabList>
        {after}
      </div>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel ?? ''}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
