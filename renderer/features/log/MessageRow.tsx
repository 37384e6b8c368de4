import { memo } from 'react';
import type { LogLine } from '../../../shared/model/log.ts';
import { cx } from '../../components/cx.ts';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import { clock, directionInWords, duration, size } from './lines.ts';
import styles from './Messages.module.css';

const icons: Readonly<Record<LogLine['direction'], IconName>> = {
  sent: 'arrowRight',
  received: 'arrowLeft',
  stderr: 'terminal',
  note: 'info',
};

interface Props {
  readonly id: string;
  readonly line: LogLine;
  readonly top: number;
  readonly height: number;
  readonly index: number;
  readonly count: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

export const MessageRow = memo(
  function MessageRow({ id, line, top, height, index, count, chosen, onChoose }: Props) {
    const error = line.kind === 'error';
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
          error && styles.error,
          line.direction === 'stderr' && styles.stderr,
        )}
        style={{ height, transform: `translateY(${top}px)` }}
        onClick={onChoose}
      >
        <span className={styles.faint}>{clock(line.at)}</span>
        <span className={styles.direction}>
          <Icon name={error ? 'error' : icons[line.direction]} size={14} />
          <span className="visually-hidden">
            {error ? 'error, ' : ''}
            {directionInWords[line.direction]}
          </span>
        </span>
        <span>{line.server}</span>
        <span className={styles.method}>{line.method || directionInWords[line.direction]}</span>
        <span className={styles.detail} title={line.detail}>
          {line.detail}
        </span>
        <span className={styles.right}>{duration(line)}</span>
        <span className={styles.right}>{size(line)}</span>
      </div>
    );
  },
  (a, b) =>
    a.line === b.line &&
    a.top === b.top &&
    a.height === b.height &&
    a.chosen === b.chosen &&
    a.count === b.count &&
    a.index === b.index,
);
