import { useCallback, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { FindBar, focusFind } from './FindBar.tsx';
import { matchesIn, mostMatches } from './page-matches.ts';

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
