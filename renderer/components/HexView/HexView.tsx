import { useEffect, useMemo, useRef, useState } from 'react';
import styles from './HexView.module.css';

/** Bytes in hex, as many per row as fit; each block declares which bytes it shows. */
export function HexView({
  base64,
  at = 0,
  part = 'hex',
  label,
}: {
  base64: string;
  /** Offset of the first byte in the file. */
  at?: number;
  part?: string;
  label: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [perRow, setPerRow] = useState<8 | 16>(16);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void => setPerRow(element.clientWidth < needs(element) ? 8 : 16);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const blocks = useMemo(() => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const size = blockRows * perRow;
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => {
      const from = index * size;
      const to = Math.min(bytes.length, from + size);
      const rows = Math.ceil((to - from) / perRow);
      return { from, to, rows, text: hexRows(bytes.subarray(from, to), at + from, perRow) };
    });
  }, [base64, at, perRow]);
  return (
    <div ref={host} className={styles.hex} role="group" aria-label={label} data-part={part}>
      {blocks.map(({ from, to, rows, text }) => (
        <pre
          key={from}
          className={styles.block}
          data-at={`${from}-${to}`}
          style={{ containIntrinsicHeight: `${rows * 1.5}em` }}
        >
          {text}
        </pre>
      ))}
    </div>
  );
}

/** Width in pixels of a 16-byte row: 77 characters, each 0.61 of the font size. */
const needs = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).fontSize) * 77 * 0.61;

/** Rows per block; only blocks in view are laid out. */
const blockRows = 64;

/**
 * A hex dump: offset, bytes and their printable ASCII.
 * @param at byte offset that the first row shows.
 */
export function hexRows(bytes: Uint8Array, at: number, perRow: 8 | 16): string {
  const lines: string[] = [];
  const width = perRow * 3;
  for (let offset = 0; offset < bytes.length; offset += perRow) {
    const row = [...bytes.subarray(offset, offset + perRow)];
    const hex = row
      .map((byte, index) => `${index === 8 ? ' ' : ''}${byte.toString(16).padStart(2, '0')}`)
      .join(' ');
    const text = row
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    lines.push(`${(at + offset).toString(16).padStart(8, '0')}  ${hex.padEnd(width)}  ${text}`);
  }
  return lines.join('\n');
}
