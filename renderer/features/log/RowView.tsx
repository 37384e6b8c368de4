import { memo } from 'react';
import type { LogRow } from '../../../shared/model/log.ts';
import { isTrouble } from '../../../shared/model/log-trouble.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { cx } from '../../components/cx.ts';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import { clock, duration, methodWord, signOf, size, statusOf } from './log-text.ts';
import styles from './Messages.module.css';

function Sign({ icon, word }: { readonly icon: IconName; readonly word: string }) {
  return (
    <span className={styles.sign} title={word}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

interface Props {
  readonly id: string;
  readonly row: LogRow;
  readonly top: number;
  readonly height: number;
  readonly index: number;
  readonly count: number;
  /** How many folded rows it stands for. */
  readonly more: number;
  readonly chosen: boolean;
  /** The one that another is compared with. */
  readonly compared: boolean;
  readonly onChoose: (isSecond: boolean) => void;
}

/** One exchange, notification, line or note. Memoized, so choosing a row redraws no other. */
export const RowView = memo(
  function RowView(props: Props) {
    const { id, row, top, height, index, count, more, chosen, compared, onChoose } = props;
    const sign = signOf(row);
    const status = statusOf(row);
    return (
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        aria-setsize={count}
        aria-posinset={index + 1}
        className={cx(
          styles.row,
          chosen && styles.chosen,
          compared && styles.compared,
          isTrouble(row) && styles.error,
          (row.kind === 'stderr' || row.kind === 'stray') && styles.stderr,
        )}
        style={{ height, transform: `translateY(${top}px)` }}
        onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      >
        <span className={styles.faint}>{clock(row.at)}</span>
        <span className={styles.direction}>
          <Icon name={sign.icon} size={14} />
          <span className="visually-hidden">{sign.word}</span>
        </span>
        <span>{row.server}</span>
        <span className={styles.method}>{methodWord(row)}</span>
        <span className={styles.detail} title={row.message === '' ? row.target : row.message}>
          {more > 0 && <strong>and {more.toLocaleString('en')} more </strong>}
          {row.target}
        </span>
        <span className={styles.status} title={status.title}>
          <Badge tone={status.tone}>{status.word}</Badge>
          {row.byHand && <Sign icon="edit" word="by hand" />}
          {compared && <Sign icon="diff" word="compared" />}
          {row.pinned && <Sign icon="dot" word="pinned" />}
        </span>
        <span className={styles.right}>{duration(row)}</span>
        <span className={styles.right}>{size(row)}</span>
        <span className={cx(styles.right, styles.faint)}>{row.rpcId}</span>
      </div>
    );
  },
  (a, b) =>
    a.row === b.row &&
    a.top === b.top &&
    a.height === b.height &&
    a.chosen === b.chosen &&
    a.compared === b.compared &&
    a.count === b.count &&
    a.more === b.more &&
    a.index === b.index,
);
