import { revealInvisible } from '../../../shared/invisible.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { skillKey, type DecisionSheetRequest } from '../../store/state.ts';
import { ProblemFacts } from './ProblemFacts.tsx';
import { useReadAll } from './read-all.ts';
import { ReadAllBar } from './ReadAllBar.tsx';
import { RefreshEntry } from './RefreshEntry.tsx';
import styles from './DecisionBar.module.css';
import { actionsFor, standingInWords } from './words.ts';

/** The decision for this content in words, and what can be decided now. */
export function DecisionBar({
  row,
  record,
  held,
}: {
  row: SkillRow;
  record: ApprovalRecord | null;
  /** The page shows something else than before: it has to be looked at first. */
  held: boolean;
}) {
  const { openSheet, itemsOf } = useActions();
  const policy = useApp((state) => state.policy);
  const letters = useApp((state) => state.settings.letterKeys);
  const words = standingInWords(row.standing, row.content, row);
  const can = actionsFor(row.standing, row.content, row.needsReadAll);
  const reading = useReadAll(row);
  const ask = (action: DecisionSheetRequest['action']) => (): void =>
    openSheet({ action, items: itemsOf([skillKey(row.server, row.uri)]) });
  const hint = (key: string): string | undefined => (letters ? key : undefined);
  const approved = record !== null && record.decision === 'approved';
  // Grants end with the approval: under any other standing they would claim what no longer holds.
  const granted = approved && row.standing.kind === 'approved' ? record.grants.allowedTools : [];
  return (
    <section className={cx(styles.bar, styles[words.tone])} aria-label="Decision">
      <Icon name={words.icon} size={20} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{words.title}</p>
        {words.detail !== '' && <p className={styles.detail}>{words.detail}</p>}
        {held && <p className={styles.detail}>Look at what changed before you decide.</p>}
        {granted.length > 0 && (
          <p className={styles.detail}>
            Tools granted:{' '}
            {granted.map((tool) => (
              <code key={tool} className={styles.tool}>
                {revealInvisible(tool)}
              </code>
            ))}
          </p>
        )}
        {row.standing.kind === 'blocked' && policy.status !== 'none' && (
          <p className={styles.details}>Managed policy: {policy.path}</p>
        )}
        {row.standing.kind === 'refused' && (
          <details className={styles.details}>
            <summary>Details</summary>
            <ProblemFacts problem={row.standing.problem} />
          </details>
        )}
        {approved && record.note !== '' && <p className={styles.detail}>Note: {record.note}</p>}
      </div>
      <div className={styles.actions}>
        {row.standing.kind === 'refused' && <RefreshEntry row={row} />}
        {can.revoke && (
          <Button variant="quiet" disabled={held} onClick={ask('revoke')} hint={hint('R')}>
            {row.standing.kind === 'session' ? 'End' : 'Revoke'}
          </Button>
        )}
        {can.deny && (
          <Button disabled={held} onClick={ask('deny')} hint={hint('D')}>
            Deny
          </Button>
        )}
        {can.session && (
          <Button variant="primary" disabled={held} onClick={ask('session')} hint={hint('A')}>
            Allow for this session
          </Button>
        )}
        {can.approve === 'read-first' && (
          <Button variant="primary" disabled={reading.busy} onClick={reading.start}>
            Read all…
          </Button>
        )}
        {can.approve === 'read-first' && (
          <Button disabled title={words.detail}>
            Approve…
          </Button>
        )}
        {can.approve === 'approve' && (
          <Button variant="primary" disabled={held} onClick={ask('approve')} hint={hint('A')}>
            Approve…
          </Button>
        )}
        {can.approve === 'again' && (
          <Button disabled={held} onClick={ask('approve')} hint={hint('A')}>
            Change…
          </Button>
        )}
      </div>
      <ReadAllBar reading={reading} />
    </section>
  );
}
