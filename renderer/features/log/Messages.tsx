import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { LogLine } from '../../../shared/model/log.ts';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { cx } from '../../components/cx.ts';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useRowHeight } from '../../components/VirtualList/row-height.ts';
import { useApp } from '../../store/context.ts';
import { filterLines } from './lines.ts';
import { MessageBody } from './MessageBody.tsx';
import { MessageRow } from './MessageRow.tsx';
import styles from './Messages.module.css';

/**
 * The table of messages: filtered, virtualised, walked with the arrow keys; the chosen one's JSON
 * beside it.
 */
export function Messages({ log }: { log: readonly LogLine[] }) {
  const servers = useApp((app) => app.servers);
  const [text, setText] = useState('');
  const [server, setServer] = useState('');
  const [errorsOnly, setErrorsOnly] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = useDeferredValue(text);
  const lines = useMemo(
    () => filterLines(log, { text: wanted, server: server === '' ? null : server, errorsOnly }),
    [log, wanted, server, errorsOnly],
  );
  const options = useMemo(
    () => [
      { id: '', label: 'All servers' },
      ...[...servers.keys()].map((label) => ({ id: label, label })),
    ],
    [servers],
  );

  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(1.85);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  const atEnd = useRef(true);
  const last = lines.at(-1)?.id;
  // New messages pull the list along only while its end is in view.
  useEffect(() => {
    if (atEnd.current && lines.length > 0) rows.scrollToIndex(lines.length - 1);
  }, [last, lines.length, rows]);

  const at = lines.findIndex((line) => line.id === chosen);
  const keys = (event: KeyboardEvent): void => {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? lines.length - 1 : at - 1,
      Home: 0,
      End: lines.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }[event.key];
    if (event.key === 'Escape' && chosen !== null) {
      event.stopPropagation();
      setChosen(null);
      return;
    }
    if (to === undefined || lines.length === 0) return;
    event.preventDefault();
    const index = Math.min(lines.length - 1, Math.max(0, to));
    setChosen(lines[index]?.id ?? null);
    rows.scrollToIndex(index);
  };
  const optionId = (id: number): string => `message-${id}`;
  return (
    <div className={styles.messages}>
      <div className={styles.filters}>
        <TextField
          label="Filter messages"
          hideLabel
          icon="filter"
          placeholder="Filter by method, URI or server"
          value={text}
          onChange={setText}
          className={styles.text}
        />
        <div className={styles.server}>
          <Select label="Server" hideLabel value={server} options={options} onChange={setServer} />
        </div>
        <Checkbox
          label="Errors only"
          checked={errorsOnly}
          onChange={setErrorsOnly}
          className={styles.check ?? ''}
        />
        <span className={styles.count}>
          {lines.length.toLocaleString('en')} of {log.length.toLocaleString('en')}
        </span>
      </div>
      <div className={styles.body}>
        <div className={styles.table}>
          <div className={styles.head} aria-hidden="true">
            <span>Time</span>
            <span />
            <span>Server</span>
            <span>Method</span>
            <span>Detail</span>
            <span className={styles.right}>Duration</span>
            <span className={styles.right}>Size</span>
          </div>
          <div
            ref={scroller}
            className={styles.scroller}
            role="listbox"
            tabIndex={0}
            aria-label="Messages"
            aria-activedescendant={at >= 0 && chosen !== null ? optionId(chosen) : undefined}
            onKeyDown={keys}
            onScroll={(event) => {
              const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
              atEnd.current = scrollTop + clientHeight >= scrollHeight - height;
            }}
          >
            <div
              className={styles.inner}
              role="presentation"
              style={{ height: rows.getTotalSize() }}
            >
              {rows.getVirtualItems().map((item) => {
                const line = lines[item.index];
                return line === undefined ? null : (
                  <MessageRow
                    key={item.key}
                    id={optionId(line.id)}
                    line={line}
                    top={item.start}
                    height={height}
                    index={item.index}
                    count={lines.length}
                    chosen={line.id === chosen}
                    onChoose={() => setChosen(line.id)}
                  />
                );
              })}
            </div>
          </div>
          {lines.length === 0 && (
            <p className={cx(styles.empty)}>
              {log.length === 0
                ? 'Nothing has been sent or received yet.'
                : 'No message fits the filter.'}
            </p>
          )}
        </div>
        {chosen !== null && (
          <MessageBody
            id={chosen}
            onClose={() => {
              setChosen(null);
              scroller.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}
