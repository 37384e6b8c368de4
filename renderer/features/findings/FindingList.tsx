import { useRef } from 'react';
import type { AnsweredFinding, Finding, FindingPlace } from '../../../shared/model/findings.ts';
import { isOpen } from '../../../shared/model/severity.ts';
import { cx } from '../../components/cx.ts';
import { Status } from '../../components/Status/Status.tsx';
import { useOptions } from '../../components/VirtualList/use-options.ts';
import { severityLook } from '../../store/findings.ts';
import styles from './FindingsTab.module.css';
import { placeInWords, confidenceWords, roleWords, spotInWords } from './finding-text.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { cameListed, useShowExchange } from '../../store/show-exchange.ts';
import { AnswerForm } from './AnswerForm.tsx';

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

/** Other places listed at first. */
const atFirst = 10;

/** One finding: the matched text, why it matters, and common false alarms. */
export function FindingDetail({
  row,
  finding,
  path,
  onOpen,
  onPlace,
}: {
  row: SkillRow;
  finding: AnsweredFinding;
  path: string;
  onOpen: () => void;
  onPlace: (place: FindingPlace) => void;
}) {
  const { title, rule, severity, confidence, role, field, excerpt, decoded } = finding;
  const { related, why, confusedWith, count } = finding;
  const { tone, icon } = severityLook(severity);
  const listed = related.slice(0, atFirst);
  useShowExchange(
    field === undefined ? { of: 'read', server: row.server, uri: finding.uri } : cameListed(row),
  );
  return (
    <section className={styles.one} aria-label="Finding">
      <header className={styles.head}>
        <h2 className={styles.name}>{title}</h2>
        <Button size="sm" variant="primary" hint="enter" onClick={onOpen}>
          {field === undefined ? 'Open in Source' : 'Open in Entry'}
        </Button>
      </header>
      <p className={styles.grade}>
        <Status icon={icon} tone={tone} word={severity} size={14} />
        <span>
          {rule} · {spotInWords(path, finding)}
          {count > 1 && ` · ${count} places`}
        </span>
      </p>
      <pre className={styles.excerpt} tabIndex={0} aria-label="Matched text">
        {excerpt}
      </pre>
      {decoded !== null && (
        <>
          <p className={styles.label}>Decoded: {decoded.path.join(', then ')}</p>
          <pre className={styles.excerpt} tabIndex={0} aria-label="Decoded text">
            {decoded.text}
          </pre>
        </>
      )}
      <dl className={styles.facts}>
        <dt>Why it matters</dt>
        <dd>{why}</dd>
        <dt>Common false alarms</dt>
        <dd>{confusedWith}</dd>
        <dt>Where</dt>
        <dd>
          Found in {field === undefined ? roleWords[role] : 'the listing entry'} ·{' '}
          {confidenceWords[confidence]}
        </dd>
      </dl>
      {listed.length > 0 && (
        <>
          <p className={styles.label}>Other places</p>
          <ul className={styles.places}>
            {listed.map((one, index) => (
              <li key={index}>
                <button type="button" className={styles.place} onClick={() => onPlace(one)}>
                  line {one.line}, column {one.column}
                </button>
              </li>
            ))}
            {count - 1 > listed.length && <li>and {count - 1 - listed.length} more</li>}
          </ul>
        </>
      )}
      <AnswerForm row={row} finding={finding} />
    </section>
  );
}
