import { useMemo } from 'react';
import styles from './LongText.module.css';
import { piecesOf } from './pieces.ts';

/**
 * Shows a text of any length in pieces laid out one at a time. A server can send one endless line
 * of mixed direction that would block the page for seconds.
 */
export function LongText({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  if (pieces.length <= 1) return text;
  return pieces.map(([at, piece]) => (
    <span key={at} className={styles.piece}>
      {piece}
    </span>
  ));
}
