import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type RefObject,
} from 'react';
import { inOneLine } from '../../../../shared/model/file-label.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import type { FileCheck } from '../../../../shared/model/verdict.ts';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { useOptions } from '../../../components/VirtualList/use-options.ts';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { shownStateNow, useShownState, useFileWords } from '../../../store/readings.ts';
import { shownLook } from '../../../store/shown/file-shown.ts';
import { inOrder, toOpen } from './panel-text.ts';
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
  /** Id of the text that explains how to use the list, while there's something to open. */
  describedBy: string | undefined;
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
  useEffect(() => {
    if (focused) scroller.current?.focus({ preventScroll: true });
  }, [focused]);
  const show = (index: number): void => {
    const file = ordered[index];
    if (file === undefined) return;
    setAt(index);
    openFile(server, uri, file.uri, isChanged(file.uri) ? 'changes' : 'preview');
  };
  const { list, inner, options, height } = useOptions({
    ...{ items: ordered, id: 'decided-file', at, page: maxCount, scroller },
    rowRem: narrow ? twoLinesRem : rowRem,
    onMove: (_, index) => setAt(index),
    onEnter: () => {
      const isUnread = (file: FileEntry): boolean => shownStateNow(api, server, uri, file) === 'no';
      const next = toOpen(ordered, at, open, isUnread);
      if (next !== null) show(next);
    },
  });
  return (
    <div
      {...list}
      className={cx(styles.list, narrow && styles.narrow)}
      style={{ height: rowsSeen(ordered.length) * height + 2 }}
      aria-label="Files covered by the decision"
      aria-describedby={describedBy}
    >
      <div {...inner} className={styles.inner}>
        {options.map(({ item: file, index, attributes }) => (
          <Option
            key={file.uri}
            row={row}
            file={file}
            attributes={attributes}
            active={index === at}
            open={open === file.uri}
            onShow={() => show(index)}
          />
        ))}
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
  attributes,
  active,
  open,
  onShow,
}: {
  row: SkillRow;
  file: FileEntry;
  attributes: HTMLAttributes<HTMLElement>;
  active: boolean;
  /** The file is open below the panel. */
  open: boolean;
  onShow: () => void;
}) {
  const words = useFileWords(server, uri, file);
  const shown = shownLook[useShownState(server, uri, file)];
  return (
    // Keys are handled by the list, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...attributes}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-current={open || undefined}
      className={cx(styles.file, active && styles.active, open && styles.open)}
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
