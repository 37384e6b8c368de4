import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { IconButton } from '../IconButton/IconButton.tsx';
import { focusOnMount } from '../focus.ts';
import { TextField } from '../TextField/TextField.tsx';
import styles from './FindBar.module.css';

/** How long typing rests before a page is searched, in ms. */
const settleMs = 100;
const noRanges: readonly Range[] = [];

/** Marks ranges in the page's colors; a browser without this ability still scrolls to them. */
function highlight(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Finds text in a page that is laid out as a whole.
 * @param content anything; a new value searches again.
 */
export function useFindInPage(
  page: RefObject<HTMLElement | null>,
  label: string,
  content: unknown,
): { readonly open: () => void; readonly bar: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [ranges, setRanges] = useState(noRanges);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!isOpen) return undefined;
    const search = setTimeout(() => {
      setRanges(page.current === null ? noRanges : matchesIn(page.current, text));
      setAt(0);
    }, settleMs);
    return () => clearTimeout(search);
  }, [page, isOpen, text, content]);
  useEffect(() => {
    highlight('find', ranges);
    return () => highlight('find', noRanges);
  }, [ranges]);
  useEffect(() => {
    const current = ranges[at];
    highlight('find-current', current === undefined ? noRanges : [current]);
    current?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return () => highlight('find-current', noRanges);
  }, [ranges, at]);
  const open = useCallback(() => {
    focusFind();
    setOpen(true);
  }, []);
  const close = (): void => {
    setOpen(false);
    setRanges(noRanges);
    page.current?.focus({ preventScroll: true });
  };
  return {
    open,
    bar: isOpen && (
      <FindBar
        label={label}
        text={text}
        count={ranges.length}
        at={at}
        isCut={ranges.length === mostMatches}
        onText={setText}
        onMove={(step) =>
          setAt((now) => (ranges.length === 0 ? 0 : (now + step + ranges.length) % ranges.length))
        }
        onClose={close}
      />
    ),
  };
}

/** Most matches that are marked in one page. */
export const mostMatches = 1_000;

/** Elements whose text doesn't run on into the next element's. */
const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, div, figcaption, caption, ins';

/**
 * The places of a text in what a page shows, ignoring case; a match may run through several
 * elements of one block. White space matches any white space, as a line break in a paragraph looks
 * like one.
 */
export function matchesIn(root: HTMLElement, text: string): readonly Range[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const pattern = new RegExp(
    wanted
      .split(/\s+/u)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
      .join(String.raw`\s{1,200}`),
    'giu',
  );
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const parts: string[] = [];
  let length = 0;
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own: Element | null = node.parentElement?.closest(blocks) ?? null;
    if (own !== block && length > 0) {
      // No pattern contains it, so that no match runs from one block into another.
      parts.push('\0');
      length += 1;
    }
    block = own;
    const { data } = node as Text;
    nodes.push({ node: node as Text, from: length });
    parts.push(data);
    length += data.length;
  }
  const whole = parts.join('');
  const ranges: Range[] = [];
  let at = 0;
  const placeOf = (offset: number, isEnd: boolean): readonly [Text, number] | null => {
    const limit = isEnd ? offset - 1 : offset;
    while (at + 1 < nodes.length && (nodes[at + 1]?.from ?? 0) <= limit) at += 1;
    const found = nodes[at];
    return found === undefined ? null : [found.node, offset - found.from];
  };
  for (const match of whole.matchAll(pattern)) {
    const start = placeOf(match.index, false);
    const end = placeOf(match.index + match[0].length, true);
    if (start === null || end === null) continue;
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    ranges.push(range);
    if (ranges.length === mostMatches) break;
  }
  return ranges;
}

/** Focuses the field that is open, for whoever presses Ctrl+F again. */
export function focusFind(): void {
  const field = document.querySelector<HTMLInputElement>('[data-find]');
  field?.focus();
  field?.select();
}

/** A field that finds text in what's beside it: Enter goes on, Shift+Enter back, Esc closes. */
export function FindBar({
  label,
  text,
  count,
  at,
  isCut = false,
  onText,
  onMove,
  onClose,
}: {
  label: string;
  text: string;
  count: number;
  /** The current match from 0. */
  at: number;
  /** There are more matches than are counted. */
  isCut?: boolean;
  onText: (text: string) => void;
  onMove: (step: 1 | -1) => void;
  onClose: () => void;
}) {
  return (
    <div className={styles.bar} role="search" aria-label={label}>
      <TextField
        ref={focusOnMount}
        label={label}
        hideLabel
        icon="search"
        placeholder="Find"
        maxLength={200}
        data-find=""
        value={text}
        onChange={onText}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onMove(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span role="status" className={styles.count}>
        {text === '' ? '' : count === 0 ? 'No matches' : `${at + 1} of ${count}${isCut ? '+' : ''}`}
      </span>
      <IconButton small icon="arrowUp" label="Previous match" onPress={() => onMove(-1)} />
      <IconButton small icon="arrowDown" label="Next match" onPress={() => onMove(1)} />
      <IconButton small icon="cross" label="Close find" onPress={onClose} />
    </div>
  );
}
