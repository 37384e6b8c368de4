import { useCopied } from '../../components/copy-text.ts';
import { shortDigest } from './figures.ts';
import styles from './CopyDigest.module.css';

/** A short digest that copies the full one; a plain button, since a table holds hundreds. */
export function CopyDigest({ digest }: { digest: string }) {
  const [copied, copy] = useCopied(digest);
  return (
    <button
      type="button"
      className={styles.digest}
      title={`Copy ${digest}`}
      aria-label={`Copy digest ${digest.slice(0, 19)}`}
      onClick={copy}
    >
      <code aria-hidden="true">{copied ? 'copied' : shortDigest(digest)}</code>
    </button>
  );
}
