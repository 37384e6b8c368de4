import { useEffect, useMemo, useRef, useState } from 'react';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { EmptyState } from '../../../components/EmptyState/EmptyState.tsx';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { filesDecided } from '../../../store/bulk-selection.ts';
import { shownNow } from '../../../store/readings.ts';
import { resultWords, wentWrong } from '../../../store/work.ts';
import type { BulkDecision } from '../../../store/state.ts';
import { endsNow, expiresAt, fitting } from '../dates.ts';
import { ExpiryField } from '../ExpiryField.tsx';
import { endingAmong } from '../renewal.ts';
import { sheetWords } from '../sheet.ts';
import { useDecisionKeys } from '../use-decision-keys.ts';
import { plural } from '../status-text.ts';
import { chosenOf, clearedSince, groupsOf, linesOf } from './lines.ts';
import { ManyGroup } from './ManyGroup.tsx';
import styles from './ManyPage.module.css';

/** The page that decides about many skills at once, by group. */
export function ManyPage() {
  const many = useApp((app) => app.many);
  const { selectHome } = useActions();
  if (many !== null) return <OpenMany key={many.id} many={many} />;
  return (
    <EmptyState
      icon="skill"
      title="No skills selected"
      actions={<Button onClick={selectHome}>Overview</Button>}
    >
      Select skills on a server’s page, in the tree or in the review queue.
    </EmptyState>
  );
}

function OpenMany({ many }: { many: BulkDecision }) {
  const api = useApi();
  const { draftMany, sentMany, openMany, setPicked, goBack, attempt } = useActions();
  const skills = useApp((app) => app.skills);
  const details = useApp((app) => app.details);
  const policy = useApp((app) => app.policy);
  const operation = useApp((app) =>
    many.sent === null ? undefined : app.operations.get(many.sent.operationId),
  );
  const [openedAt] = useState(Date.now);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  const { action, draft, sent } = many;
  const lines = useMemo(() => linesOf(many, skills), [many, skills]);
  const groups = useMemo(() => groupsOf(action, lines), [action, lines]);
  const chosen = useMemo(() => chosenOf(many, lines), [many, lines]);
  const cleared = clearedSince(action, lines);
  const lost = lines.filter(({ state }) => ['changed', 'gone', 'decided', 'worse'].includes(state));
  const locked = busy || sent !== null;
  const words = sheetWords(action, chosen.length, undefined);
  const bounds = {
    same: null,
    longestMs: policy.status === 'active' ? policy.limits.longestMs : null,
    now: openedAt,
  };
  const expiry = fitting(draft.expiry, bounds);
  const ends = action === 'approve' ? expiresAt(expiry, draft.date, bounds) : null;
  const reason = chosen.length === 0 ? 'No skills selected' : ends === 'invalid' ? dayToCome : null;

  const decide = async (): Promise<void> => {
    if (locked || reason !== null) return;
    const until = action === 'approve' ? endsNow(expiry, draft.date, bounds) : null;
    if (until === 'invalid') return setError(`${dayToCome}: the date you chose has passed.`);
    setBusy(true);
    setError(null);
    // These are the digests listed when the page opened; newer content is refused.
    const reply = await api.decideMany({
      action,
      items: chosen.map(({ key, item }) => ({
        ...item,
        grants: [...(draft.grants.get(key) ?? [])],
        shown: shownNow(api, item.server, item.uri, filesDecided(details, item)),
      })),
      note: draft.note.trim(),
      expiresAt: until,
    });
    setBusy(false);
    if (!reply.ok) return setError(reply.error.message);
    sentMany({
      operationId: reply.value.operationId,
      keys: new Set(chosen.map(({ key }) => key)),
    });
    return setPicked(new Set());
  };
  const page = useRef<HTMLElement>(null);
  useDecisionKeys(page, { decide: () => void decide() });

  const again = (): void =>
    openMany(
      action,
      many.items.map(({ key }) => key),
    );
  const servers = [
    ...new Set(
      lines.flatMap(({ row, state }) =>
        action === 'approve' && state === 'fits' && row.checked.verified < row.fileCount
          ? [row.server]
          : [],
      ),
    ),
  ];
  const verify = (): void => {
    for (const server of servers)
      void attempt(api.verifyServer({ server }), 'Couldn’t start verification');
  };
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
      {error !== null && (
        <Banner tone="bad" live="assertive" title="Nothing was decided">
          {error}
        </Banner>
      )}
      {lost.length > 0 && (
        <Banner
          tone="warn"
          live="polite"
          title={`${plural(lost.length, 'skill')} changed while this page was open`}
          actions={
            sent === null && (
              <Button size="sm" onClick={again}>
                Refresh
              </Button>
            )
          }
        >
          They changed, disappeared, failed a check or were decided elsewhere.
        </Banner>
      )}
      {cleared > 0 && sent === null && (
        <Banner
          tone="info"
          live="polite"
          title={`${plural(cleared, 'more skill is', 'more skills are')} fully verified now`}
          actions={
            <Button size="sm" onClick={again}>
              Regroup
            </Button>
          }
        >
          Groups don’t change while this page is open, so that your selection stays the same.
        </Banner>
      )}
      {groups.map((group) => (
        <ManyGroup
          key={group.id}
          action={action}
          group={group}
          draft={draft}
          onDraft={draftMany}
          locked={locked}
        />
      ))}
      {servers.length > 0 && sent === null && (
        <p className={styles.verify}>
          <Button size="sm" icon="play" onClick={verify}>
            Verify {servers.length === 1 ? servers[0] : plural(servers.length, 'server')}
          </Button>
          <span className={styles.muted}>
            Reads every file once and checks it against the manifest. Approving never reads files.
          </span>
        </p>
      )}
      {sent === null && action === 'approve' && policy.status === 'active' && (
        <details className={styles.muted}>
          <summary>A managed policy limits what you can approve</summary>
          <ul className={styles.rules}>
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </details>
      )}
      {sent === null && action === 'approve' && endingAmong(chosen.map(({ now }) => now)) > 0 && (
        <Banner
          tone="warn"
          title={`${plural(endingAmong(chosen.map(({ now }) => now)), 'approval')} would expire at another time`}
        >
          They already have expiry dates. Your choice under Expires replaces them.
        </Banner>
      )}
      {sent === null && (action === 'approve' || action === 'deny') && (
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
      )}
      <footer className={styles.footer} data-foot="">
        {operation !== undefined && operation.status !== 'running' ? (
          <Banner
            tone={wentWrong(operation) || operation.status === 'cancelled' ? 'warn' : 'ok'}
            title={resultWords({ skills }, operation)}
            actions={<Button onClick={goBack}>Back</Button>}
          />
        ) : (
          <>
            <Button
              variant={action === 'deny' || action === 'revoke' ? 'danger' : 'primary'}
              reason={locked ? beingDecided : reason}
              hint="mod+enter"
              onClick={() => void decide()}
            >
              {words.button}
            </Button>
            {!locked && <Button onClick={goBack}>Cancel</Button>}
            <span className={styles.muted}>{locked ? beingDecided : reason}</span>
          </>
        )}
      </footer>
    </article>
  );
}

const dayToCome = 'Choose a future date or another expiry';
const beingDecided = 'Saving decisions one by one';

const titles: Readonly<Record<BulkDecision['action'], string>> = {
  approve: 'Approve',
  deny: 'Deny',
  revoke: 'Revoke the decisions on',
  session: 'Allow for this session:',
};
