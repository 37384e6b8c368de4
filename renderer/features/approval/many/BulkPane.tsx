import { useEffect, useMemo, useRef } from 'react';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useActions, useApp } from '../../../store/context.ts';
import { resultWords, wentWrong } from '../../../store/work.ts';
import type { ManyAction } from '../../../../shared/model/operation.ts';
import type { BulkDecision } from '../../../store/state.ts';
import { ExpiryField } from '../ExpiryField.tsx';
import { endingAmong } from '../renewal.ts';
import { sheetWords } from '../sheet.ts';
import { useDecisionKeys } from '../use-skill-commands.ts';
import { plural } from '../status-text.ts';
import {
  type BulkRow,
  chosenOf,
  groupsOf,
  isLost,
  linesOf,
  useBulkDecision,
  useReadTogether,
  type BulkDecisionState,
} from './use-bulk.ts';
import { ManyGroup } from './ManyGroup.tsx';
import styles from './BulkPane.module.css';

/** Decides about the skills that are selected in the queue together, by group. */
export function BulkPane() {
  const many = useApp((app) => app.many);
  return many === null ? null : <OpenMany key={many.id} many={many} />;
}

function OpenMany({ many }: { many: BulkDecision }) {
  const { action, draft, sent } = many;
  const { draftMany, openMany } = useActions();
  const skills = useApp((app) => app.skills);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const lines = useMemo(() => linesOf(many, skills), [many, skills]);
  const groups = useMemo(() => groupsOf(action, lines), [action, lines]);
  const chosen = useMemo(() => chosenOf(many, lines), [many, lines]);
  const lost = lines.filter(isLost);
  const isLocal = chosen.length > 0 && chosen.every(({ now }) => now.isLocal === true);
  const words = sheetWords(action, chosen.length, undefined, isLocal);
  const decision = useBulkDecision(many, chosen);
  const page = useRef<HTMLElement>(null);
  useDecisionKeys(page, { decide: () => void decision.decide() });

  const again = (next: ManyAction): void =>
    openMany(
      next,
      many.items.map(({ key }) => key),
    );
  const readAll = useReadTogether(many, lines);
  return (
    <article ref={page} className={styles.page} aria-labelledby="many-title">
      <header className={styles.header}>
        <h1 ref={title} tabIndex={-1} id="many-title" className={styles.title}>
          {titles[action]} {plural(many.items.length, 'skill')}
        </h1>
        <p className={styles.totals}>
          {groups
            .map((group) => `${group.lines.length.toLocaleString('en')} ${group.words}`)
            .join(' · ')}
        </p>
        <p className={styles.muted}>{words.meaning}</p>
      </header>
      {decision.error !== null && (
        <Banner tone="bad" live="assertive" title="Nothing was decided">
          {decision.error}
        </Banner>
      )}
      {lost.length > 0 && (
        <Banner
          tone="warn"
          live="polite"
          title={`${plural(lost.length, 'skill')} changed while this page was open`}
          actions={
            sent === null && (
              <Button size="sm" onClick={() => again(action)}>
                Refresh
              </Button>
            )
          }
        >
          They changed, disappeared, failed a check or were decided elsewhere.
        </Banner>
      )}
      {groups.map((group) => (
        <ManyGroup
          key={group.id}
          action={action}
          group={group}
          draft={draft}
          onDraft={draftMany}
          locked={decision.locked}
          onRead={readAll}
        />
      ))}
      {sent === null && action === 'approve' && <ApprovalNotices chosen={chosen} />}
      {sent === null && (action === 'approve' || action === 'deny') && (
        <Fields many={many} decision={decision} />
      )}
      <Foot many={many} button={words.button} decision={decision} onAgain={again} />
    </article>
  );
}

/** What a policy forbids, and whether approvals would expire at another time than before. */
function ApprovalNotices({ chosen }: { chosen: readonly BulkRow[] }) {
  const policy = useApp((app) => app.policy);
  const ending = endingAmong(chosen.map(({ now }) => now));
  return (
    <>
      {policy.status === 'active' && (
        <details className={styles.muted}>
          <summary>A managed policy limits what you can approve</summary>
          <ul className={styles.rules}>
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </details>
      )}
      {ending > 0 && (
        <Banner tone="warn" title={`${plural(ending, 'approval')} would expire at another time`}>
          They already have expiry dates. Your choice under Expires replaces them.
        </Banner>
      )}
    </>
  );
}

function Fields({
  many: { action, draft },
  decision: { expiry, ends, bounds },
}: {
  many: BulkDecision;
  decision: BulkDecisionState;
}) {
  const { draftMany } = useActions();
  return (
    <div className={styles.form}>
      <TextField
        label="Note"
        value={draft.note}
        onChange={(note) => draftMany({ note })}
        rows={2}
        placeholder={action === 'deny' ? 'Why? Your team can read this later' : 'Optional'}
      />
      {action === 'approve' && (
        <ExpiryField
          expiry={expiry}
          date={draft.date}
          invalid={ends === 'invalid' && draft.date !== ''}
          bounds={bounds}
          was={null}
          onExpiry={(wanted) => draftMany({ expiry: wanted })}
          onDate={(date) => draftMany({ date })}
        />
      )}
    </div>
  );
}

/** The button that decides, or the result. */
function Foot({
  many: { action, sent },
  button,
  decision: { locked, reason, isUnread, isEarly, decide },
  onAgain,
}: {
  many: BulkDecision;
  button: string;
  decision: BulkDecisionState;
  onAgain: (action: ManyAction) => void;
}) {
  const { goBack } = useActions();
  const skills = useApp((app) => app.skills);
  const operation = useApp((app) => sent && app.operations.get(sent.operationId));
  if (operation != null && operation.status !== 'running')
    return (
      <footer className={styles.footer} data-foot="">
        <Banner
          tone={wentWrong(operation) || operation.status === 'cancelled' ? 'warn' : 'ok'}
          title={resultWords({ skills }, operation)}
          actions={<Button onClick={goBack}>Back</Button>}
        />
      </footer>
    );
  const takesAway = action === 'deny' || action === 'revoke';
  const other = { approve: 'deny', deny: 'approve' } as const;
  return (
    <footer className={styles.footer} data-foot="">
      <Button
        variant={takesAway ? 'danger' : isUnread ? 'caution' : 'primary'}
        reason={locked ? beingDecided : reason}
        hint="mod+enter"
        onClick={() => void decide()}
      >
        {isUnread ? `${button}, not checked` : button}
      </Button>
      {!locked && <Button onClick={goBack}>Cancel</Button>}
      {!locked && (action === 'approve' || action === 'deny') && (
        <Button variant="quiet" onClick={() => onAgain(other[action])}>
          {action === 'approve' ? 'Deny instead…' : 'Approve instead…'}
        </Button>
      )}
      <span className={styles.muted} role="status">
        {locked ? beingDecided : (reason ?? (isEarly ? backHere : null))}
      </span>
    </footer>
  );
}

const beingDecided = 'Saving decisions one by one';
const backHere = 'You’re back at the selection. Look through it, then press again.';

const titles: Readonly<Record<BulkDecision['action'], string>> = {
  approve: 'Approve',
  deny: 'Deny',
  revoke: 'Revoke the decisions on',
  session: 'Allow for this session:',
};
