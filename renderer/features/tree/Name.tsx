import { createContext, useContext } from 'react';
import { cx } from '../../components/cx.ts';
import { partingOf } from './apart.ts';
import { cutAt, piecesOf, type NamePiece } from './marks.ts';
import styles from './Name.module.css';

const emptyList: readonly string[] = [];

/** The filter's words, highlighted in every name in the tree. */
export const FilterWords = createContext(emptyList);

/**
 * A name in the tree. If it doesn't fit, its middle is cut: `apart` is where it starts to differ
 * from its neighbors, and that part stays visible.
 */
export function Name({
  text,
  apart = 0,
  className,
  title,
}: {
  readonly text: string;
  readonly apart?: number;
  readonly className?: string | undefined;
  /** The tooltip. */
  readonly title?: string | undefined;
}) {
  const pieces = piecesOf(text, useContext(FilterWords));
  const parting = partingOf(text, apart);
  if (parting === null)
    return (
      <span className={className} title={title}>
        <Pieces pieces={pieces} />
      </span>
    );
  const [head, tail] = cutAt(pieces, parting);
  return (
    <span className={cx(className, styles.parted)} title={title}>
      <span className="visually-hidden">{text}</span>
      <span className={styles.head} aria-hidden="true">
        <Pieces pieces={head} />
      </span>
      <span className={styles.tail} aria-hidden="true">
        <Pieces pieces={tail} />
      </span>
    </span>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly NamePiece[] }) {
  return pieces.map(({ text, marked }, index) =>
    marked ? (
      // Pieces have no id but their position.
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
