import { useMemo } from 'react';
import styles from './LongText.module.css';

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

/**
 * Most UTF-16 units laid out together; a line of mixed direction costs the square of its length.
 */
const maxLength = 2_000;

/**
 * Splits a text into pieces with their offsets. A line longer than a piece continues in the next
 * one; nothing is left out, and no surrogate pair is split.
 */
export function piecesOf(text: string): readonly (readonly [at: number, piece: string])[] {
  const pieces: [number, string][] = [];
  for (let at = 0; at < text.length;) {
    const to = endOf(text, at);
    pieces.push([at, text.slice(at, to)]);
    at = to;
  }
  return pieces;
}

/** Ends after the last line end that fits, or where the piece is full. */
function endOf(text: string, from: number): number {
  const full = from + maxLength;
  if (full >= text.length) return text.length;
  const line = text.lastIndexOf('\n', full - 1) + 1;
  if (line > from) return line;
  const last = text.charCodeAt(full - 1);
  return last >= 0xd800 && last <= 0xdbff ? full - 1 : full;
}
