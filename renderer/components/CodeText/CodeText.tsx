import { cx } from '../cx.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './CodeText.module.css';

/** Monospace text. `copy` adds a button that copies `copy` or the text itself. */
export function CodeText({
  text,
  copy,
  short,
  block,
  label = 'Copy',
}: {
  text: string;
  copy?: boolean | string;
  short?: string;
  block?: boolean;
  label?: string;
}) {
  return (
    <span className={cx(styles.wrap, block && styles.block)}>
      <code className={styles.code} title={short ? text : undefined}>
        {short ?? text}
      </code>
      {copy && <CopyButton text={typeof copy === 'string' ? copy : text} label={label} />}
    </span>
  );
}
