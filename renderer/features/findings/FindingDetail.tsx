import type { AnsweredFinding, FindingPlace } from '../../../shared/model/findings.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { severityLook } from '../../store/findings.ts';
import { cameListed, useShowExchange } from '../../store/show-exchange.ts';
import { AnswerForm } from './AnswerForm.tsx';
import styles from './FindingsTab.module.css';
import { confidenceWords, roleWords, spotInWords } from './finding-text.ts';

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
