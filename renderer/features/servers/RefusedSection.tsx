import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { cameRefused } from '../../store/show-exchange.ts';
import { refusedKey } from '../../store/state.ts';
import { ProblemFacts, ruleName } from './ProblemList.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

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
