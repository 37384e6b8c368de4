import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { inOneLine } from '../../../../shared/model/file-label.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import type { FileCheck } from '../../../../shared/model/verdict.ts';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { useRowHeight } from '../../../components/VirtualList/row-height.ts';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { shownStateNow, useShownState } from '../../../store/readings.ts';
import { useFileWords } from '../../../store/file-text.ts';
import { shownLook } from '../../../store/shown/shown-text.ts';
import { inOrder, toOpen } from './checklist.ts';
import styles from './FileChecklist.module.css';

const rowRem = 1.9;
const twoLinesRem = 3.1;
/** Width in pixels below which a path and its status don't fit side by side. */
const narrowest = 420;
/** Rows visible before the list scrolls; an extra half row shows that there's more. */
const maxCount = 5;
const rowsSeen = (count: number): number =>
  count > maxCount ? maxCount + 0.5 : Math.max(1, count);

/**
 * Every file with its status, those that need attention first. The order is fixed when the list
 * appears so that rows don't move under a pointer. It's one Tab stop; Enter opens the next unread
 * file below, and the list keeps the focus.
 */
export function FileChecklist({
  row,
  files,
  verdicts,
  describedBy,
  focused,
}: {
  row: SkillRow;
  files: readonly FileEntry[];
  verdicts: Readonly<Record<string, FileCheck>>;
  /** Id of the text that explains how to use the list. */
  describedBy: string;
  /** The list takes focus when it appears. */
  focused: boolean;
}) {
  const { server, uri } = row;
  const api = useApi();
  const { openFile } = useActions();
  const open = useApp((app) => app.file);
  const [ordered] = useState(() => {
    const executables = new Set(row.requests.executables);
    return inOrder(files, (file) => ({
      verdict: verdicts[file.uri],
      shown: shownStateNow(api, server, uri, file),
      isExecutable: executables.has(file.path),
    }));
  });
  // What changed since the approval is read in its diff.
  const { standing } = row;
  const isChanged = (file: string): boolean =>
    standing.kind === 'changed' &&
    [standing.changes.added, standing.changes.modified].some((uris) => uris.includes(file));
  const [at, setAt] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(scroller);
  const height = useRowHeight(narrow ? twoLinesRem : rowRem);
  const rows = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  useEffect(() => {
    if (focused) scroller.current?.focus({ preventScroll: true });
  }, [focused]);
  const goTo = (index: number): void => {
    const to = Math.min(ordered.length - 1, Math.max(0, index));
    setAt(to);
    rows.scrollToIndex(to);
  };
  const show = (index: number): void => {
    const file = ordered[index];
    if (file === undefined) return;
    goTo(index);
    openFile(server, uri, file.uri, isChanged(file.uri) ? 'changes' : 'preview');
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const next = toOpen(
        ordered,
        at,
        open,
        (file) => shownStateNow(api, server, uri, file) === 'no',
      );
      if (next !== null) show(next);
      return;
    }
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: ordered.length - 1,
      PageDown: at + maxCount,
      PageUp: at - maxCount,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <div
      ref={scroller}
      className={cx(styles.list, narrow && styles.narrow)}
      style={{ height: rowsSeen(ordered.length) * height + 2 }}
      role="listbox"
      tabIndex={0}
      aria-label="Files covered by the decision"
      aria-describedby={describedBy}
      aria-activedescendant={ordered.length === 0 ? undefined : `decided-file-${at}`}
      onKeyDown={keys}
    >
      <div className={styles.inner} role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((virtual) => {
          const file = ordered[virtual.index];
          return file === undefined ? null : (
            <Option
              key={file.uri}
              row={row}
              file={file}
              index={virtual.index}
              count={ordered.length}
              active={virtual.index === at}
              open={open === file.uri}
              top={virtual.start}
              height={height}
              onShow={() => show(virtual.index)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether a row is too narrow for one line. */
function useNarrow(list: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setNarrow(current.clientWidth < narrowest));
    observer.observe(current);
    setNarrow(current.clientWidth < narrowest);
    return () => observer.disconnect();
  }, [list]);
  return narrow;
}

function Option({
  row: { server, uri },
  file,
  index,
  count,
  active,
  open,
  top,
  height,
  onShow,
}: {
  row: SkillRow;
  file: FileEntry;
  index: number;
  count: number;
  active: boolean;
  /** The file is open below the panel. */
  open: boolean;
  top: number;
  height: number;
  onShow: () => void;
}) {
  const words = useFileWords(server, uri, file);
  const shown = shownLook[useShownState(server, uri, file)];
  return (
    // Keys are handled by the list, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`decided-file-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-current={open || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={cx(styles.file, active && styles.active, open && styles.open)}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={onShow}
    >
      <span className={cx(styles.glyph, styles[words.tone])}>
        <Icon name={words.icon} size={14} />
      </span>
      <bdi className={styles.path} title={file.path}>
        {file.path}
      </bdi>
      <span className={styles.words}>
        <span className="visually-hidden">, </span>
        <span className={styles[words.tone]}>{inOneLine(words)}</span>
        <span className={styles.comma}>, </span>
        <span className={cx(styles.shown, styles[shown.tone])}>{shown.word}</span>
      </span>
    </div>
  );
}
