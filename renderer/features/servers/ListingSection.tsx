import { useMemo } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { countRows } from '../../store/counts.ts';
import { groupTotals } from '../../store/groups.ts';
import { isWaiting } from '../../store/queue.ts';
import type { StandingFilter } from '../../store/state.ts';
import { runningOn, useLastVerified } from '../../store/work.ts';
import { ProblemList } from './ProblemList.tsx';
import { durationText, listingText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** The server's skills, and whether the list is complete. */
export function ListingSection({ server }: { server: ServerView }) {
  const actions = useActions();
  const api = useApi();
  const rows = useApp((app) => app.skills.get(server.label));
  const refused = useApp((app) => app.refused.get(server.label)?.length ?? 0);
  const verifying = useApp(
    (app) => runningOn(app.operations, 'verify', server.label, null) !== undefined,
  );
  const counts = countRows(rows);
  const waiting = useMemo(() => groupTotals([...(rows?.values() ?? [])].filter(isWaiting)), [rows]);
  const { listing } = server;
  if (listing.status === 'none' && counts.skills === 0)
    return <p className={layout.muted}>Its skills appear here once it’s connected.</p>;
  const show = (filter: StandingFilter) => actions.setFilterStanding(filter);
  const cell = (name: string, count: number, filter: StandingFilter) =>
    count > 0 && (
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
        {cell('Doesn’t match', counts.mismatched, 'refused')}
        {cell('Invalid', counts.refused + refused, 'refused')}
      </div>
      {waiting !== '' && <p className={layout.muted}>Waiting for a decision: {waiting}</p>}
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
export function EmptyListing({ server: { label, stderr, folder } }: { server: ServerView }) {
  if (folder !== undefined)
    return (
      <p className={layout.muted}>
        There’s no SKILL.md in this folder. A skill that’s added appears here.
      </p>
    );
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

/** The result of the newest check of a server's files, with a link to the first failure. */
function LastVerified({ server }: { server: string }) {
  const { openFile, selectSkill } = useActions();
  const last = useLastVerified(server, null);
  if (last === null) return null;
  const { at, words, first } = last;
  return (
    <p className={layout.row}>
      <span className={layout.muted}>
        Last verified {at}: {words}
      </span>
      {first !== null && (
        <Button
          size="sm"
          variant="quiet"
          icon="arrowRight"
          onClick={() => {
            if (first.file === null) selectSkill(first.server, first.uri);
            else openFile(first.server, first.uri, first.file);
          }}
        >
          {first.path === '' ? first.name : `${first.name}: ${first.path}`}
        </Button>
      )}
    </p>
  );
}
