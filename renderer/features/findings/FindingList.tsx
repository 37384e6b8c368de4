import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { AnsweredFinding, Finding } from '../../../shared/model/findings.ts';
import { isOpen } from '../../../shared/model/severity.ts';
import { cx } from '../../components/cx.ts';
import { Status } from '../../components/Status/Status.tsx';
import { useRowHeight } from '../../components/VirtualList/row-height.ts';
import { severityLook } from '../../store/findings.ts';
import styles from './FindingsTab.module.css';
import { placeInWords } from './finding-text.ts';

/** There's one finding per rule and file. */
export const makeFindingKey = ({ rule, uri }: Pick<Finding, 'rule' | 'uri'>): string =>
  `${rule}\n${uri}`;

/** One Tab stop; arrows, Home and End choose, and Enter opens the place. */
export function FindingList({
  findings,
  current,
  pathOf,
  onChoose,
  onOpen,
}: {
  findings: readonly AnsweredFinding[];
  current: AnsweredFinding | undefined;
  pathOf: (uri: string) => string;
  onChoose: (finding: Finding) => void;
  onOpen: (finding: Finding) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(3.4);
  const rows = useVirtualizer({
    count: findings.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const at = current === undefined ? -1 : findings.indexOf(current);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [at, rows]);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      onOpen(current);
      return;
    }
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: findings.length - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    }[event.key];
    const next =
      to === undefined ? undefined : findings[Math.min(findings.length - 1, Math.max(0, to))];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
  };
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label="Findings"
      aria-activedescendant={at >= 0 ? `finding-${at}` : undefined}
      onKeyDown={keys}
    >
      <div className={styles.inner} role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const finding = findings[index];
          if (finding === undefined) return null;
          const { tone, icon } = severityLook(finding.severity);
          return (
            // Keys are handled by the list, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={makeFindingKey(finding)}
              id={`finding-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={finding === current}
              aria-setsize={findings.length}
              aria-posinset={index + 1}
              className={cx(styles.item, finding === current && styles.chosen)}
              style={{ height, transform: `translateY(${start}px)` }}
              onClick={() => onChoose(finding)}
              onDoubleClick={() => onOpen(finding)}
            >
              <span className={cx(styles.title, !isOpen(finding) && styles.folded)}>
                {finding.title}
              </span>
              <span className={styles.more}>
                <Status
                  icon={icon}
                  tone={isOpen(finding) ? tone : 'neutral'}
                  word={[
                    finding.severity,
                    ...(finding.isNew ? ['new'] : []),
                    ...(finding.answer === null ? [] : ['dismissed']),
                  ].join(', ')}
                  size={14}
                />
                <span className={styles.where}>{placeInWords(pathOf(finding.uri), finding)}</span>
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
