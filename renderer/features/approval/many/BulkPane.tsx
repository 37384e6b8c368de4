import { useEffect, useMemo, useRef, useState } from 'react';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useRested } from '../../../components/use-rested.ts';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { filesDecided } from '../../../store/bulk-selection.ts';
import { groupOf } from '../../../store/groups.ts';
import { shownNow } from '../../../store/readings.ts';
import { resultWords, wentWrong } from '../../../store/work.ts';
import type { ManyAction } from '../../../../shared/model/operation.ts';
import type { BulkDecision } from '../../../store/state.ts';
import { endsNow, expiresAt, fitting } from '../dates.ts';
import { ExpiryField } from '../ExpiryField.tsx';
import { endingAmong } from '../renewal.ts';
import { sheetWords } from '../sheet.ts';
import { useDecisionKeys } from '../use-decision-keys.ts';
import { plural } from '../status-text.ts';
import { type BulkRow, chosenOf, groupsOf, isUnreadChoice, linesOf } from './lines.ts';
import { ManyGroup } from './ManyGroup.tsx';
import styles from './BulkPane.module.css';

/** Decides about the skills that are selected in the queue together, by group. */
export function BulkPane() {
  const many = useApp((app) => app.many);
  return many === null ? null : <OpenMany key={many.id} many={many} />;
}

function OpenMany({ many }: { many: BulkDecision }) {
  const api = useApi();
  const { draftMany, sentMany, openMany, setPicked, goBack } = useActions();
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
  // The key or click that decided about one skill, pressed twice, must not decide about the others.
  const rested = useRested(String(many.id));
  const [isEarly, setEarly] = useState(false);

  const { action, draft, sent } = many;
  const lines = useMemo(() => linesOf(many, skills), [many, skills]);
  const groups = useMemo(() => groupsOf(action, lines), [action, lines]);
  const chosen = useMemo(() => chosenOf(many, lines), [many, lines]);
  const isUnread = chosen.some(({ choice }) => isUnreadChoice(choice));
  const lost = lines.filter(({ state }) => ['changed', 'gone', 'decided', 'worse'].includes(state));
  const locked = busy || sent !== null;
  const isLocal = chosen.length > 0 && chosen.every(({ now }) => now.isLocal === true);
  const words = sheetWords(action, chosen.length, undefined, isLocal);
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
    setEarly(many.cameBack && !rested);
    if (many.cameBack && !rested) return;
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

  const again = (next: ManyAction): void =>
    openMany(
      next,
      many.items.map(({ key }) => key),
    );
  const servers = [
    ...new Set(
      lines.flatMap(({ choice, row, state }) =>
        action === 'approve' && state === 'fits' && isUnreadChoice(choice) ? [row.server] : [],
      ),
    ),
  ];
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
          locked={locked}
          onRead={servers.length > 0 && sent === null ? () => void readAll(servers) : undefined}
        />
      ))}
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
              variant={
                action === 'deny' || action === 'revoke'
                  ? 'danger'
                  : isUnread
                    ? 'caution'
                    : 'primary'
              }
              reason={locked ? beingDecided : reason}
              hint="mod+enter"
              onClick={() => void decide()}
            >
              {isUnread ? `${words.button}, not checked` : words.button}
            </Button>
            {!locked && <Button onClick={goBack}>Cancel</Button>}
            {!locked && (action === 'approve' || action === 'deny') && (
              <Button
                variant="quiet"
                onClick={() => again(action === 'approve' ? 'deny' : 'approve')}
              >
                {action === 'approve' ? 'Deny instead…' : 'Approve instead…'}
              </Button>
            )}
            <span className={styles.muted} role="status">
              {locked ? beingDecided : (reason ?? (isEarly ? backHere : null))}
            </span>
          </>
        )}
      </footer>
    </article>
  );
}

/**
 * Reads all files of these servers' skills. Once that's over, those that turned out to be without
 * findings are selected, as they are when the selection opens; never while results still come in, since
 * the number on the button would change under the pointer.
 */
function useReadTogether(many: BulkDecision, lines: readonly BulkRow[]) {
  const api = useApi();
  const { attempt, draftMany } = useActions();
  const operations = useApp((app) => app.operations);
  const [awaited, setAwaited] = useState<{
    readonly operations: readonly string[];
    readonly keys: ReadonlySet<string>;
  } | null>(null);
  // A finished operation leaves once its result was shown.
  const isOver =
    awaited !== null &&
    awaited.operations.every((id) => operations.get(id)?.status !== 'running') &&
    lines.every(({ now }) => now.inspecting === 0) &&
    lines.some(({ key, choice }) => awaited.keys.has(key) && !isUnreadChoice(choice));
  useEffect(() => {
    if (!isOver) return;
    setAwaited(null);
    const { chosen } = many.draft;
    // What nobody has read is never decided about together with what was.
    if (many.sent !== null || [...chosen].some(isUnreadChoice)) return;
    const found = lines.filter(
      ({ key, now, state }) => state === 'fits' && awaited.keys.has(key) && groupOf(now) === 'none',
    );
    draftMany({ chosen: new Set([...chosen, ...found.map(({ choice }) => choice)]) });
  }, [isOver, awaited, lines, many, draftMany]);
  return async (servers: readonly string[]): Promise<void> => {
    const keys = new Set(lines.flatMap(({ key, choice }) => (isUnreadChoice(choice) ? [key] : [])));
    const started = await Promise.all(
      servers.map((server) => attempt(api.verifyServer({ server }), 'Couldn’t start verification')),
    );
    const ids = started.flatMap((one) => (one === undefined ? [] : [one.operationId]));
    setAwaited(ids.length === 0 ? null : { operations: ids, keys });
  };
}

const dayToCome = 'Choose a future date or another expiry';
const beingDecided = 'Saving decisions one by one';
const backHere = 'You’re back at the selection. Look through it, then press again.';

const titles: Readonly<Record<BulkDecision['action'], string>> = {
  approve: 'Approve',
  deny: 'Deny',
  revoke: 'Revoke the decisions on',
  session: 'Allow for this session:',
};
