import { cx } from '../cx.ts';
import styles from './CodeText.module.css';
import { useCopied } from '../copy-text.ts';
import type { IconName } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';

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

/** A small button that copies text and briefly confirms it. */
function CopyButton({
  text,
  label,
  icon = 'copy',
}: {
  readonly text: string;
  readonly label: string;
  readonly icon?: IconName;
}) {
  const [copied, put] = useCopied(text);
  return (
    <IconButton
      small
      icon={copied ? 'check' : icon}
      label={copied ? 'Copied' : label}
      onPress={put}
    />
  );
}
