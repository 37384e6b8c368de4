import { useRef, type HTMLAttributes } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useOptions } from '../../components/VirtualList/use-options.ts';
import type { ReviewItem } from '../../store/queue.ts';
import { riskLook } from '../../store/findings.ts';
import { rowLook } from '../../store/standing.ts';
import styles from './QueueList.module.css';
import { reasonInWords, reasonSpoken } from './review-text.ts';

/** Waiting skills, each with its reason. One Tab stop; arrows, Home and End choose. */
export function QueueList({
  items,
  current,
  onChoose,
}: {
  items: readonly ReviewItem[];
  current: string | null;
  onChoose: (item: ReviewItem) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { list, inner, options } = useOptions({
    ...{ items, id: 'queue', at: items.findIndex((item) => item.key === current) },
    ...{ rowRem: 3.4, page: 8, scroller },
    onMove: (item) => onChoose(item),
  });
  return (
    <div {...list} className={styles.list} data-pane-focus="" aria-label="Waiting for a decision">
      <div {...inner} className={styles.inner}>
        {options.map(({ item, attributes }) => (
          <Option
            key={item.key}
            item={item}
            attributes={attributes}
            chosen={item.key === current}
            onChoose={() => onChoose(item)}
          />
        ))}
      </div>
    </div>
  );
}

function Option({
  item,
  attributes,
  chosen,
  onChoose,
}: {
  item: ReviewItem;
  attributes: HTMLAttributes<HTMLElement>;
  chosen: boolean;
  onChoose: () => void;
}) {
  const look = rowLook(item.row);
  const found = riskLook(item.row);
  return (
    // Keys are handled by the list, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...attributes}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={cx(styles.item, chosen && styles.chosen)}
      onClick={onChoose}
    >
      <span className={cx(styles.glyph, styles[look.tone])}>
        <Icon name={look.icon} size={14} />
      </span>
      <span className={styles.text}>
        <span className={styles.name} title={item.row.uri}>
          {item.row.name}
        </span>
        <span className={styles.more}>
          <span className={styles.server}>{item.row.server}</span>
          <span className={cx(styles.reason, item.reason !== 'new' && styles[look.tone])}>
            <span aria-hidden="true">{reasonInWords(item)}</span>
            <span className="visually-hidden">, {reasonSpoken(item)}</span>
          </span>
          {item.skipped && <span className={styles.skipped}>skipped</span>}
        </span>
      </span>
      {item.row.checked.failed > 0 && (
        <span className={cx(styles.glyph, styles.bad)} title="A file failed its check">
          <Icon name="error" size={14} />
          <span className="visually-hidden">a file failed its check</span>
        </span>
      )}
      {found !== null && (
        <span className={cx(styles.glyph, styles[found.tone])} title={found.word}>
          <Icon name={found.icon} size={14} />
          <span className="visually-hidden">{found.word}</span>
        </span>
      )}
      {item.row.requests.tools.length > 0 && (
        <span className={styles.glyph} title="Requests tools">
          <Icon name="tool" size={14} />
          <span className="visually-hidden">requests tools</span>
        </span>
      )}
    </div>
  );
}
