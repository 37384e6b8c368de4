import { useEffect, useState } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './CodeText.module.css';

/** Monospace text. `copy` adds a button that puts `copy` (or the text itself) on the clipboard. */
export function CodeText({ text, copy, short, block, label = 'Copy' }: { text: string; copy?: boolean | string; short?: string; block?: boolean; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const value = typeof copy === 'string' ? copy : text;
  return (
    <span className={cx(styles.wrap, block && styles.block)}>
      <code className={styles.code} title={short ? text : undefined}>{short ?? text}</code>
      {copy && <IconButton small icon={copied ? 'check' : 'copy'} label={copied ? 'Copied' : label} onPress={() => void navigator.clipboard.writeText(value).then(() => setCopied(true), () => setCopied(false))} />}
    </span>
  );
}
