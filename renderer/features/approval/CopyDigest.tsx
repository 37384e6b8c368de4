import { useEffect, useState } from 'react';
import { shortDigest } from './figures.ts';
import styles from './CopyDigest.module.css';

/** A short digest that copies the whole one. One plain button: a table holds hundreds of them. */
export function CopyDigest({ digest }: { digest: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => void navigator.clipboard.writeText(digest).then(() => setCopied(true), () => setCopied(false));
  return <button type="button" className={styles.digest} title={`Copy ${digest}`} aria-label={`Copy digest ${digest.slice(0, 19)}`} onClick={copy}><code aria-hidden="true">{copied ? 'copied' : shortDigest(digest)}</code></button>;
}
