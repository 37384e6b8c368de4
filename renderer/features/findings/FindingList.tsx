import { useRef } from 'react';
import type { AnsweredFinding, Finding } from '../../../shared/model/findings.ts';
import { isOpen } from '../../../shared/model/severity.ts';
import { cx } from '../../components/cx.ts';
import { Status } from '../../components/Status/Status.tsx';
import { useOptions } from '../../components/VirtualList/use-options.ts';
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
  const { list, inner, options } = useOptions({
    ...{ items: findings, id: 'finding', rowRem: 3.4, page: 8, scroller },
    onMove: (finding) => onChoose(finding),
    at: current === undefined ? -1 : findings.indexOf(current),
    onEnter: current && (() => onOpen(current)),
  });
  return (
    <div {...list} className={styles.list} aria-label="Findings">
      <div {...inner} className={styles.inner}>
        {options.map(({ item: finding, attributes }) => (
          // Keys are handled by the list, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={makeFindingKey(finding)}
            {...attributes}
            role="option"
            tabIndex={-1}
            aria-selected={finding === current}
            className={cx(styles.item, finding === current && styles.chosen)}
            onClick={() => onChoose(finding)}
            onDoubleClick={() => onOpen(finding)}
          >
            <span className={cx(styles.title, !isOpen(finding) && styles.folded)}>
              {finding.title}
            </span>
            <span className={styles.more}>
              <Status
                icon={severityLook(finding.severity).icon}
                tone={isOpen(finding) ? severityLook(finding.severity).tone : 'neutral'}
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
        ))}
      </div>
    </div>
  );
}
