import { useMemo } from 'react';
import type { ManyAction } from '../../../shared/model/operation.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { countRows } from '../../store/counts.ts';
import { groupTotals } from '../../store/groups.ts';
import { isWaiting } from '../../store/queue.ts';
import { skillKey, type StandingFilter } from '../../store/state.ts';
import { runningOn } from '../../store/work.ts';
import { LastVerified } from './LastVerified.tsx';
import { ProblemList } from './ProblemList.tsx';
import { durationText, listingText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** The server's skills, whether the list is complete, and decisions about all of them. */
export function ListingSection({ server }: { server: ServerView }) {
  const actions = useActions();
  const api = useApi();
  const rows = useApp((app) => app.skills.get(server.label));
  const refused = useApp((app) => app.refused.get(server.label)?.length ?? 0);
  const verifying = useApp(
    (app) => runningOn(app.operations, 'verify', server.label, null) !== undefined,
  );
  const counts = countRows(rows);
  const waiting = useMemo(
    () => [...(rows?.values() ?? [])].filter(isWaiting).map((row) => skillKey(row.server, row.uri)),
    [rows],
  );
  const waitingTotals = useMemo(
    () => groupTotals([...(rows?.values() ?? [])].filter(isWaiting)),
    [rows],
  );
  const deniable = useMemo(
    () =>
      [...(rows?.values() ?? [])]
        .filter(({ standing }) =>
          ['undecided', 'approved', 'changed', 'expired', 'session'].includes(standing.kind),
        )
        .map((row) => skillKey(row.server, row.uri)),
    [rows],
  );
  const decided = useMemo(
    () =>
      [...(rows?.values() ?? [])]
        .filter(({ standing }) => standing.kind === 'approved' || standing.kind === 'denied')
        .map((row) => skillKey(row.server, row.uri)),
    [rows],
  );
  const { listing } = server;
  if (listing.status === 'none' && counts.skills === 0) return null;
  const show = (filter: StandingFilter) => actions.setFilterStanding(filter);
  const many = (action: ManyAction, keys: readonly string[], label: string) => (
    <Button
      size="sm"
      reason={keys.length === 0 ? 'No skills with this status' : null}
      onClick={() => actions.openMany(action, keys)}
    >
      {label}
    </Button>
  );
  const cell = (name: string, count: number, filter: StandingFilter) => (
    <button
      type="button"
      key={name}
      className={styles.count}
      onClick={() => show(filter)}
      title={`Show ${name.toLowerCase()} skills in the tree`}
    >
      <span className={styles.figure}>{count.toLocaleString('en')}</span>
      <span className={layout.muted}>{name}</span>
    </button>
  );
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>
        Skills{' '}
        <span className={styles.aside}>
          {listingText(listing)}
          {listing.ttlMs !== null &&
            listing.ttlMs > 0 &&
            ` · refreshed after ${durationText(listing.ttlMs)}`}
        </span>
      </h2>
      <div className={styles.counts}>
        {cell('Changed', counts.changed, 'changed')}
        {cell('New', counts.fresh, 'new')}
        {cell('Approved', counts.approved, 'approved')}
        {cell('Denied', counts.denied, 'denied')}
        {cell('Invalid', counts.refused + refused, 'refused')}
      </div>
      {waiting.length > 0 && <p className={layout.muted}>{waitingTotals} waiting for a decision</p>}
      {counts.skills > 0 && (
        <div className={layout.row}>
          <Button
            size="sm"
            reason={verifying ? 'Already being verified (see the bottom of the window)' : null}
            onClick={() =>
              void actions.attempt(
                api.verifyServer({ server: server.label }),
                'Couldn’t start verification',
              )
            }
          >
            Verify all
          </Button>
          {many('approve', waiting, `Approve ${waiting.length.toLocaleString('en')} waiting…`)}
          {many('deny', waiting, 'Deny waiting…')}
          {many('deny', deniable, 'Deny the whole server…')}
          {many('revoke', decided, `Revoke ${decided.length.toLocaleString('en')} decided…`)}
        </div>
      )}
      <LastVerified server={server.label} />
      <ProblemList problems={listing.problems} />
      {listing.status === 'complete' && counts.skills === 0 && refused === 0 && (
        <EmptyListing server={server} />
      )}
    </section>
  );
}

const linesShown = 5;

/** A server's SDK drops an invalid skill and says so only on standard error. */
export function EmptyListing({ server: { label, stderr } }: { server: ServerView }) {
  const last = stderr.slice(-linesShown);
  return (
    <>
      <p className={layout.muted}>
        The server returned an empty list. You can still open an unlisted skill by its URI.
        {last.length > 0 && ' What it last wrote to standard error may say why:'}
      </p>
      {last.length > 0 && (
        <ScrollText label={`Last lines of standard error, from ${label}`}>
          <LongText text={last.join('\n')} />
        </ScrollText>
      )}
    </>
  );
}
