import { useState } from 'react';
import {
  flipName,
  type CheckVerdict,
  type ReportEvidence,
  type ReportedCheck,
  type ReportedFault,
} from '../../../../shared/model/report.ts';
import { exchangeWords } from '../../../../shared/model/report-text.ts';
import { Badge } from '../../../components/Badge/Badge.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Icon, type IconName } from '../../../components/Icon/Icon.tsx';
import { KeyValue } from '../../../components/KeyValue/KeyValue.tsx';
import { ScrollText } from '../../../components/ScrollText/ScrollText.tsx';
import { useActions } from '../../../store/context.ts';
import { exchangesOf, type ReportMarks, noteLeft } from './groups.ts';
import styles from './conformance.module.css';
import layout from '../../../components/Page/Page.module.css';

const looks: Readonly<Record<CheckVerdict, { icon: IconName; word: string }>> = {
  fail: { icon: 'error', word: 'fails' },
  warn: { icon: 'warning', word: 'warns' },
  info: { icon: 'info', word: 'information' },
  skipped: { icon: 'minus', word: 'skipped' },
  pass: { icon: 'check', word: 'passes' },
};

/** In place of a request's number, where no exchange shows it. */
const noIndex = -1;

/** Problems of a check that are drawn at once. */
const page = 10;

/**
 * One check: its rule in the summary; expanded, the clause, each fault with its evidence, and the
 * fix.
 */
export function CheckItem({
  server,
  check,
  marks,
  isOpen,
}: {
  server: string;
  check: ReportedCheck;
  marks: ReportMarks;
  isOpen: boolean;
}) {
  const { id, words, verdict, clause, level, fix, why, faults, evidence } = check;
  const [shown, setShown] = useState(page);
  const { icon, word } = looks[verdict];
  const fresh = faults.filter(({ subject }) => marks.fresh.has(flipName(id, subject))).length;
  return (
    <li className={styles.item} data-check={id} data-exchange={exchangesOf(check)[0] ?? noIndex}>
      <details open={isOpen}>
        <summary className={styles.check}>
          <Icon name={icon} className={cx(styles.sign, styles[verdict])} />
          <span className={styles.grow}>
            <span className="visually-hidden">{word}: </span>
            {words} <code className={styles.id}>{id}</code>
          </span>
          {fresh > 0 && <Badge tone="bad">{fresh === 1 ? 'new' : `${fresh} new`}</Badge>}
          {marks.fixed.has(id) && (
            <Badge tone="ok">{faults.length === 0 ? 'fixed' : 'some fixed'}</Badge>
          )}
        </summary>
        <div className={styles.body}>
          <KeyValue
            items={[
              { name: 'Specification', value: `“${clause}” (${level})` },
              { name: 'Fix', value: faults.length > 0 ? fix : undefined },
              { name: verdict === 'skipped' ? 'Why' : 'Details', value: why },
            ]}
          />
          {faults.length > 0 && (
            <ul className={styles.faults} aria-label={`What ${id} found`}>
              {faults.slice(0, shown).map((fault) => (
                <Fault
                  key={`${fault.subject}\n${fault.said}\n${fault.evidence?.request ?? ''}`}
                  server={server}
                  fault={fault}
                  isNew={marks.fresh.has(flipName(id, fault.subject))}
                />
              ))}
            </ul>
          )}
          {faults.length > shown && (
            <Button size="sm" onClick={() => setShown(shown + page)}>
              {Math.min(page, faults.length - shown)} more
            </Button>
          )}
          {evidence !== null && <Shown server={server} evidence={evidence} about={id} />}
        </div>
      </details>
    </li>
  );
}

function Fault({ server, fault, isNew }: { server: string; fault: ReportedFault; isNew: boolean }) {
  const { subject, said, evidence, skill } = fault;
  const { openFile } = useActions();
  return (
    <li className={styles.fault} data-exchange={evidence?.request ?? noIndex}>
      <p className={styles.said}>
        <code>{subject}</code> {said} {isNew && <Badge tone="bad">new</Badge>}
      </p>
      {skill !== undefined && (
        <Button
          size="sm"
          icon="file"
          aria-label={`Received content of ${subject}`}
          onClick={() => openFile(server, skill, subject, 'mismatch')}
        >
          Received content
        </Button>
      )}
      {evidence !== null && <Shown server={server} evidence={evidence} about={subject} />}
    </li>
  );
}

/** The request and the response, in the server's own words and separate boxes. */
function Shown({
  server,
  evidence,
  about,
}: {
  server: string;
  evidence: ReportEvidence;
  about: string;
}) {
  const { request, asked, answer } = evidence;
  const which = exchangeWords(evidence);
  const name = `${which.charAt(0).toUpperCase()}${which.slice(1)}`;
  const { showExchange } = useActions();
  return (
    <div className={styles.evidence} data-exchange={request}>
      <span className={styles.evidenceHead}>
        <span className={layout.muted}>{name}</span>
        <Button
          size="sm"
          variant="quiet"
          icon="terminal"
          aria-label={`Show exchange of ${which}, about ${about}`}
          onClick={({ currentTarget }) => {
            // Some browsers don't focus a clicked button.
            currentTarget.focus();
            noteLeft(server, currentTarget.closest('li'), request);
            void showExchange({ of: 'check', server, request });
          }}
        >
          Show exchange
        </Button>
      </span>
      <ScrollText label={`${name}, about ${about}`}>{asked}</ScrollText>
      <span className={layout.muted}>Response, from {server}</span>
      <ScrollText label={`Response to ${which}, about ${about}`}>{answer}</ScrollText>
    </div>
  );
}
