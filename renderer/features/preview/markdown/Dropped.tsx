import type { ReactNode } from 'react';
import { cx } from '../../../components/cx.ts';
import type { DroppedKind } from './parse/nodes.ts';
import styles from './Dropped.module.css';

const words: Readonly<Record<DroppedKind, string>> = {
  comment: 'comment',
  HTML: 'HTML',
  definition: 'link definition',
  title: 'title',
  cells: 'cells without a column',
  image: 'image source',
  target: 'link target',
  label: 'link label',
  text: 'source',
  fence: 'code source',
};

/** Source that isn't rendered, shown in its place: a model reads it, so a reviewer must see it. */
export function Dropped({
  kind,
  block,
  at,
  children,
}: {
  kind: DroppedKind;
  block: boolean;
  at?: string | undefined;
  children: ReactNode;
}) {
  return (
    <ins className={cx(styles.dropped, block && styles.block)} data-at={at}>
      <span className={styles.label}>not rendered · {words[kind]}</span>{' '}
      <code className={styles.source}>{children}</code>
    </ins>
  );
}
