import { useMemo, useEffect, useState } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { countRows, groupTotals } from '../../store/groups.ts';
import { isWaiting } from '../../store/queue.ts';
import { type StandingFilter, refusedKey } from '../../store/state.ts';
import { runningOn, useLastVerified } from '../../store/work.ts';
import { ProblemList, ProblemFacts, ruleName } from './ProblemList.tsx';
import { durationText, listingText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { cameRefused } from '../../store/show-exchange.ts';
import type { NotListed, NotListedLine } from '../../../shared/model/not-listed.ts';
import { sightingInWords } from '../../../shared/model/not-listed-text.ts';

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

const shown = 20;

/** A folder of this computer, which no listing has. */
const isLocal = ({ problem }: RefusedEntry): boolean => problem.rule === 'not-read';

const titleOf = (entry: RefusedEntry): string => {
  if (isLocal(entry)) return 'Not read';
  return entry.index < 0 ? 'Opened by URI' : `Entry ${entry.index + 1}`;
};

/** Invalid entries, each with its rule, field, expected and actual value. */
export function RefusedSection({ server }: { server: string }) {
  const entries = useApp((app) => app.refused.get(server));
  const actions = useActions();
  if (!entries || entries.length === 0) return null;
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>
        Invalid entries{' '}
        <span className={styles.aside}>
          {entries.length.toLocaleString('en')}: shown, but never loaded or approved
        </span>
      </h2>
      <ul className={styles.list}>
        {entries.slice(0, shown).map((entry) => (
          <li key={refusedKey(entry)} className={styles.item}>
            <div className={styles.itemHead}>
              <Icon name="refused" className={layout.muted} />
              <span className={styles.grow}>
                <strong>{titleOf(entry)}</strong>{' '}
                <span className={layout.muted}>
                  {isLocal(entry) ? '' : ruleName(entry.problem)}
                </span>
              </span>
              {!isLocal(entry) && (
                <Button
                  size="sm"
                  variant="quiet"
                  icon="terminal"
                  onClick={() => void actions.showExchange(cameRefused(entry))}
                >
                  Show exchange
                </Button>
              )}
              <Button
                size="sm"
                variant="quiet"
                onClick={() => actions.selectRefused(server, refusedKey(entry))}
              >
                Details
              </Button>
            </div>
            {(entry.name ?? entry.uri) !== undefined && (
              <ServerText by={`${entry.name === undefined ? 'Address' : 'Name'}, from ${server}`}>
                {revealInvisible(entry.name ?? entry.uri ?? '')}
              </ServerText>
            )}
            <p>{entry.problem.message}</p>
            <ProblemFacts problem={entry.problem} />
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <p className={layout.muted}>
          The first {shown} of {entries.length.toLocaleString('en')}. See all of them in the tree.
        </p>
      )}
    </section>
  );
}

/** Lines shown at first and added by each "More". */
const page = 20;

/**
 * Addresses that look like skills but that `skills/list` omits. None becomes a skill until someone
 * opens it, and finding them fetched nothing. Renders nothing if there are none.
 */
export function NotListedSection({ server }: { server: ServerView }) {
  const api = useApi();
  const { label, listing } = server;
  const ready = server.connection.status === 'ready';
  const [found, setFound] = useState<NotListed | null>(null);
  const [shown, setShown] = useState(page);
  useEffect(() => {
    if (!ready || listing.status === 'loading') return undefined;
    let current = true;
    void api.listNotListed({ server: label }).then((reply) => {
      if (current && reply.ok) setFound(reply.value);
    });
    return () => {
      current = false;
    };
  }, [api, label, ready, listing.status, listing.at]);
  if (!ready || found === null || found.total === 0) return null;
  const { total, lines, isPartial } = found;
  const left = Math.min(page, lines.length - shown);
  return (
    <section className={layout.section} aria-labelledby="not-listed-title">
      <h2 className={styles.sectionTitle} id="not-listed-title">
        <span className={styles.unbroken}>Not listed</span>{' '}
        <span className={styles.aside}>
          {total === 1
            ? '1 unlisted address; open it to check'
            : `${total.toLocaleString('en')} unlisted addresses; open one to check`}
        </span>
      </h2>
      <ul className={styles.list} aria-label="Not listed">
        {lines.slice(0, shown).map((line) => (
          <NotListedItem key={line.uri} server={label} line={line} />
        ))}
      </ul>
      {left > 0 && (
        <div className={layout.row}>
          <Button size="sm" onClick={() => setShown(shown + page)}>
            {left} more
          </Button>
          <span className={layout.muted}>
            {shown} of {total.toLocaleString('en')} are shown
          </span>
        </div>
      )}
      {left <= 0 && total > lines.length && (
        <p className={layout.muted}>
          The first {lines.length} of {total.toLocaleString('en')}. Open any other by its URI.
        </p>
      )}
      {isPartial && (
        <p className={layout.muted}>
          Skillgate looked only at the first pages of its resources. There may be more.
        </p>
      )}
    </section>
  );
}

function NotListedItem({ server, line }: { server: string; line: NotListedLine }) {
  const api = useApi();
  const actions = useActions();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const detail = await actions.attempt(
      api.openByUri({ server, uri: line.uri }),
      'Couldn’t open the skill',
    );
    setBusy(false);
    if (detail) actions.selectSkill(server, detail.row.uri);
  };
  // A name that repeats its folder adds nothing.
  const says = line.name !== '' && !line.uri.includes(`/${line.name}/`);
  const by = revealInvisible(line.by ?? '');
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <code className={styles.grow}>{revealInvisible(line.uri)}</code>
        <Button
          size="sm"
          aria-label={`Open ${revealInvisible(line.uri)}`}
          reason={line.barred ?? (busy ? 'Waiting for the server' : null)}
          onClick={() => void open()}
        >
          Open
        </Button>
      </div>
      <span className={layout.muted}>{sightingInWords({ ...line, by })}</span>
      {says && <ServerText by={`Name, from ${server}`}>{line.name}</ServerText>}
    </li>
  );
}
