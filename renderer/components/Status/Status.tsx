import { cx } from '../cx.ts';
import type { BadgeTone } from '../Badge/Badge.tsx';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Status.module.css';

/** An icon with its word. Screen readers always get the word; `hideWord` hides it visually. */
export function Status({
  icon,
  tone,
  word,
  hideWord,
  size = 16,
}: {
  icon: IconName;
  tone: BadgeTone;
  word: string;
  hideWord?: boolean;
  size?: number;
}) {
  return (
    <span className={cx(styles.status, styles[tone])} title={hideWord ? word : undefined}>
      <Icon name={icon} size={size} />
      <span className={hideWord ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  );
}
