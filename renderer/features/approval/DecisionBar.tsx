import { useRef, type ReactNode } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Button, type ButtonProps } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { aboutOf, draftKey } from '../../store/drafts.ts';
import type { PinnedSkill } from '../../store/pin.ts';
import type { DecisionPanelState } from '../../store/state.ts';
import { DecisionPanel, type PanelProps } from './panel/DecisionPanel.tsx';
import { lookFirst } from './panel/panel-text.ts';
import { useFocusBack } from './panel/use-focus-back.ts';
import { ProblemFacts } from './ProblemFacts.tsx';
import { useReadAll } from './read-all.ts';
import { ReadAllBar } from './ReadAllBar.tsx';
import { RefreshEntry } from './RefreshEntry.tsx';
import styles from './DecisionBar.module.css';
import { actionsFor, standingInWords } from './status-text.ts';

/**
 * Says what's decided about this content and what can be decided now; the decision panel opens in
 * place.
 */
export function DecisionBar({ detail, ready, pin, drift }: PanelProps) {
  const { row, record } = detail;
  const { server, uri } = row;
  const { openPanel } = useActions();
  const policy = useApp((state) => state.policy);
  const letters = useApp((state) => state.settings.letterKeys);
  const opened = useApp(({ panel }) =>
    panel !== null && panel.server === server && panel.uri === uri ? panel.action : null,
  );
  const bar = useRef<HTMLElement>(null);
  useFocusBack(bar, opened);
  const begun = useBegun(pin, opened);
  const words = standingInWords(row.standing, row.content, row);
  const can = actionsFor(row.standing, row.content, row.needsReadAll);
  const reading = useReadAll(row);
  const held = drift !== null;
  const hint = (key: string): string | undefined => (letters ? key : undefined);
  const approved = record !== null && record.decision === 'approved';
  // Allowed tools end with the approval; under any other status they no longer apply.
  const granted = approved && row.standing.kind === 'approved' ? record.grants.allowedTools : [];
  /** Opens a decision; while its panel is open, the panel replaces this button. */
  const opener = (
    action: DecisionPanelState['action'],
    text: string,
    key: string,
    variant?: ButtonProps['variant'],
  ): ReactNode =>
    opened !== action && (
      <Button
        {...(variant === undefined || opened !== null ? {} : { variant })}
        data-decide={action}
        reason={held ? lookFirst : null}
        hint={hint(key)}
        aria-expanded={false}
        onClick={() => openPanel({ server, uri, action })}
      >
        {text}
      </Button>
    );
  return (
    <section
      ref={bar}
      className={cx(styles.bar, styles[words.tone])}
      aria-label="Decision"
      tabIndex={-1}
    >
      <Icon name={words.icon} size={20} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{words.title}</p>
        {words.detail !== '' && <p className={styles.detail}>{words.detail}</p>}
        {begun.length > 0 && <p className={styles.detail}>Unsent draft: {begun.join(', ')}.</p>}
        {held && <p className={styles.detail}>{lookFirst}</p>}
        {granted.length > 0 && (
          <p className={styles.detail}>
            Allowed tools:{' '}
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
        {can.revoke &&
          opener('revoke', row.standing.kind === 'session' ? 'End…' : 'Revoke…', 'r', 'quiet')}
        {can.deny && opener('deny', 'Deny…', 'd')}
        {can.session && opener('session', 'Allow for this session…', 'a', 'primary')}
        {can.approve === 'read-first' && (
          <Button
            variant="primary"
            reason={reading.busy ? 'Loading files' : null}
            onClick={reading.start}
          >
            Load all…
          </Button>
        )}
        {can.approve === 'read-first' && <Button reason="Load all files first">Approve…</Button>}
        {can.approve === 'approve' && opener('approve', 'Approve…', 'a', 'primary')}
        {can.approve === 'again' && opener('approve', 'Change…', 'a')}
      </div>
      <ReadAllBar reading={reading} />
      <DecisionPanel detail={detail} ready={ready} pin={pin} drift={drift} />
    </section>
  );
}

const drafts = { approve: 'an approval', deny: 'a denial' } as const;

/** Decisions about this content that the person started and left, except the open one. */
function useBegun(
  pin: PinnedSkill | null,
  opened: DecisionPanelState['action'] | null,
): readonly string[] {
  const all = useApp((app) => app.drafts);
  if (pin === null) return [];
  const { server, uri } = pin;
  return (['approve', 'deny'] as const)
    .filter((action) => action !== opened)
    .filter((action) => all.get(draftKey({ server, uri, action }))?.about === aboutOf(pin))
    .map((action) => drafts[action]);
}
