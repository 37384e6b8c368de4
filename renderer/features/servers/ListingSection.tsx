import { useMemo } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Progress } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { countRows } from '../../store/counts.ts';
import { isWaiting } from '../../store/queue.ts';
import { skillKey, type StandingFilter } from '../../store/state.ts';
import { ProblemList } from './ProblemList.tsx';
import { durationText, listingText } from './words.ts';
import styles from './page.module.css';

/** What the server lists, how complete that is, and decisions about all of it. */
export function ListingSection({ server }: { server: ServerView }) {
  const actions = useActions();
  const api = useApi();
  const rows = useApp((app) => app.skills.get(server.label));
  const refused = useApp((app) => app.refused.get(server.label)?.length ?? 0);
  const running = useApp((app) =>
    [...app.operations.values()].find(
      (each) => each.server === server.label && each.uri === null && each.status === 'running',
    ),
  );
  const counts = countRows(rows);
  const waiting = useMemo(
    () => [...(rows?.values() ?? [])].filter(isWaiting).map((row) => skillKey(row.server, row.uri)),
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
  const cell = (name: string, count: number, filter: StandingFilter) => (
    <button
      type="button"
      key={name}
      className={styles.count}
      onClick={() => show(filter)}
      title={`Show ${name.toLowerCase()} skills in the tree`}
    >
      <span className={styles.figure}>{count.toLocaleString('en')}</span>
      <span className={styles.muted}>{name}</span>
    </button>
  );
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>
        Skills{' '}
        <span className={styles.aside}>
          {listingText(listing)}
          {listing.ttlMs !== null &&
            listing.ttlMs > 0 &&
            ` · asked again after ${durationText(listing.ttlMs)}`}
        </span>
      </h2>
      <div className={styles.counts}>
        {cell('Changed', counts.changed, 'changed')}
        {cell('New', counts.fresh, 'new')}
        {cell('Approved', counts.approved, 'approved')}
        {cell('Denied', counts.denied, 'denied')}
        {cell('Refused', counts.refused + refused, 'refused')}
      </div>
      {running ? (
        <div className={styles.row}>
          <div className={styles.grow}>
            <Progress
              label={running.kind === 'list' ? 'Listing' : 'Verifying'}
              done={running.done}
              total={running.total}
            />
          </div>
          <Button
            size="sm"
            icon="stop"
            onClick={() =>
              void actions.attempt(
                api.cancel({ operationId: running.operationId }),
                'It was not stopped',
              )
            }
          >
            Stop
          </Button>
        </div>
      ) : (
        counts.skills > 0 && (
          <div className={styles.row}>
            <Button
              size="sm"
              onClick={() =>
                void actions.attempt(
                  api.verifyServer({ server: server.label }),
                  'Verification did not start',
                )
              }
            >
              Verify all
            </Button>
            <Button
              size="sm"
              disabled={waiting.length === 0}
              onClick={() =>
                actions.openSheet({ action: 'approve', items: actions.itemsOf(waiting) })
              }
            >
              Approve {waiting.length.toLocaleString('en')} waiting…
            </Button>
            <Button
              size="sm"
              disabled={waiting.length === 0}
              onClick={() => actions.openSheet({ action: 'deny', items: actions.itemsOf(waiting) })}
            >
              Deny waiting…
            </Button>
            <Button
              size="sm"
              disabled={deniable.length === 0}
              onClick={() =>
                actions.openSheet({ action: 'deny', items: actions.itemsOf(deniable) })
              }
            >
              Deny the whole server…
            </Button>
            <Button
              size="sm"
              disabled={decided.length === 0}
              onClick={() =>
                actions.openSheet({ action: 'revoke', items: actions.itemsOf(decided) })
              }
            >
              Revoke {decided.length.toLocaleString('en')} decided…
            </Button>
          </div>
        )
      )}
      <ProblemList problems={listing.problems} />
      {listing.status === 'complete' && counts.skills === 0 && refused === 0 && (
        <p className={styles.muted}>
          The server answered with an empty list. A skill that it does not list can still be opened
          by its URI.
        </p>
      )}
    </section>
  );
}
