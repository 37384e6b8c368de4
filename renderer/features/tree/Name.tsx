import { createContext, useContext } from 'react';
import { cx } from '../../components/cx.ts';
import { partingOf } from './apart.ts';
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

/** A piece of a name, and whether the filter matches it. */
interface NamePiece {
  readonly text: string;
  readonly marked: boolean;
}

/** Where the filter's words occur in a name. `words` are in lower case. */
export function piecesOf(name: string, words: readonly string[]): readonly NamePiece[] {
  const lower = name.toLowerCase();
  // Some letters get longer in lower case, so offsets would differ.
  if (words.length === 0 || lower.length !== name.length) return [{ text: name, marked: false }];
  const marked = new Uint8Array(name.length);
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
      marked.fill(1, at, at + word.length);
  const pieces: NamePiece[] = [];
  for (let from = 0; from < name.length;) {
    let to = from + 1;
    while (to < name.length && marked[to] === marked[from]) to += 1;
    pieces.push({ text: name.slice(from, to), marked: marked[from] === 1 });
    from = to;
  }
  return pieces;
}

/** The pieces before and after an offset in the name. */
export function cutAt(
  pieces: readonly NamePiece[],
  place: number,
): readonly [head: readonly NamePiece[], tail: readonly NamePiece[]] {
  const head: NamePiece[] = [];
  const tail: NamePiece[] = [];
  let from = 0;
  for (const { text, marked } of pieces) {
    const within = Math.min(text.length, Math.max(0, place - from));
    if (within > 0) head.push({ text: text.slice(0, within), marked });
    if (within < text.length) tail.push({ text: text.slice(within), marked });
    from += text.length;
  }
  return [head, tail];
}
