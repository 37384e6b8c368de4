import { useMemo } from 'react';
import styles from './LongText.module.css';
import { piecesOf } from './pieces.ts';

/**
 * A text of any length, whole, in pieces that are laid out one by one: a server that sends one
 * endless line of two directions would otherwise hold the page for seconds.
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
