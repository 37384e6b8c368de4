import { revealInvisible } from '../../../shared/invisible.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { cameRefused, useShowExchange } from '../../store/show-exchange.ts';
import { refusedKey } from '../../store/state.ts';
import { ProblemFacts } from './Problems.tsx';
import { plural } from './status-text.ts';
import styles from './RefusedPage.module.css';

/** An entry that breaks the specification: which rule and field, expected and actual. */
export function RefusedPage({ server, entryKey }: { server: string; entryKey: string }) {
  const entry = useApp((app) =>
    app.refused.get(server)?.find((each) => refusedKey(each) === entryKey),
  );
  const { selectServer } = useActions();
  const showExchange = useShowExchange(
    entry === undefined || isLocal(entry) ? null : cameRefused(entry),
  );
  if (!entry)
    return (
      <EmptyState
        icon="refused"
        title="This entry is no longer listed"
        actions={<Button onClick={() => selectServer(server)}>Go to {server}</Button>}
      >
        It may have been fixed or removed.
      </EmptyState>
    );
  return (
    <article className={styles.page} aria-label="Invalid entry">
      <EntryHeader entry={entry} server={server} />
      <section className={styles.verdict} aria-label="Decision">
        <Icon name="refused" size={20} className={styles.icon} />
        <div>
          <p className={styles.title}>Invalid: can’t be loaded or approved</p>
          <p>{entry.problem.message}</p>
        </div>
      </section>
      <section className={styles.rules} aria-label="Broken rules">
        <ProblemFacts problem={entry.problem} />
        {entry.others.length > 0 && (
          <>
            <h2 className={styles.more}>{plural(entry.others.length, 'more rule')} broken</h2>
            <ol className={styles.others}>
              {entry.others.map((problem, index) => (
                <li key={index}>
                  <p>{problem.message}</p>
                  <ProblemFacts problem={problem} />
                </li>
              ))}
            </ol>
          </>
        )}
        <p className={styles.hint}>
          {isLocal(entry)
            ? 'An app that reads this folder may still load it. ' +
              'Skillgate looks again when it changes.'
            : 'The server’s author needs to fix this to meet the specification. ' +
              'Then refresh the server’s listing.'}
        </p>
        {!isLocal(entry) && (
          <div>
            <Button icon="terminal" hint="x" onClick={showExchange}>
              Show exchange
            </Button>
          </div>
        )}
      </section>
    </article>
  );
}

/** A local folder's skill that Skillgate didn't read, so no server sent it. */
const isLocal = ({ problem }: RefusedEntry): boolean => problem.rule === 'not-read';

/** What the entry calls itself, and where it came from. */
function EntryHeader({ entry, server }: { entry: RefusedEntry; server: string }) {
  const { selectServer } = useActions();
  return (
    <header className={styles.header}>
      {entry.name === undefined && entry.uri === undefined ? (
        <h1 className={styles.name}>Entry {entry.index + 1}</h1>
      ) : (
        <ServerText heading by={`${entry.name === undefined ? 'Address' : 'Name'}, from ${server}`}>
          {revealInvisible(entry.name ?? entry.uri ?? '')}
        </ServerText>
      )}
      <p className={styles.whose}>
        <Button size="sm" variant="quiet" icon="server" onClick={() => selectServer(server)}>
          {server}
        </Button>{' '}
        {isLocal(entry)
          ? 'not read'
          : entry.index >= 0
            ? `entry ${entry.index + 1} of the listing`
            : 'opened by URI'}{' '}
        {entry.dialect !== 'skills-ext' && <Badge>{entry.dialect}</Badge>}
      </p>
      {entry.uri !== undefined && (
        <CodeText text={revealInvisible(entry.uri)} copy={entry.uri} label="Copy the URI" />
      )}
    </header>
  );
}
